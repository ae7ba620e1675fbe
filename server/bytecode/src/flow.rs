//! Where basic blocks begin.

use crate::class_file::Code;
use crate::instruction::Op;

/// The instructions at which a basic block begins: branch targets, handlers, the ends of what they protect, and
/// whatever follows a branch.
#[derive(Debug, Clone, Default)]
pub struct Leaders {
    starts: Vec<bool>,
}

impl Leaders {
    /// Finds the leaders of a method. Targets outside the code are passed over.
    pub fn of(code: &Code) -> Self {
        let mut leaders = Self::default();
        leaders.refill(code);
        leaders
    }

    /// The same as [`Leaders::of`], in the memory of an earlier method.
    pub fn refill(&mut self, code: &Code) {
        let length = code.instructions.len();
        self.starts.clear();
        self.starts.resize(length, false);
        let mut mark = |index: u32| {
            if let Some(start) = self.starts.get_mut(index as usize) {
                *start = true;
            }
        };
        mark(0);
        for handler in &code.handlers {
            mark(handler.handler);
            mark(handler.start);
            mark(handler.end);
        }
        for (index, instruction) in code.instructions.iter().enumerate() {
            let next = index as u32 + 1;
            match instruction.op {
                Op::Branch { target, .. } | Op::Goto { target } | Op::Jsr { target } => {
                    mark(target);
                    mark(next);
                }
                Op::Switch { index, .. } => {
                    if let Some(switch) = code.switches.get(index as usize) {
                        mark(switch.default);
                        for (_, target) in &switch.cases {
                            mark(*target);
                        }
                    }
                    mark(next);
                }
                Op::Ret { .. } | Op::Return(_) | Op::Throw => mark(next),
                _ => {}
            }
        }
    }

    /// Where the block that begins at an instruction ends: at the next leader, or behind the code.
    pub fn end_of(&self, start: usize) -> usize {
        let behind = self.starts.get(start + 1..).unwrap_or_default();
        let next = behind.iter().position(|leader| *leader);
        next.map_or(self.starts.len(), |offset| start + 1 + offset)
    }

    /// The blocks, in the order of the code, as ranges of instructions.
    pub fn blocks(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let mut start = 0;
        std::iter::from_fn(move || {
            if start >= self.starts.len() {
                return None;
            }
            let end = self.end_of(start);
            let block = start..end;
            start = end;
            Some(block)
        })
    }
}
