//! A method as the models of branches and loops see it.

use bytecode::{ClassFile, Code, Descriptor, Instruction, Method, Op};
use flow::{Flow, LoopTree};

/// A method with its control flow.
#[derive(Debug)]
pub struct CodeView<'v> {
    /// The class, for the names in its constants.
    pub class: &'v ClassFile<'v>,
    /// The method.
    pub method: &'v Method,
    /// Its code.
    pub code: &'v Code,
    /// Its blocks and edges, with predecessors.
    pub flow: &'v Flow,
    /// Its loops.
    pub tree: &'v LoopTree,
    /// Whether a return can be reached from each block.
    pub(crate) returns: Vec<bool>,
    /// The first slot that is not a parameter.
    first_local: u16,
    /// The locals incremented by `iinc`, with the region of each.
    counted: Vec<(u32, u16)>,
}

impl<'v> CodeView<'v> {
    /// The view of a method. `flow` must contain its code with predecessors, and `tree` must be made from it.
    pub fn new(
        class: &'v ClassFile<'v>,
        method: &'v Method,
        code: &'v Code,
        flow: &'v Flow,
        tree: &'v LoopTree,
    ) -> Self {
        let descriptor = Descriptor::new(method.descriptor.as_bytes());
        let words = descriptor.arguments().map(crate::operand::words);
        let receiver = u32::from(!method.is_static());
        let first_local = (words.sum::<u32>() + receiver).min(u32::from(u16::MAX)) as u16;
        let mut counted = Vec::new();
        for (at, instruction) in (0..).zip(&code.instructions) {
            if let Op::Increment { slot, .. } = instruction.op
                && let Some(region) = flow.block_of(at).and_then(|b| tree.innermost(b as u32))
            {
                counted.push((region, slot));
            }
        }
        Self {
            class,
            method,
            code,
            flow,
            tree,
            returns: flow.returning(code),
            first_local,
            counted,
        }
    }

    /// The instructions of a block.
    pub(crate) fn instructions(&self, block: u32) -> &'v [Instruction] {
        let range = self.flow.instructions(block as usize);
        self.code.instructions.get(range).unwrap_or_default()
    }

    /// The targets of a conditional branch at the end of a block: the next instruction, and the target if it is taken.
    pub(crate) fn branch_targets(&self, block: u32) -> Option<(u32, u32)> {
        let range = self.flow.instructions(block as usize);
        let Op::Branch { target, .. } = self.instructions(block).last()?.op else {
            return None;
        };
        let falls = self.flow.block_of(range.end as u32)?;
        let taken = self.flow.block_of(target)?;
        Some((falls as u32, taken as u32))
    }

    /// Whether a slot is a parameter when the method begins.
    pub(crate) const fn is_parameter(&self, slot: u16) -> bool {
        slot < self.first_local
    }

    /// The number of loops around a block.
    pub(crate) fn depth(&self, block: u32) -> u32 {
        self.tree.around(block).count() as u32
    }

    /// Whether a loop, given by region, increments a local.
    pub(crate) fn is_counted(&self, region: u32, slot: u16) -> bool {
        region > 0 && self.counted.contains(&(region, slot))
    }

    /// Whether an exception leads to a block.
    pub(crate) fn is_handler(&self, block: u32) -> bool {
        let start = self.flow.instructions(block as usize).start as u32;
        let mut handlers = self.code.handlers.iter();
        handlers.any(|handler| handler.handler == start)
    }
}
