//! Which variables the blocks of a loop may write.

use super::lists::Lists;
use crate::method::MethodInput;
use bytecode::Op;
use flow::Flow;

/// No more blocks than this, for each block of the method, are gone through to find what is in loops.
const MAX_STEPS: usize = 256;

/// What blocks write, as their instructions say.
#[derive(Debug)]
pub(super) struct Writes<'a> {
    /// The names of the fields that the method writes.
    fields: Vec<&'a [u8]>,
    /// The variables by block; some of them twice.
    of_blocks: Lists<u32>,
    /// True for blocks that call methods.
    calls: Vec<bool>,
    locals: u32,
    /// The last loop that each variable was found to be written in.
    written: Vec<u32>,
    /// The last loop that each block was found in.
    found: Vec<u32>,
    pending: Vec<u32>,
    /// The present loop.
    present: u32,
    steps: usize,
}

/// What is known of the loop that was looked at last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InLoop {
    /// It may write anything.
    Anything,
    /// What [`Writes::may_write`] says, and whether it calls methods.
    Known { calls: bool },
}

impl<'a> Writes<'a> {
    /// `None` for code that calls subroutines, or that names no field where it should.
    pub(super) fn of(input: &MethodInput<'a>, flow: &Flow) -> Option<Self> {
        let locals = u32::from(input.code.max_locals);
        let mut writes = Self {
            fields: Vec::new(),
            of_blocks: Lists::new(flow.len()),
            calls: vec![false; flow.len()],
            locals,
            written: Vec::new(),
            found: vec![0; flow.len()],
            pending: Vec::new(),
            present: 0,
            steps: MAX_STEPS.saturating_mul(flow.len()),
        };
        let mut found = Vec::new();
        for block in 0..flow.len() {
            found.clear();
            for at in flow.instructions(block) {
                match input.code.instructions.get(at)?.op {
                    Op::Jsr { .. } | Op::Ret { .. } => return None,
                    Op::Store { data_type, slot } => {
                        found.push(u32::from(slot));
                        if data_type.is_wide() {
                            found.push(u32::from(slot) + 1);
                        }
                    }
                    Op::Increment { slot, .. } => found.push(u32::from(slot)),
                    Op::PutField { pool } | Op::PutStatic { pool } => {
                        let name = input.class.member(pool)?.name_bytes();
                        let known = writes.memory(name);
                        found.push(known.unwrap_or_else(|| {
                            writes.fields.push(name);
                            locals + writes.fields.len() as u32 - 1
                        }));
                    }
                    Op::Invoke { .. } => writes.calls[block] = true,
                    _ => {}
                }
            }
            writes.of_blocks.set(block, found.iter().copied());
        }
        writes.written = vec![0; writes.variables()];
        Some(writes)
    }

    /// The locals and the fields that are written.
    pub(super) fn variables(&self) -> usize {
        self.locals as usize + self.fields.len()
    }

    /// The number of fields that are written.
    pub(super) fn fields(&self) -> u32 {
        self.fields.len() as u32
    }

    /// The variable that stands for a field; `None` where the method writes no field of this name.
    pub(super) fn memory(&self, name: &[u8]) -> Option<u32> {
        let index = self.fields.iter().position(|field| *field == name)?;
        Some(self.locals + index as u32)
    }

    /// Looks at the loop that edges from these blocks back to its header make: at all blocks between.
    pub(super) fn analyse_loop(
        &mut self,
        flow: &Flow,
        header: u32,
        latches: impl Iterator<Item = u32>,
    ) -> InLoop {
        self.present += 1;
        let mut calls = false;
        self.pending.clear();
        self.pending.extend(latches);
        self.pending.push(header);
        while let Some(block) = self.pending.pop() {
            let at = block as usize;
            if std::mem::replace(&mut self.found[at], self.present) == self.present {
                continue;
            }
            self.steps = self.steps.saturating_sub(1);
            // A loop with a second entry: there is a way to the latch that does not lead over the header.
            if self.steps == 0 || block == 0 && header != 0 {
                return InLoop::Anything;
            }
            calls |= self.calls[at];
            for variable in self.of_blocks.of(at) {
                if let Some(written) = self.written.get_mut(*variable as usize) {
                    *written = self.present;
                }
            }
            if block != header {
                let edges = flow.predecessors(at);
                self.pending
                    .extend(edges.iter().map(|edge| edge.block() as u32));
            }
        }
        InLoop::Known { calls }
    }

    /// True where an instruction of the loop that was looked at last writes a variable.
    pub(super) fn may_write(&self, variable: usize) -> bool {
        self.written
            .get(variable)
            .is_none_or(|written| *written == self.present)
    }
}
