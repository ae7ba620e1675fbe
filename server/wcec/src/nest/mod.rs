//! The nest of loops of a method, found from the outside in.
//!
//! The strongly connected components of a graph are its outermost loops (Havlak 1997). Without the edges back to its entry,
//! a loop's body splits into further components: the inner loops. A loop with a single entry block is a natural loop, and
//! its bound is computed. Any other is irreducible, and a symbol bounds it.
//!
//! A loop that returns to its header at most T times costs T times the most expensive path from the header back to it, plus
//! once the path from the header to the exit.

mod region;
mod regions;
mod repetition;

use crate::bound::{Bounds, LoopView};
use crate::call::{Call, Callee};
use crate::ends::Executed;
use crate::exact_trip::ExactTrip;
use crate::longest::{Dag, Node, Path, PathValues};
use crate::method::{LoopInfo, LoopKind, MethodCost, MethodInput, Note, NoteKind};
use crate::supposed::Supposed;
use crate::units::Units;
use cost::{Assumptions, Cost, Polynomial};
use flow::Flow;
use flow::{Components, UNREACHED};
use pricing::TallySum;
use region::Region;
use std::cell::RefCell;
use std::sync::Arc;

/// A loop or method whose cost has more terms than this is bounded by one symbol.
const MAX_TERMS: usize = 4096;

/// For a block that has no node.
const NONE: u32 = u32::MAX;

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
