//! The nest of loops of a method, found from the outside in.
//!
//! The strongly connected components of a graph are its outermost loops (Havlak 1997). Without the edges back to its entry,
//! a loop's body splits into further components: the inner loops. A loop with a single entry block is a natural loop, and
//! its bound is computed. Any other is irreducible, and a symbol bounds it.
//!
//! A loop that returns to its header at most T times costs T times the most expensive path from the header back to it, plus
//! once the path from the header to the exit.

use crate::bound::{Amortised, Bounds, LoopView, TripBound, kind_of};
use crate::call::{Call, Callee};
use crate::ends::Executed;
use crate::exact_trip::ExactTrip;
use crate::longest::{Dag, Node, Path, PathValues};
use crate::loop_test::loop_test;
use crate::method::{LoopInfo, LoopKind, MethodCost, MethodInput, Note, NoteKind};
use crate::supposed::Supposed;
use crate::units::Units;
use bytecode::Op;
use cost::{Assumptions, Cost, ITERATION, Iterations, LoopTest, Polynomial, Symbol};
use flow::Flow;
use flow::{Components, UNREACHED};
use pricing::{Tally, TallySum};
use std::cell::RefCell;
use std::sync::Arc;

/// Loops nested deeper than this are bounded together by one symbol.
const MAX_DEPTH: u32 = 64;

/// A loop with more exits than this gets a single one instead, as expensive as its most expensive exit.
const MAX_EXITS: usize = 16;

/// A loop or method whose cost has more terms than this is bounded by one symbol.
const MAX_TERMS: usize = 4096;

/// For a block that has no node.
const NONE: u32 = u32::MAX;

/// A part of the method being analysed: the whole method, or the body of a loop.
#[derive(Debug)]
struct Region {
    id: u32,
    blocks: Vec<u32>,
    /// The blocks at which it is entered, sorted.
    entries: Vec<u32>,
    /// True for the body of a loop, which lacks the edges back to its entries.
    is_body: bool,
}

/// A loop, as seen by the region around it.
#[derive(Debug)]
struct Loop {
    /// All its repetitions.
    repeated: Path,
    /// The exits: the blocks at each, and the path there from the loop's entry.
    exits: Vec<(Vec<u32>, Path)>,
}

/// Where the edges of a node of an acyclic graph begin.
#[derive(Debug)]
enum ExitEdges {
    Block(u32),
    Blocks(Vec<u32>),
    /// They lead to this many nodes after it.
    Nodes(u32),
}

impl ExitEdges {
    fn blocks(&self) -> &[u32] {
        match self {
            Self::Block(block) => std::slice::from_ref(block),
            Self::Blocks(blocks) => blocks,
            Self::Nodes(_) => &[],
        }
    }
}

/// Analyses the loops of one method.
#[derive(Debug)]
pub(crate) struct LoopNest<'a> {
    input: &'a MethodInput<'a>,
    flow: &'a Flow,
    /// The blocks that count.
    executed: &'a Executed,
    /// If given, the path that is the most expensive at these values stands for all.
    values: Option<&'a PathValues>,
    units: Units<'a>,
    bounds: Bounds<'a>,
    loops: Vec<LoopInfo>,
    exact: Vec<ExactTrip>,
    /// What inner loops cost in all iterations of a loop around them, with its header.
    in_all: Vec<(u32, Cost)>,
    /// The region of each block, and the block's index in that region.
    region_of: Vec<u32>,
    local: Vec<u32>,
    regions: u32,
}

impl Region {
    fn is_entry(&self, block: usize) -> bool {
        self.entries.binary_search(&(block as u32)).is_ok()
    }
}

impl<'a> LoopNest<'a> {
    pub(crate) fn new(
        input: &'a MethodInput<'a>,
        (flow, executed): (&'a Flow, &'a Executed),
        sum: &'a RefCell<TallySum>,
        values: Option<&'a PathValues>,
    ) -> Self {
        Self {
            input,
            values,
            flow,
            executed,
            units: Units::new(input, flow, sum),
            bounds: Bounds::new(input, flow),
            loops: Vec::new(),
            exact: Vec::new(),
            in_all: Vec::new(),
            region_of: vec![NONE; flow.len()],
            local: vec![0; flow.len()],
            regions: 0,
        }
    }

    /// Supposes that arguments are in a range.
    pub(crate) const fn suppose(&mut self, supposed: Option<&'a Supposed>) {
        self.bounds.supposed = supposed;
    }

    /// The cost of the method; `None` if it has too many paths to enumerate.
    pub(crate) fn cost(mut self) -> Option<MethodCost> {
        let blocks = (0..self.flow.len() as u32).filter(|block| {
            let block = *block as usize;
            self.flow.is_reachable(block) && self.executed.contains(block)
        });
        let region = self.enter(blocks.collect(), vec![0], false);
        let parts = self.components(&region);
        let (mut dag, node_of) = self.dag(&region, &parts, 0);
        let returns = region.blocks.iter().filter(|block| self.returns(**block));
        let nodes = returns.map(|block| node_of[self.local[*block as usize] as usize]);
        let mut ends: Vec<u32> = nodes.filter(|node| *node != NONE).collect();
        if !self.executed.is_of_returns() || ends.is_empty() {
            ends.extend(dag.ends());
        }
        let path = self.most_expensive(&mut dag, &ends)?;
        if !self.in_all.is_empty() {
            return None;
        }
        self.find_other_loops();
        let mut blocks = path.blocks;
        blocks.sort_unstable();
        blocks.dedup();
        let returning = (0..self.flow.len() as u32).filter(|block| {
            self.flow.is_reachable(*block as usize)
                && self.executed.contains(*block as usize)
                && self.returns(*block)
        });
        let returning: Vec<u32> = returning.collect();
        let result = self.bounds.result(&returning).map(Arc::new);
        let mut parts = self
            .input
            .calls
            .iter()
            .filter_map(|call| match &call.callee {
                Callee::Itself { parts, .. } => Some(parts),
                _ => None,
            });
        let parts = parts.next();
        let returns = self.executed.is_of_returns();
        let recursion = parts.map(|parts| self.bounds.recursion(parts, returns));
        let recursion = recursion.unwrap_or_default();
        let objects = (parts.is_some() && recursion.depth.is_none() && recursion.runs.is_none())
            .then(|| self.bounds.objects_of_recursion())
            .flatten();
        let small_calls = self.bounds.small_calls();
        let cost = MethodCost {
            symbols: path.cost.symbols(),
            cost: path.cost,
            small_calls,
            supposing: None,
            notes: self.bounds.notes,
            moving: self.bounds.moving,
            recursion,
            objects,
            result,
            loops: self.loops,
            exact: self.exact,
            passed_on: self.bounds.passed_on,
            refuted: self.bounds.refuted,
            assumptions: Assumptions::default(),
            is_of_returns: self.bounds.is_of_returns,
        };
        Some(cost.with_own_assumptions(self.input))
    }

    /// True if a block ends with a return.
    fn returns(&self, block: u32) -> bool {
        let last = self.flow.instructions(block as usize).last();
        let last = last.and_then(|last| self.input.code.instructions.get(last));
        last.is_some_and(|instruction| matches!(instruction.op, Op::Return(_)))
    }

    /// Bounds the loops whose blocks do not count. The cost does not rely on what their bounds rely on.
    fn find_other_loops(&mut self) {
        if !self.executed.leaves_out() {
            return;
        }
        let is_left_out =
            |block: usize| self.flow.is_reachable(block) && !self.executed.contains(block);
        let blocks = (0..self.flow.len()).filter(|block| is_left_out(*block));
        let blocks: Vec<u32> = blocks.map(|block| block as u32).collect();
        let is_entered = |block: &u32| {
            let mut edges = self.flow.predecessors(*block as usize).iter();
            edges.any(|edge| self.executed.contains(edge.block()))
        };
        let entries = blocks.iter().copied().filter(is_entered).collect();
        let region = self.enter(blocks, entries, false);
        let parts = self.components(&region);
        if (0..parts.len()).any(|part| self.is_loop(&region, parts.nodes(part))) {
            let known = self.bounds.notes.len();
            let moving = self.bounds.moving.clone();
            self.dag(&region, &parts, 0);
            let found = self.bounds.notes.split_off(known).into_iter();
            let found = found.filter(|note| matches!(note.kind, NoteKind::UnknownName { .. }));
            self.bounds.notes.extend(found);
            self.bounds.moving = moving;
        }
    }

    fn enter(&mut self, blocks: Vec<u32>, entries: Vec<u32>, is_body: bool) -> Region {
        let id = self.regions;
        self.regions += 1;
        let region = Region {
            id,
            blocks,
            entries,
            is_body,
        };
        self.mark(&region);
        region
    }

    /// Assigns the blocks of a region to it.
    fn mark(&mut self, region: &Region) {
        for (index, block) in region.blocks.iter().enumerate() {
            self.region_of[*block as usize] = region.id;
            self.local[*block as usize] = index as u32;
        }
    }

    fn contains(&self, region: &Region, block: usize) -> bool {
        self.region_of[block] == region.id
    }

    /// True if an edge from inside the region to this block stays within it.
    fn leads_on(&self, region: &Region, block: usize) -> bool {
        self.contains(region, block) && !(region.is_body && region.is_entry(block))
    }

    fn components(&self, region: &Region) -> Components {
        let roots = region
            .entries
            .iter()
            .map(|entry| self.local[*entry as usize]);
        Components::find(region.blocks.len(), roots, |node, followed| {
            let edges = self.flow.successors(region.blocks[node as usize] as usize);
            loop {
                let to = edges.get(*followed as usize)?.block();
                *followed += 1;
                if self.leads_on(region, to) {
                    return Some(self.local[to]);
                }
            }
        })
    }

    /// True if a component is a loop.
    fn is_loop(&self, region: &Region, nodes: &[u32]) -> bool {
        let [only] = nodes else {
            return true;
        };
        let block = region.blocks[*only as usize] as usize;
        let edges = self.flow.successors(block);
        edges
            .iter()
            .any(|edge| edge.block() == block && self.leads_on(region, block))
    }

    /// The region as an acyclic graph with a node for each of its loops and for each exit of a loop; and the node from
    /// which the edges of each block leave.
    fn dag(&mut self, region: &Region, parts: &Components, depth: u32) -> (Dag, Vec<u32>) {
        let mut nodes: Vec<Node> = Vec::with_capacity(parts.len());
        let mut first_of_part = Vec::with_capacity(parts.len());
        let mut node_of = vec![NONE; region.blocks.len()];
        // For each node, the blocks that its edges leave, or how many of the nodes after it are its successors.
        let mut leaving: Vec<ExitEdges> = Vec::with_capacity(parts.len());
        for part in 0..parts.len() {
            first_of_part.push(nodes.len() as u32);
            let members = parts.nodes(part);
            let blocks = members.iter().map(|member| region.blocks[*member as usize]);
            if self.is_loop(region, members) {
                let inner = self.repeat(region, parts, part, blocks.collect(), depth + 1);
                nodes.push(Node::Path(inner.repeated));
                leaving.push(ExitEdges::Nodes(inner.exits.len() as u32));
                for (exits, path) in inner.exits {
                    for block in &exits {
                        node_of[self.local[*block as usize] as usize] = nodes.len() as u32;
                    }
                    nodes.push(Node::Path(path));
                    leaving.push(ExitEdges::Blocks(exits));
                }
            } else {
                for block in blocks {
                    node_of[self.local[block as usize] as usize] = nodes.len() as u32;
                    let node = self.block(block);
                    nodes.push(node);
                    leaving.push(ExitEdges::Block(block));
                }
            }
        }
        let mut starts = Vec::with_capacity(leaving.len() + 1);
        starts.push(0);
        let mut edges = Vec::with_capacity(2 * leaving.len());
        for (node, leaving) in leaving.iter().enumerate() {
            match leaving {
                ExitEdges::Nodes(exits) => {
                    edges.extend((1..=*exits).map(|exit| node as u32 + exit));
                }
                ExitEdges::Block(_) | ExitEdges::Blocks(_) => {
                    for block in leaving.blocks() {
                        let part = parts.of[self.local[*block as usize] as usize];
                        for edge in self.flow.successors(*block as usize) {
                            if !self.leads_on(region, edge.block()) {
                                continue;
                            }
                            let to = parts.of[self.local[edge.block()] as usize];
                            if to != part && to != UNREACHED {
                                edges.push(first_of_part[to as usize]);
                            }
                        }
                    }
                }
            }
            starts.push(edges.len() as u32);
        }
        let sources = region
            .entries
            .iter()
            .map(|entry| parts.of[self.local[*entry as usize] as usize])
            .map(|part| first_of_part[part as usize])
            .collect();
        let dag = Dag::new(nodes, starts, edges, sources, &self.units);
        (dag, node_of)
    }

    /// True if a callee's cost may depend on the iteration.
    fn calls_in(&self, region: &Region) -> bool {
        let of_region = |call: &Call| {
            let block = self.flow.block_of(call.passed.instruction);
            block.is_some_and(|block| self.contains(region, block))
        };
        self.input.calls.iter().any(of_region)
    }

    /// A block, including what its calls execute.
    fn block(&mut self, block: u32) -> Node {
        self.bounds.note_result(block);
        let mut called = self.called_in(block);
        if called.terms().is_empty() {
            return Node::Block(block);
        }
        called.add(Cost::from(self.units.tally([block].into_iter())));
        Node::Path(Path {
            cost: called,
            blocks: vec![block],
        })
    }

    /// What the calls of a block execute, for those whose cost depends on symbols.
    fn called_in(&mut self, block: u32) -> Cost {
        let instructions = self.flow.instructions(block as usize);
        let at = |call: &Call| call.passed.instruction as usize;
        let calls = self.input.calls;
        let from = calls.partition_point(|call| at(call) < instructions.start);
        let within = calls[from..]
            .iter()
            .take_while(|call| at(call) < instructions.end);
        let mut called = Cost::zero();
        for call in within {
            let view = LoopView {
                blocks: &[],
                region_of: &self.region_of,
                region: NONE - 1,
                header: block,
                backbone: &[],
                local: &self.local,
                places: &[],
                is_outer: false,
                only_exit: None,
            };
            called.add(self.bounds.cost_of_call(&view, call));
        }
        called
    }

    /// The cost of one of a region's loops.
    fn repeat(
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

    fn loop_test(&self, region: &Region) -> LoopTest {
        let contains = |block: usize| self.contains(region, block);
        loop_test(self.input, self.flow, &region.blocks, contains)
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

    /// The block through which every path to a return leaves the loop, if there is one.
    fn only_exit(&self, region: &Region) -> Option<u32> {
        if !self.executed.is_of_returns() {
            return None;
        }
        let leaves = |block: &&u32| {
            let mut edges = self.flow.successors(**block as usize).iter();
            self.returns(**block)
                || edges.any(|edge| {
                    !self.contains(region, edge.block()) && self.executed.contains(edge.block())
                })
        };
        let mut exits = region.blocks.iter().filter(leaves);
        match (exits.next(), exits.next()) {
            (Some(only), None) => Some(*only),
            _ => None,
        }
    }

    /// The blocks that every iteration executes exactly once, with their places in the order of the body: no edge on a path
    /// back to the header skips them.
    fn backbone(&self, region: &Region, parts: &Components) -> Vec<(u32, u32)> {
        let count = parts.len();
        let mut returns = vec![false; count];
        for part in (0..count).rev() {
            returns[part] = parts.nodes(part).iter().any(|node| {
                let edges = self.flow.successors(region.blocks[*node as usize] as usize);
                edges.iter().any(|edge| {
                    self.contains(region, edge.block())
                        && (region.is_entry(edge.block())
                            || returns[parts.of[self.local[edge.block()] as usize] as usize])
                })
            });
        }
        let mut backbone = Vec::new();
        let mut reach = 0;
        for part in (0..count).filter(|part| returns[*part]) {
            let on_all_paths = reach <= part;
            let mut wholly = true;
            for node in parts.nodes(part) {
                let edges = self.flow.successors(region.blocks[*node as usize] as usize);
                for edge in edges
                    .iter()
                    .filter(|edge| self.contains(region, edge.block()))
                {
                    // An exception that the loop handles itself leaves the block unfinished.
                    wholly &= !edge.is_exceptional();
                    if region.is_entry(edge.block()) {
                        reach = count;
                    } else {
                        let to = parts.of[self.local[edge.block()] as usize] as usize;
                        if returns[to] {
                            reach = reach.max(to);
                        }
                    }
                }
            }
            if let ([node], true) = (parts.nodes(part), on_all_paths && wholly) {
                let block = region.blocks[*node as usize];
                if !self.is_loop(region, &[*node]) {
                    backbone.push((block, part as u32));
                }
            }
        }
        backbone
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

    /// `None` if that is too much.
    fn most_expensive(&self, dag: &mut Dag, targets: &[u32]) -> Option<Path> {
        let path = dag.most_expensive(targets, &self.units, self.values)?;
        (path.cost.terms().len() <= MAX_TERMS).then_some(path)
    }

    fn push_loop(&mut self, header: u32, bound: Polynomial, kind: LoopKind) {
        self.loops.push(LoopInfo {
            line: self.input.code.line_of(header),
            header,
            bound,
            kind,
        });
    }

    fn note(&mut self, at: u32, kind: NoteKind) {
        let note = Note {
            line: self.input.code.line_of(at),
            kind,
        };
        if !self.bounds.notes.contains(&note) {
            self.bounds.notes.push(note);
        }
    }
}

/// True for the number of an iteration.
fn is_iteration(symbol: &Arc<Symbol>) -> bool {
    symbol.name.starts_with(ITERATION)
}
