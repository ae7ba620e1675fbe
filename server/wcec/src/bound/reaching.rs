//! Which assignments reach a point of the code.

use super::Bounds;
use crate::side_effects::{CALLEE, written_by_method};
use bytecode::Op;
use std::borrow::Cow;

/// The assignments to one local that reach a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReachingAssignments {
    /// None: it has the value from the method's entry.
    Entry,
    /// Always this one.
    One(u32),
    /// One of several, or it is unknown which.
    Several,
}

/// True if an instruction changes a local slot.
pub(super) const fn writes(op: Op, slot: u16) -> bool {
    match op {
        Op::Increment { slot: written, .. } => written == slot,
        Op::Store {
            data_type,
            slot: written,
        } => written == slot || data_type.is_wide() && written.wrapping_add(1) == slot,
        _ => false,
    }
}

impl<'a> Bounds<'a> {
    /// The assignments that reach an instruction, before it executes.
    pub(super) fn reaching(&mut self, slot: u16, at: u32) -> ReachingAssignments {
        let Some(block) = self.flow.block_of(at) else {
            return ReachingAssignments::Several;
        };
        let start = self.flow.instructions(block).start;
        match self.last_write(slot, start, at as usize) {
            Some(write) => ReachingAssignments::One(write),
            None => self.reaching_begin(slot, block, |_| true),
        }
    }

    /// The assignments that reach the beginning of a block over the edges from the given predecessors.
    pub(super) fn reaching_begin(
        &mut self,
        slot: u16,
        block: usize,
        wanted: impl Fn(usize) -> bool,
    ) -> ReachingAssignments {
        self.next_visit();
        let mut found = (block == 0).then_some(ReachingAssignments::Entry);
        let mut pending = Vec::new();
        for edge in self.flow.predecessors(block) {
            if wanted(edge.block()) {
                pending.push(*edge);
            }
        }
        while let Some(edge) = pending.pop() {
            let block = edge.block();
            let range = self.flow.instructions(block);
            if !edge.is_exceptional() && self.visited[block] == self.visit {
                continue;
            }
            let write = self.last_write(slot, range.start, range.end);
            if self.fuel == 0 {
                return ReachingAssignments::Several;
            }
            let reaching = match write {
                // The exception may come before or after it.
                Some(_) if edge.is_exceptional() => return ReachingAssignments::Several,
                Some(write) => Some(ReachingAssignments::One(write)),
                None => (block == 0).then_some(ReachingAssignments::Entry),
            };
            if let Some(reaching) = reaching {
                if found.is_some_and(|found| found != reaching) {
                    return ReachingAssignments::Several;
                }
                found = Some(reaching);
            }
            if std::mem::replace(&mut self.visited[block], self.visit) != self.visit
                && write.is_none()
            {
                pending.extend_from_slice(self.flow.predecessors(block));
            }
        }
        found.unwrap_or(ReachingAssignments::Several)
    }

    /// True if no assignment to a field with this name, to elements of this [`element_mark`](crate::side_effects::element_mark) or in a
    /// [`CALLEE`] can come before an instruction, nor a call of a method known to make one.
    pub(super) fn is_unwritten_before(&mut self, name: &str, at: u32) -> bool {
        let Some(block) = self.flow.block_of(at) else {
            return false;
        };
        if self.written().is_empty() {
            return true;
        }
        self.next_visit();
        let start = self.flow.instructions(block).start as u32;
        if self.writes_field(name, start, at) {
            return false;
        }
        let mut pending: Vec<usize> = vec![block];
        while let Some(block) = pending.pop() {
            for edge in self.flow.predecessors(block) {
                let block = edge.block();
                if std::mem::replace(&mut self.visited[block], self.visit) == self.visit {
                    continue;
                }
                let range = self.flow.instructions(block);
                self.fuel = self.fuel.saturating_sub(1);
                if self.fuel == 0 || self.writes_field(name, range.start as u32, range.end as u32) {
                    return false;
                }
                pending.push(block);
            }
        }
        true
    }

    /// True if one instruction may run before another one. The answer is also yes if the search becomes too long.
    pub(super) fn may_precede(&mut self, earlier: u32, at: u32) -> bool {
        let (Some(from), Some(to)) = (self.flow.block_of(earlier), self.flow.block_of(at)) else {
            return true;
        };
        if from == to && earlier < at {
            return true;
        }
        self.next_visit();
        let mut pending: Vec<usize> = vec![to];
        while let Some(block) = pending.pop() {
            for edge in self.flow.predecessors(block) {
                let block = edge.block();
                self.fuel = self.fuel.saturating_sub(1);
                if block == from || self.fuel == 0 {
                    return true;
                }
                if std::mem::replace(&mut self.visited[block], self.visit) != self.visit {
                    pending.push(block);
                }
            }
        }
        false
    }

    pub(super) fn writes_field(&self, name: &str, start: u32, end: u32) -> bool {
        let written = self.written();
        let from = written.partition_point(|(instruction, _)| *instruction < start);
        written[from..]
            .iter()
            .take_while(|(instruction, _)| *instruction < end)
            .any(|(_, written)| {
                // A field's name never begins like the marks for calls.
                let is_field = !name.starts_with(CALLEE);
                written == name || is_field && written.strip_prefix(CALLEE) == Some(name)
            })
    }

    /// What the method writes, by instruction.
    pub(super) fn written(&self) -> &[(u32, Cow<'a, str>)] {
        self.written.get_or_init(|| written_by_method(self.input))
    }

    /// The last instruction of a range that changes a local.
    fn last_write(&mut self, slot: u16, start: usize, end: usize) -> Option<u32> {
        self.fuel = self.fuel.saturating_sub((end - start) as u32 + 1);
        self.input.code.instructions[start..end]
            .iter()
            .rposition(|instruction| writes(instruction.op, slot))
            .map(|offset| (start + offset) as u32)
    }

    fn next_visit(&mut self) {
        self.visit += 1;
    }
}
