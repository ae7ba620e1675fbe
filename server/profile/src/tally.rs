//! The samples of all runs, by method, by line and by chain of calls.

use crate::batches::{Batches, Table, batch_length};
use crate::charge::Charged;
use crate::methods::Methods;
use crate::record::{Code, FrameKind, MethodIndex};
use crate::tree::{Skeleton, StackCharge};

/// What a sample is charged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Charge {
    Method(MethodIndex),
    /// The filter keeps no method of the stack.
    Outside,
    /// The stack is unknown.
    NoStack,
}

/// A line of a method; `None` if the frame has no line.
pub(crate) type LineKey = (MethodIndex, Option<u32>);

/// The samples of all runs.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) all: Batches,
    pub(crate) own: Table<Charge>,
    pub(crate) with_callees: Table<MethodIndex>,
    pub(crate) lines: Table<LineKey>,
    /// Weights and numbers of samples by node of the tree.
    pub(crate) nodes: Vec<(f64, u64)>,
    /// Weights by the kind of the frame on top: interpreted, compiled or inlined, native.
    pub(crate) interpreted: f64,
    pub(crate) compiled: f64,
    pub(crate) native: f64,
    /// Samples without a stack.
    pub(crate) without_stack: u64,
}

impl Tally {
    pub(crate) fn of(
        runs: &[Vec<Charged>],
        code: &Code,
        methods: &Methods<'_>,
        skeleton: &Skeleton,
    ) -> Self {
        let mut tally = Self {
            all: Batches::default(),
            own: Table::new(),
            with_callees: Table::new(),
            lines: Table::new(),
            nodes: vec![(0.0, 0); skeleton.tree.nodes.len()],
            interpreted: 0.0,
            compiled: 0.0,
            native: 0.0,
            without_stack: 0,
        };
        let mut chains = Chains::new(skeleton);
        for run in runs {
            let length = batch_length(run.len());
            for pair in run.chunks(2 * length) {
                for batch in pair.chunks(length) {
                    for sample in batch {
                        tally.add(sample, code, methods, skeleton, &mut chains);
                    }
                    let all = weight(batch);
                    chains.end_batch(&mut tally.with_callees);
                    tally.own.end_batch(all);
                    tally.lines.end_batch(all);
                    tally.with_callees.end_batch(all);
                    tally.all.end_batch(all);
                }
                let all = weight(pair);
                tally.own.end_pair(all);
                tally.lines.end_pair(all);
                tally.with_callees.end_pair(all);
                tally.all.end_pair(all);
            }
            tally.own.end_run();
            tally.lines.end_run();
            tally.with_callees.end_run();
        }
        tally
    }

    fn add(
        &mut self,
        sample: &Charged,
        code: &Code,
        methods: &Methods<'_>,
        skeleton: &Skeleton,
        chains: &mut Chains<'_>,
    ) {
        let weight = sample.weight;
        self.all.add_sample(weight);
        let Some((stack, place)) = sample
            .stack
            .and_then(|stack| Some((stack, skeleton.place(stack)?)))
        else {
            self.without_stack += 1;
            self.own.add(Charge::NoStack, weight, 1);
            return;
        };
        let top = code
            .stacks
            .get(stack.0 as usize)
            .and_then(|stack| code.frames.get(stack.frame.0 as usize));
        match top.map(|frame| frame.kind) {
            Some(FrameKind::Interpreted) => self.interpreted += weight,
            Some(FrameKind::Compiled | FrameKind::Inlined) => self.compiled += weight,
            Some(FrameKind::Native) => self.native += weight,
            Some(FrameKind::Unknown) | None => {}
        }
        let StackCharge { node, frame } = place;
        let frame = frame.and_then(|frame| code.frames.get(frame.0 as usize));
        let method = frame.and_then(|frame| methods.of_frame(frame));
        let (Some(frame), Some(method)) = (frame, method) else {
            self.own.add(Charge::Outside, weight, 1);
            return;
        };
        self.own.add(Charge::Method(method), weight, 1);
        self.lines.add((method, frame.line), weight, 1);
        chains.add(node, weight);
        if let Some(sums) = self.nodes.get_mut(node) {
            sums.0 += weight;
            sums.1 += 1;
        }
    }
}

fn weight(samples: &[Charged]) -> f64 {
    samples.iter().map(|sample| sample.weight).sum()
}

/// Passes the weights of a batch from the nodes of the tree to their callers.
struct Chains<'s> {
    skeleton: &'s Skeleton,
    nodes: Vec<OfNode>,
    /// The nodes of the batch.
    places: Vec<usize>,
}

#[derive(Clone, Copy, Default)]
struct OfNode {
    is_part: bool,
    weight: f64,
    samples: u64,
}

impl<'s> Chains<'s> {
    fn new(skeleton: &'s Skeleton) -> Self {
        Self {
            skeleton,
            nodes: vec![OfNode::default(); skeleton.tree.nodes.len()],
            places: Vec::new(),
        }
    }

    fn add(&mut self, place: usize, weight: f64) {
        if let Some(node) = self.nodes.get_mut(place) {
            node.weight += weight;
            node.samples += 1;
        }
        let mut at = Some(place);
        while let Some(place) = at
            && let Some(node) = self.nodes.get_mut(place)
            && !node.is_part
        {
            node.is_part = true;
            self.places.push(place);
            at = self
                .skeleton
                .tree
                .nodes
                .get(place)
                .and_then(|node| node.caller);
        }
    }

    fn end_batch(&mut self, table: &mut Table<MethodIndex>) {
        // Callers come before their callees. So going backwards, each node is complete when its turn comes.
        self.places.sort_unstable_by(|a, b| b.cmp(a));
        for place in self.places.drain(..) {
            let (Some(sums), Some(node)) = (
                self.nodes.get_mut(place).map(std::mem::take),
                self.skeleton.tree.nodes.get(place),
            ) else {
                continue;
            };
            if let Some(method) = node.method
                && self.skeleton.is_outermost.get(place) == Some(&true)
            {
                table.add(method, sums.weight, sums.samples);
            }
            if let Some(caller) = node.caller.and_then(|caller| self.nodes.get_mut(caller)) {
                caller.weight += sums.weight;
                caller.samples += sums.samples;
            }
        }
    }
}
