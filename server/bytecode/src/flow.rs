//! The starts of basic blocks, and the ranges of exception handlers.

use crate::instruction::{Instruction, Op, Switch};
use std::ops::Range;

/// The instructions at which basic blocks begin: branch targets, handlers, the ends of protected ranges, and the instructions
/// after branches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leaders {
    /// In ascending order.
    starts: Vec<u32>,
    /// The number of instructions.
    length: u32,
}

impl Leaders {
    /// Finds the leaders of a method. Ignores targets outside the code.
    pub fn of(instructions: &[Instruction], switches: &[Switch], handlers: &[Handler]) -> Self {
        let all = instructions.iter().enumerate();
        let ends = all.filter(|(_, instruction)| instruction.op.ends_block());
        let ends = ends.map(|(at, _)| at);
        Self::behind(ends, instructions, switches, handlers)
    }

    /// The same if the block-ending instructions are already known.
    pub(crate) fn behind(
        ends: impl Iterator<Item = usize>,
        instructions: &[Instruction],
        switches: &[Switch],
        handlers: &[Handler],
    ) -> Self {
        let length = instructions.len() as u32;
        let mut starts = Vec::with_capacity(1 + 2 * ends.size_hint().0 + 3 * handlers.len());
        starts.push(0);
        for handler in handlers {
            starts.extend([handler.handler, handler.start, handler.end]);
        }
        for at in ends {
            match instructions[at].op {
                Op::Branch { target, .. } | Op::Goto { target } | Op::Jsr { target } => {
                    starts.push(target);
                }
                Op::Switch { index, .. } => {
                    if let Some(switch) = switches.get(index as usize) {
                        starts.push(switch.default);
                        starts.extend(switch.cases.iter().map(|(_, target)| *target));
                    }
                }
                _ => {}
            }
            starts.push(at as u32 + 1);
        }
        starts.sort_unstable();
        starts.dedup();
        starts.truncate(starts.partition_point(|start| *start < length));
        Self { starts, length }
    }

    /// The first instruction of each block, in ascending order.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The end of the block that begins at an instruction: the next leader, or the end of the code.
    pub fn end_of(&self, start: usize) -> usize {
        let next = self
            .starts
            .partition_point(|leader| *leader as usize <= start);
        self.starts.get(next).map_or(self.length, |end| *end) as usize
    }

    /// The blocks, in the order of the code, as ranges of instructions.
    pub fn blocks(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.starts.iter().skip(1).chain([&self.length]);
        let blocks = self.starts.iter().zip(ends);
        blocks.map(|(start, end)| *start as usize..*end as usize)
    }
}

/// An entry of the exception table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    /// The first protected instruction.
    pub start: u32,
    /// The first instruction after the protected range.
    pub end: u32,
    /// The first instruction of the handler.
    pub handler: u32,
    /// Whether it handles every exception, like those of `finally` and `synchronized`.
    pub catches_all: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::{Comparison, Test};

    #[test]
    fn a_block_begins_at_targets_at_handlers_and_behind_branches() {
        let branch = |target| Op::Branch {
            test: Test::Zero(Comparison::Eq),
            target,
        };
        let switch = Op::Switch {
            table: false,
            index: 0,
        };
        let ops = [
            Op::Nop,
            branch(6),
            Op::Nop,
            Op::Nop,
            switch,
            Op::Nop,
            Op::Nop,
            Op::Return(None),
            Op::Nop,
            Op::Nop,
            // Outside the code.
            Op::Goto { target: 99 },
        ];
        let instructions = ops.map(|op| Instruction {
            op,
            opcode: 0,
            wide: false,
        });
        let switches = [Switch {
            default: 10,
            cases: vec![(1, 2), (2, 6)],
        }];
        let handlers = [Handler {
            start: 3,
            end: 4,
            handler: 9,
            catches_all: true,
        }];
        let leaders = Leaders::of(&instructions, &switches, &handlers);
        let blocks: Vec<Range<usize>> = leaders.blocks().collect();
        assert_eq!(
            blocks,
            [0..2, 2..3, 3..4, 4..5, 5..6, 6..8, 8..9, 9..10, 10..11]
        );
        for block in blocks {
            assert_eq!(leaders.end_of(block.start), block.end);
        }
        assert_eq!(Leaders::of(&[], &[], &[]), Leaders::default());
    }
}
