//! The samples of all runs, by method, by line and by chain of calls.

use crate::charge::Charged;
use crate::methods::Methods;
use crate::record::{Code, FrameKind, MethodIndex};
use crate::series::{AllSamples, SamplePosition, Table, by_thread};
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
    pub(crate) all: AllSamples,
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
            all: AllSamples::default(),
            own: Table::new(),
            with_callees: Table::new(),
            lines: Table::new(),
            nodes: vec![(0.0, 0); skeleton.tree.nodes.len()],
            interpreted: 0.0,
            compiled: 0.0,
            native: 0.0,
            without_stack: 0,
        };
        for run in by_thread(runs) {
            for (sample, place) in run {
                tally.add(sample, place, code, methods, skeleton);
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
        place: SamplePosition,
        code: &Code,
        methods: &Methods<'_>,
        skeleton: &Skeleton,
    ) {
        let weight = sample.weight;
        self.all.add(weight, place);
        let Some((stack, charge)) = sample
            .stack
            .and_then(|stack| Some((stack, skeleton.place(stack)?)))
        else {
            self.without_stack += 1;
            self.own.add(Charge::NoStack, weight, place);
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
        let StackCharge { node, frame } = charge;
        let frame = frame.and_then(|frame| code.frames.get(frame.0 as usize));
        let method = frame.and_then(|frame| methods.of_frame(frame));
        let (Some(frame), Some(method)) = (frame, method) else {
            self.own.add(Charge::Outside, weight, place);
            return;
        };
        self.own.add(Charge::Method(method), weight, place);
        self.lines.add((method, frame.line), weight, place);
        let mut caller = Some(node);
        while let Some(at) = caller
            && let Some(node) = skeleton.tree.nodes.get(at)
        {
            if let Some(method) = node.method
                && skeleton.is_outermost.get(at) == Some(&true)
            {
                self.with_callees.add(method, weight, place);
            }
            caller = node.caller;
        }
        if let Some(sums) = self.nodes.get_mut(node) {
            sums.0 += weight;
            sums.1 += 1;
        }
    }
}
