//! The control flow of one method: basic blocks and the edges between them.

use bytecode::{Code, Op};
use std::ops::Range;

/// A method with more edges is not analysed but bounded by a single symbol. Compiled Java stays far below; a hostile exception
/// table could need billions.
const MAX_EDGES: usize = 1 << 20;

/// An edge to a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge(u32);

impl Edge {
    const fn new(block: u32, exceptional: bool) -> Self {
        Self(block << 1 | exceptional as u32)
    }

    /// The target block.
    pub const fn block(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether an exception may be thrown inside the source block, so that the block may run only in part.
    pub const fn is_exceptional(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Lists of edges, one after another.
#[derive(Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Lists {
    fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.edges.clear();
    }

    fn close(&mut self) {
        self.starts.push(self.edges.len() as u32);
    }

    fn of(&self, block: usize) -> &[Edge] {
        &self.edges[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

/// The control flow of a method, in memory that is reused for the next one.
#[derive(Debug, Default)]
pub struct Flow {
    /// The start of each block, and the number of instructions.
    starts: Vec<u32>,
    block_of: Vec<u32>,
    successors: Lists,
    predecessors: Lists,
    reachable: Vec<bool>,
    forward_only: bool,
    exceptional: Vec<(u32, u32)>,
    seen: Vec<u32>,
    behind_calls: Vec<u32>,
    pending: Vec<u32>,
    order: Vec<u32>,
    position: Vec<u32>,
}

/// A method has more edges than can be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyEdges;

impl Flow {
    /// Finds the blocks and edges of a method.
    ///
    /// # Errors
    /// [`TooManyEdges`] if there are more than can be followed.
    pub fn refill(&mut self, code: &Code) -> Result<(), TooManyEdges> {
        self.refill_without(code, &[])
    }

    /// The same without some edges, given as pairs of blocks, that control is known never to take.
    ///
    /// # Errors
    /// [`TooManyEdges`] if there are more than can be followed.
    pub fn refill_without(
        &mut self,
        code: &Code,
        never_taken: &[(u32, u32)],
    ) -> Result<(), TooManyEdges> {
        self.starts.clear();
        self.block_of.clear();
        self.starts.extend_from_slice(code.leaders.starts());
        for (block, range) in code.leaders.blocks().enumerate() {
            self.block_of.resize(range.end, block as u32);
        }
        self.starts.push(code.instructions.len() as u32);
        self.find_exceptional_edges(code)?;
        self.find_edges(code, never_taken)?;
        self.find_reachable();
        Ok(())
    }

    /// The number of blocks.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The instructions of a block.
    pub fn instructions(&self, block: usize) -> Range<usize> {
        self.starts[block] as usize..self.starts[block + 1] as usize
    }

    /// The block of an instruction.
    pub fn block_of(&self, instruction: u32) -> Option<usize> {
        self.block_of
            .get(instruction as usize)
            .map(|block| *block as usize)
    }

    /// The blocks where control may go from a block. A block may occur more than once.
    pub fn successors(&self, block: usize) -> &[Edge] {
        self.successors.of(block)
    }

    /// The blocks from which control may come to a block; only after [`Flow::find_predecessors`].
    pub fn predecessors(&self, block: usize) -> &[Edge] {
        self.predecessors.of(block)
    }

    /// Whether a path from the method's beginning reaches a block.
    pub fn is_reachable(&self, block: usize) -> bool {
        self.reachable[block]
    }

    /// Whether every edge leads forward in the order of the code. Then there are no loops, and the order of the code is
    /// topological.
    pub const fn is_forward_only(&self) -> bool {
        self.forward_only
    }

    /// For each block of a method, whether a return can be reached from its end; empty if the method has too many edges.
    pub fn blocks_that_return(&mut self, code: &Code) -> Vec<bool> {
        if self.refill(code).is_err() {
            return Vec::new();
        }
        self.find_predecessors();
        self.returning(code)
    }

    /// For each block, whether a return can be reached from there; only after [`Flow::find_predecessors`].
    pub fn returning(&self, code: &Code) -> Vec<bool> {
        self.reaching(code, |op| matches!(op, Op::Return(_)))
    }

    /// For each block, whether the end of a call can be reached from there, by a return or by an exception that the method
    /// throws itself; only after [`Flow::find_predecessors`].
    pub fn ending(&self, code: &Code) -> Vec<bool> {
        self.reaching(code, |op| matches!(op, Op::Return(_) | Op::Throw))
    }

    fn reaching(&self, code: &Code, is_end: impl Fn(Op) -> bool) -> Vec<bool> {
        let mut reaches = vec![false; self.len()];
        let mut pending: Vec<usize> = (0..self.len())
            .filter(|block| {
                let last = self.instructions(*block).last();
                let op = last.and_then(|last| code.instructions.get(last));
                op.is_some_and(|instruction| is_end(instruction.op))
            })
            .collect();
        while let Some(block) = pending.pop() {
            if !std::mem::replace(&mut reaches[block], true) {
                pending.extend(self.predecessors(block).iter().map(|edge| edge.block()));
            }
        }
        reaches
    }

    /// The exception edges, by ascending block.
    fn find_exceptional_edges(&mut self, code: &Code) -> Result<(), TooManyEdges> {
        self.exceptional.clear();
        if code.handlers.is_empty() {
            return Ok(());
        }
        let mut work = 0;
        for entry in &code.handlers {
            let Some(handler) = self.block_of(entry.handler) else {
                continue;
            };
            let Some(first) = self.block_of(entry.start) else {
                continue;
            };
            let end = entry.end.min(code.instructions.len() as u32);
            // javac's handlers for `finally` and `synchronized` protect themselves. An exception inside them would be handled by
            // the same code forever, but programs do not loop this way.
            let itself = entry.start <= entry.handler && entry.handler < end;
            for block in first..self.len() {
                let start = self.starts[block];
                if start >= end || itself && start >= entry.handler {
                    break;
                }
                self.exceptional.push((block as u32, handler as u32));
                work += 1;
                if work > MAX_EDGES {
                    return Err(TooManyEdges);
                }
            }
        }
        self.exceptional.sort_unstable();
        self.exceptional.dedup();
        Ok(())
    }

    fn find_edges(&mut self, code: &Code, never_taken: &[(u32, u32)]) -> Result<(), TooManyEdges> {
        self.successors.clear();
        self.behind_calls.clear();
        let mut ends = code.leaders.blocks().map(|block| block.end - 1);
        if ends.any(|end| matches!(code.instructions[end].op, Op::Ret { .. })) {
            // A subroutine of an old class file may return to any of its calls.
            let calls = code.instructions.iter().enumerate();
            self.behind_calls
                .extend(calls.filter_map(|(index, instruction)| {
                    matches!(instruction.op, Op::Jsr { .. }).then_some(index as u32 + 1)
                }));
        }
        let mut exceptional = self.exceptional.iter().peekable();
        for block in 0..self.starts.len() - 1 {
            let last = self.starts[block + 1] - 1;
            let block_of = &self.block_of;
            let edges = &mut self.successors.edges;
            let mut push = |target: u32| {
                if let Some(target) = block_of.get(target as usize)
                    && !never_taken.contains(&(block as u32, *target))
                {
                    edges.push(Edge::new(*target, false));
                }
            };
            let op = code.instructions[last as usize].op;
            if op.falls_through() {
                push(last + 1);
            }
            match op {
                Op::Branch { target, .. } | Op::Goto { target } | Op::Jsr { target } => {
                    push(target);
                }
                Op::Switch { index, .. } => {
                    if let Some(switch) = code.switches.get(index as usize) {
                        push(switch.default);
                        for (_, target) in &switch.cases {
                            push(*target);
                        }
                    }
                }
                Op::Ret { .. } => self.behind_calls.iter().copied().for_each(push),
                _ => {}
            }
            while let Some((_, handler)) = exceptional.next_if(|(from, _)| *from as usize == block)
            {
                self.successors.edges.push(Edge::new(*handler, true));
            }
            if self.successors.edges.len() > 2 * MAX_EDGES {
                return Err(TooManyEdges);
            }
            self.successors.close();
        }
        Ok(())
    }

    fn find_reachable(&mut self) {
        self.reachable.clear();
        self.reachable.resize(self.len(), false);
        self.forward_only = true;
        if let Some(first) = self.reachable.first_mut() {
            *first = true;
        }
        for block in 0..self.len() {
            if !self.reachable[block] {
                continue;
            }
            for edge in self.successors.of(block) {
                self.reachable[edge.block()] = true;
                self.forward_only &= edge.block() > block;
            }
        }
        if self.forward_only {
            return;
        }
        // Blocks that only backward jumps reach.
        self.pending.clear();
        let known = self.reachable.iter().enumerate();
        self.pending
            .extend(known.filter_map(|(block, reachable)| reachable.then_some(block as u32)));
        while let Some(block) = self.pending.pop() {
            for edge in self.successors.of(block as usize) {
                if !std::mem::replace(&mut self.reachable[edge.block()], true) {
                    self.pending.push(edge.block() as u32);
                }
            }
        }
    }

    /// Fills in [`Flow::predecessors`], for reachable blocks only.
    pub fn find_predecessors(&mut self) {
        let blocks = self.len();
        let lists = &mut self.predecessors;
        lists.starts.clear();
        lists.starts.resize(blocks + 1, 0);
        for block in (0..blocks).filter(|block| self.reachable[*block]) {
            for edge in self.successors.of(block) {
                lists.starts[edge.block() + 1] += 1;
            }
        }
        for block in 0..blocks {
            lists.starts[block + 1] += lists.starts[block];
        }
        let total = lists.starts[blocks] as usize;
        lists.edges.clear();
        lists.edges.resize(total, Edge(0));
        self.seen.clear();
        self.seen.extend_from_slice(&lists.starts[..blocks]);
        for block in (0..blocks).filter(|block| self.reachable[*block]) {
            for edge in self.successors.of(block) {
                let at = &mut self.seen[edge.block()];
                lists.edges[*at as usize] = Edge::new(block as u32, edge.is_exceptional());
                *at += 1;
            }
        }
    }

    /// Orders the reachable blocks so that every edge leads forward, except edges back to a block on the current path of a
    /// depth-first search, such as the edge back to a loop's header.
    pub fn find_order(&mut self) {
        let blocks = self.len();
        self.order.clear();
        self.position.clear();
        self.position.resize(blocks, u32::MAX);
        if self.forward_only {
            self.order.extend(0..blocks as u32);
            self.order.retain(|block| self.reachable[*block as usize]);
        } else {
            self.find_reverse_postorder();
        }
        for (position, block) in self.order.iter().enumerate() {
            self.position[*block as usize] = position as u32;
        }
    }

    fn find_reverse_postorder(&mut self) {
        // What is visited last comes first: the body of a loop before the code after it, as in the method.
        for block in 0..self.len() {
            let range =
                self.successors.starts[block] as usize..self.successors.starts[block + 1] as usize;
            self.successors.edges[range].sort_unstable_by_key(|edge| std::cmp::Reverse(edge.0));
        }
        // The number of followed edges of each block.
        self.seen.clear();
        self.seen.resize(self.len(), u32::MAX);
        self.pending.clear();
        self.pending.push(0);
        self.seen[0] = 0;
        while let Some(block) = self.pending.last().copied() {
            let followed = &mut self.seen[block as usize];
            if let Some(edge) = self.successors.of(block as usize).get(*followed as usize) {
                *followed += 1;
                if self.seen[edge.block()] == u32::MAX {
                    self.seen[edge.block()] = 0;
                    self.pending.push(edge.block() as u32);
                }
            } else {
                self.pending.pop();
                self.order.push(block);
            }
        }
        self.order.reverse();
    }

    /// The reachable blocks in the order of [`Flow::find_order`].
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The position of a reachable block in that order.
    pub fn position(&self, block: usize) -> usize {
        self.position[block] as usize
    }
}
