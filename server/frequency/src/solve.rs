//! How often each block runs in a call that returns.
//!
//! Probabilities of branches and counts of loops make a Markov chain (Wu and Larus 1994). It is solved loop by loop from the
//! inside out. One iteration of a loop leads either back or out. Let `h(b)` be the probability that control leads back from block
//! `b`. An iteration that leads back has the visits of all iterations, weighted by `h(b) / h(entry)`; the last iteration has them
//! weighted by `(1 − h(b)) / (1 − h(entry))` (Doob's transform). The first kind is multiplied by the loop's count. The same
//! method, with the probability to return rather than throw, gives the visits of a call that returns.

use crate::code::CodeView;
use crate::count::{
    Certainty, Count, Doubt, Facts, Frequencies, LoopFrequency, MAX_FACTORS, Trips,
};
use crate::edges::edge_probabilities;
use crate::measured::{InBlocks, MeasuredSite};
use crate::model::Model;
use crate::shared_estimates::Decided;
use crate::trips::loop_features;
use bytecode::Op;
use flow::Part;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// If the branches have more ways in total, only whether they matter is computed.
const MAX_WAYS: usize = 16;

/// The probability of a way that is never taken, because a returning call may have no other.
const RARE: f64 = 1e-6;

/// A part of a region, the probability to reach it, and the steps from it.
type Reached = (Part, f64, Vec<Step>);

/// A step from a part of a region: its target, its probability, and the block where it begins.
type Step = (PartTarget, f64, u32);

/// An exit of a loop.
#[derive(Debug, Clone, Copy)]
struct Exit {
    from: u32,
    to: u32,
    probability: f64,
}

/// One iteration of a loop.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoopIteration {
    /// For each block, the visits per iteration that leads back, and in the last iteration.
    blocks: Vec<(u32, [f64; 2])>,
    /// The same for the entries of loops.
    loops: Vec<(u32, [f64; 2])>,
    exits: Vec<Exit>,
    /// The value of the count, if a reader can set it: its number, a factor and a summand.
    pub(crate) value: Option<(u16, f64, f64)>,
    /// Whether control may leave the loop before the value is reached.
    is_left_early: bool,
    pub(crate) trips: f64,
    pub(crate) is_exact: bool,
    pub(crate) is_measured: bool,
}

/// If a loop hardly repeats, its count does not matter: up to this share of what runs.
const SELDOM: f64 = 0.2;

/// A smaller probability counts as 0.
const LEAST: f64 = 1e-12;

/// The maximum number of runs of a block per call.
const MAX_VISITS: f64 = 1e15;

/// How often the blocks of a method run.
pub fn frequencies(view: &CodeView<'_>, model: &Model, facts: &Facts) -> Frequencies {
    Solver::new(view, model, facts).frequencies()
}

/// Which of a state's own decisions are changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangedDecisions {
    Nothing,
    /// Control never leaves the loops that only this state leaves.
    Exits,
    /// Loops that only this state has repeat more often.
    Loops,
}

/// Computes how often the blocks of a method run.
pub(crate) struct Solver<'s> {
    view: &'s CodeView<'s>,
    model: &'s Model,
    pub(crate) edges: Vec<Vec<f64>>,
    is_counted: bool,
    sites: Vec<MeasuredSite>,
    pub(crate) measured: Option<InBlocks>,
    trips: FxHashMap<u32, Trips>,
    /// The assumed values.
    pub(crate) nominal: RefCell<FxHashMap<u16, f64>>,
    /// The decisions shared with another state of the method; empty for a single state.
    pub(crate) decided: Decided,
    pub(crate) moved: ChangedDecisions,
}

/// The target of a part of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartTarget {
    /// Another part of the same region, by its entry block.
    On(u32),
    /// An entry of the region.
    Back,
    /// A block outside the region.
    Out(u32),
}

impl<'s> Solver<'s> {
    pub(crate) fn new(view: &'s CodeView<'s>, model: &'s Model, facts: &Facts) -> Self {
        let measured = model.measured(view);
        let measured = measured.and_then(|(is_counted, method)| {
            let in_blocks = InBlocks::of(view, &method)?;
            Some((is_counted, method.sites, in_blocks))
        });
        let (is_counted, sites, measured) = match measured {
            Some((is_counted, sites, in_blocks)) => (is_counted, sites, Some(in_blocks)),
            None => (false, Vec::new(), None),
        };
        Self {
            view,
            model,
            edges: (0..view.flow.len() as u32)
                .map(|block| edge_probabilities(view, model, measured.as_ref(), block))
                .collect(),
            is_counted,
            sites,
            measured,
            trips: facts.trips.iter().copied().collect(),
            nominal: RefCell::default(),
            decided: Decided::default(),
            moved: ChangedDecisions::Nothing,
        }
    }

    pub(crate) fn frequencies(&self) -> Frequencies {
        let solved = self.of_method(&self.rounds());
        let throws = match &self.measured {
            Some(measured) => measured.thrown(solved.throws),
            None => solved.throws,
        };
        Frequencies {
            is_counted: self.is_counted,
            sites: self.sites.clone(),
            throws,
            ..solved
        }
    }

    /// The visits if each branch that only this state has always goes one way; empty if there are too many.
    pub(crate) fn one_way(&mut self) -> Vec<Vec<Vec<f64>>> {
        let branches = self.decided.own_branches.clone();
        let ways = |block: u32| -> Vec<usize> {
            let edges = self.view.flow.successors(block as usize).iter().enumerate();
            let normal = edges.filter(|(_, edge)| !edge.is_exceptional());
            normal.map(|(place, _)| place).collect()
        };
        let ways: Vec<Vec<usize>> = branches.iter().map(|block| ways(*block)).collect();
        if ways.iter().map(Vec::len).sum::<usize>() > MAX_WAYS {
            return Vec::new();
        }
        let mut found = Vec::with_capacity(branches.len());
        for (block, ways) in branches.iter().map(|block| *block as usize).zip(&ways) {
            let usual = self.edges[block].clone();
            let all: f64 = ways.iter().map(|way| usual[*way]).sum();
            let visits = ways.iter().map(|always| {
                for way in ways {
                    self.edges[block][*way] = all * RARE;
                }
                self.edges[block][*always] = all * RARE.mul_add(-(ways.len() as f64 - 1.0), 1.0);
                self.of_method(&self.rounds()).visits
            });
            let visits: Vec<Vec<f64>> = visits.collect();
            self.edges[block] = usual;
            found.push(visits);
        }
        found
    }

    /// Changes the branches that only this state has.
    pub(crate) fn move_own_branches(&mut self) {
        for block in &self.decided.own_branches {
            let edges = &mut self.edges[*block as usize];
            let all: f64 = edges.iter().sum();
            for (place, edge) in (1_i32..).zip(edges.iter_mut()) {
                *edge = (*edge + 0.1) * f64::from(place);
            }
            let moved: f64 = edges.iter().sum();
            for edge in edges.iter_mut() {
                *edge *= all / moved;
            }
        }
    }

    pub(crate) fn rounds(&self) -> Vec<LoopIteration> {
        let tree = self.view.tree;
        let mut rounds: Vec<LoopIteration> = vec![LoopIteration::default(); tree.regions.len()];
        for region in (1..tree.regions.len()).rev() {
            rounds[region] = self.round(region as u32, &rounds);
        }
        rounds
    }

    fn way(&self, region: u32, to: u32) -> PartTarget {
        let tree = self.view.tree;
        if !tree.contains(region, to) {
            PartTarget::Out(to)
        } else if region > 0 && tree.regions[region as usize].is_entry(to) {
            PartTarget::Back
        } else {
            PartTarget::On(to)
        }
    }

    /// The targets of a part of a region, with probabilities.
    fn ways(&self, region: u32, part: Part, rounds: &[LoopIteration]) -> Vec<Step> {
        match part {
            Part::Block(block) => {
                let edges = self.view.flow.successors(block as usize).iter();
                edges
                    .zip(&self.edges[block as usize])
                    .map(|(edge, probability)| {
                        (self.way(region, edge.block() as u32), *probability, block)
                    })
                    .collect()
            }
            Part::Loop(inner) => rounds[inner as usize]
                .exits
                .iter()
                .map(|exit| (self.way(region, exit.to), exit.probability, exit.from))
                .collect(),
        }
    }

    /// The entry blocks of a part.
    fn entries(&self, part: Part) -> Vec<u32> {
        match part {
            Part::Block(block) => vec![block],
            Part::Loop(inner) => self.view.tree.regions[inner as usize].entries.clone(),
        }
    }

    /// For each part of a region, in order, the probability to reach it and its steps.
    fn forward(&self, region: u32, rounds: &[LoopIteration]) -> Vec<Reached> {
        let around = &self.view.tree.regions[region as usize];
        let mut arriving: FxHashMap<u32, f64> = FxHashMap::default();
        let share = 1.0 / around.entries.len().max(1) as f64;
        for entry in &around.entries {
            arriving.insert(*entry, share);
        }
        let mut found = Vec::with_capacity(around.parts.len());
        for part in &around.parts {
            let entries = self.entries(*part);
            let arrival: f64 = entries.iter().filter_map(|entry| arriving.get(entry)).sum();
            let ways = self.ways(region, *part, rounds);
            for (way, probability, _) in &ways {
                if let PartTarget::On(to) = way {
                    *arriving.entry(*to).or_insert(0.0) += arrival * probability;
                }
            }
            found.push((*part, arrival, ways));
        }
        found
    }

    /// One loop: how often its parts run per entry.
    fn round(&self, region: u32, rounds: &[LoopIteration]) -> LoopIteration {
        let forward = self.forward(region, rounds);
        // The probability that control leads back from a block.
        let mut leads_back: FxHashMap<u32, f64> = FxHashMap::default();
        let mut of_part = vec![0.0; forward.len()];
        for (at, (part, _, ways)) in forward.iter().enumerate().rev() {
            let sum: f64 = ways
                .iter()
                .map(|(way, probability, _)| match way {
                    PartTarget::Back => *probability,
                    PartTarget::On(to) => probability * leads_back.get(to).copied().unwrap_or(0.0),
                    PartTarget::Out(_) => 0.0,
                })
                .sum();
            of_part[at] = sum.min(1.0);
            for entry in self.entries(*part) {
                leads_back.insert(entry, of_part[at]);
            }
        }
        let entries = &self.view.tree.regions[region as usize].entries;
        let back = entries
            .iter()
            .filter_map(|entry| leads_back.get(entry))
            .sum::<f64>()
            / entries.len().max(1) as f64;
        let out = 1.0 - back;
        let mut round = LoopIteration::default();
        for ((part, arrival, ways), leads_back) in forward.iter().zip(&of_part) {
            let of_back = if back < LEAST {
                0.0
            } else {
                arrival * leads_back / back
            };
            let of_last = if out < LEAST {
                of_back
            } else {
                arrival * (1.0 - leads_back) / out
            };
            let visits = [of_back.min(MAX_VISITS), of_last.min(MAX_VISITS)];
            match part {
                Part::Block(block) => round.blocks.push((*block, visits)),
                Part::Loop(inner) => round.loops.push((*inner, visits)),
            }
            for (way, probability, from) in ways {
                if let PartTarget::Out(to) = way {
                    round.exits.push(Exit {
                        from: *from,
                        to: *to,
                        probability: arrival * probability,
                    });
                }
            }
        }
        let repeats = self.trips(region, &round.exits);
        round = LoopIteration {
            trips: if back < LEAST { 0.0 } else { repeats.trips },
            blocks: round.blocks,
            loops: round.loops,
            exits: round.exits,
            ..repeats
        };
        self.leave_early(region, &mut round, back);
        let total: f64 = round.exits.iter().map(|exit| exit.probability).sum();
        for exit in &mut round.exits {
            exit.probability = if total > 0.0 {
                exit.probability / total
            } else {
                0.0
            };
        }
        if forward.is_empty() {
            // It is nested too deeply to be solved.
            let blocks = 0..self.view.flow.len() as u32;
            let inside = blocks.filter(|block| self.view.tree.contains(region, *block));
            round.blocks = inside.map(|block| (block, [1.0, 1.0])).collect();
        }
        round
    }

    /// Reduces the count of a loop that control leaves by exits that only this state has. `back` is the probability that an
    /// iteration leads back. Whenever the loop does not leave by another exit, it may leave by one of these.
    fn leave_early(&self, region: u32, round: &mut LoopIteration, back: f64) {
        let is_own = |exit: &Exit| self.decided.own_exits.contains(&(region, exit.from));
        let flow = |exits: &[Exit], own: bool| -> f64 {
            let exits = exits.iter().filter(|exit| is_own(exit) == own);
            exits.map(|exit| exit.probability).sum()
        };
        let (own, common) = (flow(&round.exits, true), flow(&round.exits, false));
        if own > 0.0 && back >= LEAST && self.moved != ChangedDecisions::Exits {
            let goes_on = round.trips / (1.0 + round.trips);
            let leaves = own / (back + own);
            let goes_back = goes_on * (1.0 - leaves);
            if round.value.is_none() {
                round.trips = goes_back / (1.0 - goes_back);
            }
            for exit in &mut round.exits {
                exit.probability *= if is_own(exit) {
                    goes_on * leaves / own
                } else {
                    (1.0 - goes_on) / common.max(f64::MIN_POSITIVE)
                };
            }
        }
        if self.moved == ChangedDecisions::Loops && self.decided.own_loops.contains(&region) {
            round.trips = round.trips.mul_add(1.7, 0.3);
        }
    }

    /// Whether control never returns after the test that ends a loop, but does after another exit. Such a loop searches for
    /// something that exists. A returning call left it before the value was reached, so its count says nothing about the value.
    fn is_left_early_only(&self, exits: &[Exit], test: u32) -> bool {
        let returns = |exit: &&Exit| {
            let returns = self.view.returns.get(exit.to as usize).copied();
            returns.unwrap_or(true)
        };
        let is_ending = |exit: &Exit| exit.from == test;
        let mut returning = exits.iter().filter(returns).peekable();
        returning.peek().is_some() && !returning.any(is_ending)
    }

    /// The share of its value that a loop repeats if control also leaves it elsewhere than at its test. The event that ends such
    /// a loop is assumed to be equally likely early and late, so a call that leaves early does half of the iterations.
    fn share_until_left(&self, region: u32, exits: &[Exit], test: u32) -> f64 {
        let is_early = |exit: &&Exit| {
            let mut edges = self.view.flow.successors(exit.from as usize).iter();
            let is_normal =
                edges.any(|edge| edge.block() as u32 == exit.to && !edge.is_exceptional());
            let returns = self.view.returns.get(exit.to as usize).copied();
            let is_own = self.decided.own_exits.contains(&(region, exit.from));
            exit.from != test
                && is_normal
                && returns.unwrap_or(true)
                && !(is_own && self.moved == ChangedDecisions::Exits)
        };
        let at_test = exits.iter().filter(|exit| exit.from == test);
        let at_test: f64 = at_test.map(|exit| exit.probability).sum();
        let early = exits.iter().filter(is_early);
        let early: f64 = early.map(|exit| exit.probability).sum();
        if early > 0.0 {
            1.0 - early / (at_test + early) / 2.0
        } else {
            1.0
        }
    }

    /// How often a loop with these exits repeats, and how that is known.
    fn trips(&self, region: u32, exits: &[Exit]) -> LoopIteration {
        let entries = &self.view.tree.regions[region as usize].entries;
        let known = entries
            .first()
            .filter(|_| entries.len() == 1)
            .and_then(|entry| {
                let header = self.view.flow.instructions(*entry as usize).start as u32;
                self.trips.get(&header)
            })
            .filter(|known| match known {
                Trips::Value { test, .. } => !self.is_left_early_only(exits, *test),
                Trips::Exact(_) | Trips::AtMost(_) => true,
            });
        if let Some(Trips::Exact(count)) = known {
            return LoopIteration {
                trips: count.clamp(0.0, MAX_VISITS),
                is_exact: true,
                ..LoopIteration::default()
            };
        }
        let (typical, is_measured) = match self.decided.repeats.get(&region) {
            Some(repeats) => (repeats.trips, repeats.is_measured),
            None => self.estimate(region),
        };
        let mut round = LoopIteration {
            trips: typical,
            is_measured,
            ..LoopIteration::default()
        };
        match known {
            // The last iteration may get as far as any other.
            Some(Trips::AtMost(most)) => round.trips = typical.min((most - 1.0).max(0.0)),
            Some(Trips::Value {
                number,
                factor,
                more,
                test,
            }) => {
                let share = self.share_until_left(region, exits, *test);
                let (factor, more) = (factor * share, more * share);
                let known = self.nominal.borrow().get(number).copied();
                // All loops over one value use the same number.
                let nominal = known.unwrap_or_else(|| ((typical - more) / factor).max(0.0));
                self.nominal.borrow_mut().insert(*number, nominal);
                round.trips = (factor * nominal + more).clamp(0.0, MAX_VISITS);
                round.value = Some((*number, factor, more));
                round.is_left_early = share < 1.0;
            }
            _ => {}
        }
        round
    }

    /// The model's estimate of a loop's count, and whether it was counted.
    fn estimate(&self, region: u32) -> (f64, bool) {
        let features = loop_features(self.view, region).unwrap_or_default();
        let typical = self.model.loops.leaf(&features).trips;
        let counted = self.measured.as_ref();
        match counted.and_then(|measured| measured.trips(region)) {
            Some(trips) => (trips, true),
            None => (typical, false),
        }
    }

    /// How often something runs in a loop with this many entries.
    fn count(&self, entered: &Count, round: &LoopIteration, [back, last]: [f64; 2]) -> Count {
        let Some((number, factor, more)) = round.value else {
            return entered.scaled(round.trips * back + last);
        };
        let mut count = Count::default();
        for (monomial, each) in &entered.terms {
            count.add(monomial.clone(), each * (more * back + last));
            let coefficient = each * factor * back;
            if monomial.len() < MAX_FACTORS {
                let mut product = monomial.clone();
                product.push(number);
                product.sort_unstable();
                count.add(product, coefficient);
            } else {
                let nominal = self.nominal.borrow().get(&number).copied().unwrap_or(0.0);
                count.add(monomial.clone(), coefficient * nominal);
            }
        }
        count
    }

    /// The method itself.
    pub(crate) fn of_method(&self, rounds: &[LoopIteration]) -> Frequencies {
        let forward = self.forward(0, rounds);
        let mut returns: FxHashMap<u32, f64> = FxHashMap::default();
        let mut of_part = vec![0.0; forward.len()];
        for (at, (part, _, ways)) in forward.iter().enumerate().rev() {
            let ends = match part {
                Part::Block(block) => {
                    let last = self.view.instructions(*block).last();
                    matches!(last.map(|last| last.op), Some(Op::Return(_)))
                }
                Part::Loop(_) => false,
            };
            let sum: f64 = ways
                .iter()
                .map(|(way, probability, _)| match way {
                    PartTarget::On(to) => probability * returns.get(to).copied().unwrap_or(0.0),
                    PartTarget::Back | PartTarget::Out(_) => 0.0,
                })
                .sum();
            of_part[at] = if ends { 1.0 } else { sum.min(1.0) };
            for entry in self.entries(*part) {
                returns.insert(entry, of_part[at]);
            }
        }
        let all = returns.get(&0).copied().unwrap_or(0.0);
        let never_returns = all < LEAST;
        let blocks = self.view.flow.len();
        let mut found = Frequencies {
            is_counted: false,
            sites: Vec::new(),
            visits: vec![0.0; blocks],
            certainty: vec![Certainty::Certain; blocks],
            doubts: vec![Doubt::default(); blocks],
            apart: Vec::new(),
            one_way: Vec::new(),
            by_own_branches: Vec::new(),
            throws: 1.0 - all,
            visits_before_throw: vec![0.0; blocks],
            counts: Vec::new(),
            nominal: Vec::new(),
            loops: vec![
                LoopFrequency {
                    entries: 1.0,
                    trips: 0.0,
                    is_exact: true
                };
                self.view.tree.regions.len()
            ],
        };
        let mut pending: Vec<(u32, f64, f64, Doubt)> = Vec::new();
        let thrown = 1.0 - all;
        for ((part, arrival, _), returns) in forward.iter().zip(&of_part) {
            let visits = if never_returns {
                *arrival
            } else {
                arrival * returns / all
            };
            let before = if thrown < LEAST {
                0.0
            } else {
                arrival * (1.0 - returns) / thrown
            };
            let doubt = Doubt::of_share(self.certainty(visits), visits);
            match part {
                Part::Block(block) => {
                    found.visits[*block as usize] = visits;
                    found.visits_before_throw[*block as usize] = before;
                    found.certainty[*block as usize] = doubt.certainty;
                    found.doubts[*block as usize] = doubt;
                }
                Part::Loop(inner) => pending.push((*inner, visits, before, doubt)),
            }
        }
        let has_values = rounds.iter().any(|round| round.value.is_some());
        if has_values {
            found.counts = found
                .visits
                .iter()
                .map(|visits| Count::of(*visits))
                .collect();
        }
        let mut entered: FxHashMap<u32, Count> = FxHashMap::default();
        while let Some((region, entries, before, around)) = pending.pop() {
            let round = &rounds[region as usize];
            found.loops[region as usize] = LoopFrequency {
                entries,
                trips: round.trips,
                is_exact: round.is_exact && around.certainty == Certainty::Certain,
            };
            let certainty = around.certainty;
            let of_loop = if round.is_exact {
                certainty
            } else if round.value.is_some() {
                let own = if round.is_left_early {
                    self.of_branches()
                } else {
                    Certainty::Certain
                };
                certainty.max(own)
            } else if round.is_measured {
                certainty.max(Certainty::Measured)
            } else {
                Certainty::Loops
            };
            let is_repeated_surely =
                round.is_exact || (round.value.is_some() && !round.is_left_early);
            let times = |outer: f64, [back, last]: [f64; 2]| {
                (outer * (round.trips * back + last)).min(MAX_VISITS)
            };
            let doubt_of = |[back, last]: [f64; 2]| {
                let is_every_time = |visits: f64| (visits - 1.0).abs() < 1e-9 || visits == 0.0;
                let own = if is_every_time(back) && is_every_time(last) {
                    Certainty::Certain
                } else {
                    self.of_branches()
                };
                let repeated = round.trips * back;
                let each = (repeated + last) / (round.trips + 1.0);
                let is_once = repeated <= SELDOM * (repeated + last);
                let doubt = Doubt::of_share(of_loop.max(own), each);
                Doubt {
                    is_sure: around.is_sure && doubt.is_sure && (is_repeated_surely || is_once),
                    ..doubt
                }
            };
            let count = has_values.then(|| entered.remove(&region).unwrap_or(Count::of(entries)));
            for (block, visits) in &round.blocks {
                let at = *block as usize;
                found.visits[at] = times(entries, *visits);
                found.visits_before_throw[at] = times(before, *visits);
                found.doubts[at] = doubt_of(*visits);
                found.certainty[at] = found.doubts[at].certainty;
                if let Some(count) = &count {
                    found.counts[at] = self.count(count, round, *visits);
                }
            }
            for (inner, visits) in &round.loops {
                if let Some(count) = &count {
                    entered.insert(*inner, self.count(count, round, *visits));
                }
                let (entries, before) = (times(entries, *visits), times(before, *visits));
                pending.push((*inner, entries, before, doubt_of(*visits)));
            }
        }
        let nominal = self.nominal.borrow();
        let most = nominal
            .keys()
            .max()
            .map_or(0, |most| usize::from(*most) + 1);
        let value_of = |number: usize| nominal.get(&(number as u16)).copied().unwrap_or(0.0);
        found.nominal = (0..most).map(value_of).collect();
        found
    }

    /// What runs once in each returning call is certain.
    fn certainty(&self, visits: f64) -> Certainty {
        if (visits - 1.0).abs() < 1e-9 || visits == 0.0 {
            Certainty::Certain
        } else {
            self.of_branches()
        }
    }

    const fn of_branches(&self) -> Certainty {
        if self.measured.is_some() {
            Certainty::Measured
        } else {
            Certainty::Branches
        }
    }
}
