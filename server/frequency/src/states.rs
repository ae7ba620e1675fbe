//! How often the blocks of two states of a method run.

use crate::code::CodeView;
use crate::condition::question;
use crate::count::{Certainty, Facts, Frequencies};
use crate::digest::digest;
use crate::model::Model;
use crate::shared_estimates::{Repeats, decided_alike};
use crate::solve::{ChangedDecisions, Solver};
use crate::trips::exits;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Counts that differ by a smaller share are equal.
const SAME: f64 = 1e-9;

/// Digests of all estimates of how branches go and how often loops repeat, in ascending order. Two states of a method with the
/// same digests have the same estimates. A loop with a known count counts as known.
pub fn estimates(view: &CodeView<'_>, model: &Model, facts: &Facts) -> Vec<u32> {
    let solver = Solver::new(view, model, facts);
    let rounds = solver.rounds();
    let loops = 1..view.tree.regions.len() as u32;
    let exits_of: Vec<Vec<u32>> = loops.map(|region| exits(view, region)).collect();
    // The count of a loop already covers the branch at its only exit.
    let is_exit = |block: u32| exits_of.iter().any(|exits| exits[..] == [block]);
    let decisions = decisions_with(view, &solver.edges)
        .filter(|(block, ..)| !is_exit(*block))
        .map(|(_, asks, millionths)| digest(&format!("{asks} {millionths:?}")));
    let loops = rounds.iter().skip(1).zip(&exits_of);
    let loops = loops.map(|(round, exits)| {
        let is_known = round.is_exact || round.value.is_some();
        let trips = (!is_known).then_some(round.trips.to_bits());
        digest(&format!("loop {} {trips:?}", exits.len()))
    });
    let mut found: Vec<u32> = decisions.chain(loops).map(|digest| digest as u32).collect();
    found.sort_unstable();
    found
}

/// The blocks that end with branches and switches, their conditions, and the probabilities (in millionths) of the edges without
/// an exception.
fn decisions_with<'d>(
    view: &'d CodeView<'_>,
    edges: &'d [Vec<f64>],
) -> impl Iterator<Item = (u32, String, Vec<f64>)> {
    let blocks = 0..view.flow.len() as u32;
    blocks.filter_map(move |block| {
        let asks = question(view, block)?;
        let probabilities = edges.get(block as usize)?.iter();
        let successors = view.flow.successors(block as usize);
        let normal = probabilities.zip(successors);
        let normal = normal.filter(|(_, edge)| !edge.is_exceptional());
        let all: f64 = normal.clone().map(|(probability, _)| probability).sum();
        let shares = normal.map(|(probability, _)| (probability / all * 1e6).round());
        Some((block, asks, shares.collect()))
    })
}

/// The same for two states of a method, the base first. What both share runs equally often in both.
pub fn frequencies_of_both(
    states: [(&CodeView<'_>, &Facts); 2],
    model: &Model,
) -> [Frequencies; 2] {
    let mut solvers = states.map(|(view, facts)| Solver::new(view, model, facts));
    let alone = [0, 1].map(|state| {
        let decided = solvers[state].rounds().into_iter().map(|round| Repeats {
            trips: round.trips,
            is_known: round.is_exact || round.value.is_some(),
            is_measured: round.is_measured,
        });
        decided.collect::<Vec<_>>()
    });
    let edges = [0, 1].map(|state| (&solvers[state].edges[..], solvers[state].measured.is_some()));
    let [of_base, of_head] = decided_alike(states, edges, &alone);
    let named = |name: &String| states[0].1.values.iter().position(|known| known == name);
    let of_values = {
        let values = states[1].1.values.iter().enumerate();
        let base = solvers[0].nominal.borrow();
        let known = values.filter_map(|(number, name)| {
            let value = base.get(&(named(name)? as u16))?;
            Some((number as u16, *value))
        });
        known.collect::<FxHashMap<u16, f64>>()
    };
    solvers[1].nominal = RefCell::new(of_values);
    for (solver, decided) in solvers.iter_mut().zip([of_base, of_head]) {
        for (block, edges) in &decided.edges {
            solver.edges[*block as usize].clone_from(edges);
        }
        solver.decided = decided;
    }
    solvers.map(|mut solver| {
        let mut found = solver.frequencies();
        let mut visits_with = |moved: ChangedDecisions| {
            solver.moved = moved;
            solver.of_method(&solver.rounds()).visits
        };
        let without_exits = visits_with(ChangedDecisions::Exits);
        let in_other_loops = visits_with(ChangedDecisions::Loops);
        solver.moved = ChangedDecisions::Nothing;
        found.one_way = solver.one_way();
        solver.move_own_branches();
        solver.moved = ChangedDecisions::Loops;
        let moved = solver.of_method(&solver.rounds()).visits;
        let differ = |one: f64, two: f64| (one - two).abs() > SAME * one.abs().max(two.abs());
        let visits = found.visits.iter().zip(without_exits).zip(moved);
        let apart = visits.zip(&found.certainty);
        let apart = apart.map(|(((visits, without_exits), moved), certainty)| {
            if differ(*visits, without_exits) {
                Certainty::Exits
            } else if differ(*visits, moved) {
                (*certainty).max(Certainty::Branches)
            } else {
                Certainty::Certain
            }
        });
        found.apart = apart.collect();
        let by_loops = found.visits.iter().zip(&in_other_loops);
        let by_branches = by_loops.zip(&found.apart).map(|((visits, moved), apart)| {
            let is_open = !matches!(apart, Certainty::Certain | Certainty::Exits);
            is_open && !differ(*visits, *moved)
        });
        found.by_own_branches = by_branches.collect();
        found
    })
}
