//! What the repetitions of a loop cost.

use super::region::Region;
use super::{LoopNest, NONE};
use crate::bound::{Amortised, LoopView, TripBound, kind_of};
use crate::exact_trip::ExactTrip;
use crate::longest::Path;
use crate::method::{LoopKind, NoteKind};
use cost::{Cost, ITERATION, Iterations, LoopTest, Symbol};
use flow::Components;
use pricing::Tally;
use std::sync::Arc;

/// Loops nested deeper than this are bounded together by one symbol.
const MAX_DEPTH: u32 = 64;

/// A loop with more exits than this gets a single one instead, as expensive as its most expensive exit.
const MAX_EXITS: usize = 16;

/// A loop, as seen by the region around it.
#[derive(Debug)]
pub(super) struct Loop {
    /// All its repetitions.
    pub(super) repeated: Path,
    /// The exits: the blocks at each, and the path there from the loop's entry.
    pub(super) exits: Vec<(Vec<u32>, Path)>,
}

impl LoopNest<'_> {
    /// The cost of one of a region's loops.
    pub(super) fn repeat(
        &mut self,
        around: &Region,
        parts: &Components,
        part: usize,
        blocks: Vec<u32>,
        depth: u32,
    ) -> Loop {
        let mut entries: Vec<u32> = blocks
            .iter()
            .copied()
            .filter(|block| {
                let edges = self.flow.predecessors(*block as usize);
                *block == 0
                    || edges.iter().any(|edge| {
                        let from = edge.block();
                        !self.contains(around, from)
                            || parts.of[self.local[from] as usize] as usize != part
                    })
            })
            .collect();
        entries.sort_unstable();
        let header = entries.first().or(blocks.first()).copied().unwrap_or(0);
        let header = self.flow.instructions(header as usize).start as u32;
        let region = self.enter(blocks, entries, true);
        let result = self.take_apart(&region, header, depth);
        let result = result.unwrap_or_else(|| {
            self.taken_out_of(&region);
            self.one_symbol(&region, header)
        });
        self.mark(around);
        result
    }

    /// `None` if that is too much.
    fn take_apart(&mut self, region: &Region, header: u32, depth: u32) -> Option<Loop> {
        if depth > MAX_DEPTH {
            return None;
        }
        let parts = self.components(region);
        let (trip, amortised) = if let [entry] = region.entries.as_slice() {
            self.trip(region, &parts, *entry)
        } else {
            self.note(header, NoteKind::Irreducible);
            (None, None)
        };
        let (bound, kind) = if let Some(trip) = &trip {
            (trip.bound.clone(), kind_of(&trip.bound))
        } else if let Some(amortised) = &amortised {
            (amortised.total.clone(), kind_of(&amortised.total))
        } else {
            let test = self.loop_test(region);
            (self.bounds.opaque(header, false, test), LoopKind::Opaque)
        };
        self.push_loop(header, bound.clone(), kind);
        if let (Some(trip), [entry]) = (&trip, region.entries.as_slice()) {
            self.exact
                .extend(trip.exact.as_ref().map(|exact| ExactTrip {
                    header: *entry,
                    test: exact.block,
                    bound: exact.bound.clone(),
                    index: trip.index.clone(),
                    is_certain: exact.is_certain,
                }));
        }
        let inside = self.loops.len();
        let test = trip.as_ref().map(|trip| trip.place);
        let index = trip.as_ref().and_then(|trip| trip.index.clone());
        let iterations = index.as_deref().map(|index| Iterations::new(index, &bound));
        let entry = region.entries.first().copied().unwrap_or(0);
        let place = parts.of[self.local[entry as usize] as usize];
        let known = self.bounds.descend(entry, &region.blocks, trip, place);
        let (mut dag, node_of) = self.dag(region, &parts, depth);
        self.bounds.ascend(&known);
        if region.entries.len() == 1 {
            let is_tested_first = test == Some(place);
            (self.bounds).end(entry, &region.blocks, &bound, is_tested_first);
        }
        if let Some(iterations) = &iterations {
            self.leave(inside, iterations);
        }

        let node = |nest: &Self, block: u32| node_of[nest.local[block as usize] as usize];
        let mut latches = Vec::new();
        let mut exits = Vec::new();
        for block in &region.blocks {
            let (mut returns, mut leaves) = (false, self.returns(*block));
            for edge in self.flow.successors(*block as usize) {
                let inside = self.contains(region, edge.block());
                leaves |= !inside && self.executed.contains(edge.block());
                returns |= inside && region.is_entry(edge.block());
            }
            if returns && node(self, *block) != NONE {
                latches.push(node(self, *block));
            }
            if leaves && node(self, *block) != NONE {
                exits.push(*block);
            }
        }
        let once = self.most_expensive(&mut dag, &latches)?;
        // What depends on the iteration differs from one run of the loop to the next.
        let amortised = amortised.filter(|_| !once.cost.symbols().iter().any(is_iteration));
        let groups: Vec<Vec<u32>> = if exits.len() > MAX_EXITS {
            vec![exits]
        } else {
            exits.into_iter().map(|block| vec![block]).collect()
        };
        let exits = groups
            .into_iter()
            .map(|blocks| -> Option<(Vec<u32>, Path)> {
                let nodes: Vec<u32> = blocks.iter().map(|block| node(self, *block)).collect();
                let mut path = self.most_expensive(&mut dag, &nodes)?;
                let place = |block: &u32| parts.of[self.local[*block as usize] as usize];
                // Control that leaves after the test that bounds the loop has passed the test in this iteration. It has
                // returned to the header one time less than the bound says, so the incomplete iteration is already paid
                // for.
                let is_behind = |test| blocks.iter().all(|block| place(block) > test);
                let is_paid = amortised.is_none()
                    && test.is_some_and(is_behind)
                    && self.is_at_least(&once.cost, &path.cost);
                let missing = is_paid.then(|| self.missing_width(&path.cost, &once.cost));
                if let Some(missing) = missing.flatten() {
                    path.cost = missing;
                } else if let Some(iterations) = &iterations {
                    path.cost = iterations.last(&path.cost)?;
                }
                Some((blocks, path))
            })
            .collect::<Option<_>>()?;
        let mut cost = match (&amortised, &iterations) {
            (Some(Amortised { over, total }), _) => {
                self.in_all.push((*over, once.cost.times(total)));
                Cost::zero()
            }
            (None, Some(iterations)) => iterations.sum(&once.cost)?,
            (None, None) => once.cost.times(&bound),
        };
        for inner in self.taken_out_of(region) {
            cost.add(inner);
        }
        Some(Loop {
            repeated: Path {
                cost,
                blocks: once.blocks,
            },
            exits,
        })
    }

    /// What inner loops cost in all iterations of this one.
    fn taken_out_of(&mut self, region: &Region) -> Vec<Cost> {
        let is_here = |(over, _): &mut (u32, Cost)| region.entries == [*over];
        let taken = self.in_all.extract_if(.., is_here);
        taken.map(|(_, cost)| cost).collect()
    }

    /// True if one cost is at least another: at the values of one path, or for all values.
    fn is_at_least(&self, one: &Cost, other: &Cost) -> bool {
        let means = self.units.means();
        match self.values {
            Some(values) => values.mean(one, means) >= values.mean(other, means),
            None => one.dominates(other, means),
        }
    }

    /// By how much the distribution of a path is wider than that of another one that stands for it; `None` if that is unknown.
    fn missing_width(&self, path: &Cost, other: &Cost) -> Option<Cost> {
        let (Some(spread), None) = (self.input.spread, self.values) else {
            return Some(Cost::zero());
        };
        if let (Some(path), Some(other)) = (path.constant(), other.constant()) {
            let mut missing = Tally::new();
            spread.widen(&mut missing, spread.weight(path) - spread.weight(other));
            return Some(Cost::from(missing));
        }
        path.is_no_wider(other, spread).then(Cost::zero)
    }

    /// Makes the bounds of inner loops, from this one on, independent of the iteration, by using their largest value.
    fn leave(&mut self, inside: usize, iterations: &Iterations<'_>) {
        for at in inside..self.loops.len() {
            if !iterations.is_in_bound(&self.loops[at].bound) {
                continue;
            }
            let largest = iterations.largest(&self.loops[at].bound);
            let bound = largest.unwrap_or_else(|| {
                let header = self.loops[at].header;
                self.bounds.opaque(header, false, LoopTest::Number)
            });
            self.loops[at].kind = kind_of(&bound);
            self.loops[at].bound = bound;
        }
    }

    /// Looks for the bound of a natural loop, and for one of all its iterations in a loop around it.
    fn trip(
        &mut self,
        region: &Region,
        parts: &Components,
        entry: u32,
    ) -> (Option<TripBound>, Option<Amortised>) {
        let backbone = self.backbone(region, parts);
        let has_loops = (0..parts.len()).any(|part| self.is_loop(region, parts.nodes(part)));
        let view = LoopView {
            blocks: &region.blocks,
            region_of: &self.region_of,
            region: region.id,
            header: entry,
            backbone: &backbone,
            local: &self.local,
            places: &parts.of,
            is_outer: has_loops || self.calls_in(region),
            only_exit: self.only_exit(region),
        };
        let trip = self.bounds.trip_count(&view);
        let kind = trip.as_ref().map(|trip| kind_of(&trip.bound));
        if kind == Some(LoopKind::Constant) {
            return (trip, None);
        }
        let is_bounded = kind == Some(LoopKind::Symbolic);
        let amortised = self.bounds.amortised(&view, is_bounded);
        // A number of all iterations is better than one that only stands for an unknown count.
        let trip = trip.filter(|_| is_bounded || amortised.is_none());
        (trip, amortised)
    }

    /// A loop that is not analysed further: one symbol says how often all its blocks run.
    fn one_symbol(&mut self, region: &Region, header: u32) -> Loop {
        self.note(header, NoteKind::TooComplex);
        let test = self.loop_test(region);
        let bound = self.bounds.opaque(header, true, test);
        match self.loops.iter_mut().find(|known| known.header == header) {
            Some(known) => {
                known.bound = bound.clone();
                known.kind = LoopKind::Opaque;
            }
            None => self.push_loop(header, bound.clone(), LoopKind::Opaque),
        }
        let mut executed = Cost::from(self.units.tally(region.blocks.iter().copied()));
        for block in &region.blocks {
            executed.add(self.called_in(*block));
        }
        let leaves = |block: &&u32| {
            let mut edges = self.flow.successors(**block as usize).iter();
            self.returns(**block) || edges.any(|edge| !self.contains(region, edge.block()))
        };
        let exits = region.blocks.iter().filter(leaves).copied().collect();
        Loop {
            repeated: Path {
                cost: executed.times(&bound),
                blocks: region.blocks.clone(),
            },
            exits: vec![(exits, Path::default())],
        }
    }
}

/// True for the number of an iteration.
fn is_iteration(symbol: &Arc<Symbol>) -> bool {
    symbol.name.starts_with(ITERATION)
}
