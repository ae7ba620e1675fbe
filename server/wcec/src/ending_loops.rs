//! Whether a loop ends in an abstract execution: each iteration moves a number whose range is known, or takes from an iterator.

use crate::call_frame::CallFrame;
use crate::passing::{INTS, Passing};
use bytecode::{Code, Op};
use flow::{Flow, LoopTree};
use std::collections::BTreeSet;

/// A loop that may never end.
pub(crate) struct LoopSearch<'l> {
    pub(crate) code: &'l Code,
    pub(crate) flow: &'l Flow,
    /// The values at the beginning of each block; `None` for a block that control does not reach.
    pub(crate) begin: &'l [Option<CallFrame>],
    /// The blocks that take an element from the iterator in a local.
    pub(crate) takes: &'l BTreeSet<(usize, u16)>,
    /// The headers of the loops that end for another reason.
    pub(crate) ending: &'l [u32],
}

impl LoopSearch<'_> {
    /// The first instruction of a loop that may never end.
    pub(crate) fn endless(&self) -> Option<usize> {
        let tree = LoopTree::of(self.flow);
        let mut regions = tree.regions.iter().enumerate();
        if regions.any(|(_, region)| region.parts.is_empty()) {
            return Some(0);
        }
        (1..tree.regions.len()).find_map(|region| {
            let entries = &tree.regions[region].entries;
            let first = *entries.first()? as usize;
            let is_reached = entries
                .iter()
                .any(|entry| self.begin[*entry as usize].is_some());
            let at = self.flow.instructions(first).start;
            let ends = !is_reached
                || entries.len() == 1
                    && (self.ending.contains(&(at as u32))
                        || self.ends(&tree, region as u32, first));
            (!ends).then_some(at)
        })
    }

    fn ends(&self, tree: &LoopTree, region: u32, header: usize) -> bool {
        let Some(frame) = &self.begin[header] else {
            return true;
        };
        let blocks: Vec<usize> = (0..self.flow.len())
            .filter(|block| self.begin[*block].is_some() && tree.contains(region, *block as u32))
            .collect();
        let ops = |block: usize| {
            let range = self.flow.instructions(block);
            self.code.instructions[range]
                .iter()
                .map(|instruction| instruction.op)
        };
        let is_written = |slot: u16| {
            let mut all = blocks.iter().flat_map(|block| ops(*block));
            all.any(|op| match op {
                Op::Store {
                    slot: written,
                    data_type,
                } => written == slot || data_type.is_wide() && written.checked_add(1) == Some(slot),
                _ => false,
            })
        };
        (0_u16..).zip(&frame.locals).any(|(slot, value)| {
            if is_written(slot) {
                return false;
            }
            let steps = |block: usize| {
                ops(block).filter_map(move |op| match op {
                    Op::Increment { slot: of, by } if of == slot => Some(by),
                    _ => None,
                })
            };
            let moves = |is_forward: bool| {
                let mut all = blocks.iter().flat_map(|block| steps(*block));
                all.all(|by| by != 0 && (by > 0) == is_forward)
                    && self.passes(&blocks, header, |block| steps(block).next().is_some())
            };
            match value {
                Passing::Number(low, high) => {
                    *high < INTS.1 && moves(true) || *low > INTS.0 && moves(false)
                }
                Passing::Object(_) => {
                    self.passes(&blocks, header, |block| self.takes.contains(&(block, slot)))
                }
                Passing::Any | Passing::Null => false,
            }
        })
    }

    /// Whether every way from the header back to it goes through such a block.
    fn passes(&self, blocks: &[usize], header: usize, is_such: impl Fn(usize) -> bool) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![header];
        while let Some(block) = pending.pop() {
            if is_such(block) {
                continue;
            }
            for edge in self.flow.successors(block) {
                let to = edge.block();
                if edge.is_exceptional() || !blocks.contains(&to) {
                    continue;
                }
                if to == header {
                    return false;
                }
                if seen.insert(to) {
                    pending.push(to);
                }
            }
        }
        true
    }
}
