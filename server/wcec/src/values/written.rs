//! Which variables the blocks of a loop may write.

use super::harmless::is_harmless;
use super::lists::Lists;
use crate::method::MethodInput;
use crate::outcome::StoredField;
use bytecode::Op;
use flow::Flow;
use std::borrow::Cow;

/// Per block of the method, at most this many blocks are visited to find what loops contain.
const MAX_STEPS: usize = 256;

/// What blocks write, according to their instructions.
#[derive(Debug)]
pub(super) struct Writes<'a> {
    /// The names of the fields that the method writes.
    fields: Vec<FieldName<'a>>,
    /// The variables by block; some appear twice.
    of_blocks: Lists<u32>,
    /// Those that calls in the block may write.
    of_calls: Lists<u32>,
    locals: u32,
    /// The last loop in which each variable was found to be written.
    written: Vec<u32>,
    /// The last loop in which a call was found that may write it.
    written_by_calls: Vec<u32>,
    /// The last loop that each block was found in.
    found: Vec<u32>,
    pending: Vec<u32>,
    /// The current loop.
    present: u32,
    steps: usize,
}

/// The name of a field, as in the class file and as text.
#[derive(Debug)]
struct FieldName<'a> {
    bytes: &'a [u8],
    text: Cow<'a, str>,
    class: Cow<'a, str>,
    /// True if the method also names it with another class: one field may hide the other.
    is_of_several: bool,
}

impl FieldName<'_> {
    /// True if the call at an instruction may write a field of this name.
    fn may_be_written_by(&self, input: &MethodInput<'_>, at: u32, pool: u16) -> bool {
        let place = input.writes.binary_search_by_key(&at, |(call, _)| *call);
        if let Some(names) = place
            .ok()
            .and_then(|place| input.writes.get(place)?.1.names())
        {
            return names.iter().any(|name| **name == *self.text);
        }
        let member = input.class.member(pool);
        !member.is_some_and(|member| {
            is_harmless(&member.class(), &member.name(), &member.descriptor())
        })
    }
}

impl<'a> Writes<'a> {
    /// `None` for code with subroutines, and for code whose field instructions name no field.
    pub(super) fn of(input: &MethodInput<'a>, flow: &Flow) -> Option<Self> {
        let locals = u32::from(input.code.max_locals);
        let mut writes = Self {
            fields: Vec::new(),
            of_blocks: Lists::new(flow.len()),
            of_calls: Lists::new(flow.len()),
            locals,
            written: Vec::new(),
            written_by_calls: Vec::new(),
            found: vec![0; flow.len()],
            pending: Vec::new(),
            present: 0,
            steps: MAX_STEPS.saturating_mul(flow.len()),
        };
        let mut found = Vec::new();
        let mut read = Vec::new();
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
                        let member = input.class.member(pool)?;
                        found.push(writes.add(member.name_bytes(), member.name(), member.class()));
                    }
                    Op::Invoke { .. } => {
                        for stored in stored_by(input, at as u32) {
                            let name = &*stored.field.name;
                            let class = Cow::Borrowed(&*stored.field.class);
                            found.push(writes.add(name.as_bytes(), Cow::Borrowed(name), class));
                        }
                    }
                    Op::GetField { pool } | Op::GetStatic { pool } => read.push(pool),
                    _ => {}
                }
            }
            writes.of_blocks.set(block, found.iter().copied());
        }
        for pool in read {
            let member = input.class.member(pool)?;
            if let Some(field) = writes.field_named(member.name_bytes()) {
                field.is_of_several |= field.class != member.class();
            }
        }
        writes.written = vec![0; writes.variables()];
        writes.written_by_calls = vec![0; writes.variables()];
        for block in 0..flow.len() {
            found.clear();
            for at in flow.instructions(block) {
                if let Op::Invoke { pool, .. } = input.code.instructions.get(at)?.op {
                    found.extend(writes.by_call(input, at as u32, pool));
                }
            }
            writes.of_calls.set(block, found.iter().copied());
        }
        Some(writes)
    }

    /// The variable that stands for a field.
    fn add(&mut self, bytes: &'a [u8], text: Cow<'a, str>, class: Cow<'a, str>) -> u32 {
        if let Some(field) = self.field_named(bytes) {
            field.is_of_several |= field.class != class;
        } else {
            self.fields.push(FieldName {
                bytes,
                text,
                class,
                is_of_several: false,
            });
        }
        self.memory(bytes).unwrap_or(self.locals)
    }

    fn field_named(&mut self, name: &[u8]) -> Option<&mut FieldName<'a>> {
        self.fields.iter_mut().find(|field| field.bytes == name)
    }

    /// True for a field whose name does not show whether it is another field that it hides.
    pub(super) fn is_of_several(&self, variable: u32) -> bool {
        let place = variable.checked_sub(self.locals);
        let field = place.and_then(|place| self.fields.get(place as usize));
        field.is_none_or(|field| field.is_of_several)
    }

    /// The variables that the call at an instruction may write.
    pub(super) fn by_call<'w>(
        &'w self,
        input: &'w MethodInput<'_>,
        at: u32,
        pool: u16,
    ) -> impl Iterator<Item = u32> + 'w {
        (self.locals..)
            .zip(&self.fields)
            .filter(move |(_, field)| field.may_be_written_by(input, at, pool))
            .map(|(variable, _)| variable)
    }

    /// The locals and the fields that are written.
    pub(super) fn variables(&self) -> usize {
        self.locals as usize + self.fields.len()
    }

    /// The same by the name as text.
    pub(super) fn memory_of(&self, name: &str) -> Option<u32> {
        let index = self.fields.iter().position(|field| *field.text == *name)?;
        Some(self.locals + index as u32)
    }

    /// The variable that stands for a field; `None` if the method writes no field of this name.
    pub(super) fn memory(&self, name: &[u8]) -> Option<u32> {
        let index = self.fields.iter().position(|field| field.bytes == name)?;
        Some(self.locals + index as u32)
    }

    /// Examines the loop whose back edges lead from these blocks to its header: all blocks between. False if it may write
    /// anything.
    pub(super) fn analyse_loop(
        &mut self,
        flow: &Flow,
        header: u32,
        latches: impl Iterator<Item = u32>,
    ) -> bool {
        self.present += 1;
        self.pending.clear();
        self.pending.extend(latches);
        self.pending.push(header);
        while let Some(block) = self.pending.pop() {
            let at = block as usize;
            if std::mem::replace(&mut self.found[at], self.present) == self.present {
                continue;
            }
            self.steps = self.steps.saturating_sub(1);
            // A loop with a second entry: a path to the latch avoids the header.
            if self.steps == 0 || block == 0 && header != 0 {
                return false;
            }
            let lists = [
                (&self.of_blocks, &mut self.written),
                (&self.of_calls, &mut self.written_by_calls),
            ];
            for (of_blocks, written) in lists {
                for variable in of_blocks.of(at) {
                    if let Some(written) = written.get_mut(*variable as usize) {
                        *written = self.present;
                    }
                }
            }
            if block != header {
                let edges = flow.predecessors(at);
                self.pending
                    .extend(edges.iter().map(|edge| edge.block() as u32));
            }
        }
        true
    }

    /// True if an instruction of the loop examined last writes a variable.
    pub(super) fn may_write(&self, variable: usize) -> bool {
        self.written
            .get(variable)
            .is_none_or(|written| *written == self.present)
    }

    /// True if a call in that loop may write it.
    pub(super) fn may_be_written_by_calls(&self, variable: usize) -> bool {
        self.written_by_calls
            .get(variable)
            .is_none_or(|written| *written == self.present)
    }
}

/// True if it is known which fields the call at an instruction may write.
pub(super) fn is_known(input: &MethodInput<'_>, at: u32) -> bool {
    let place = input.writes.binary_search_by_key(&at, |(call, _)| *call);
    let place = place.ok().and_then(|place| input.writes.get(place));
    place.is_some_and(|(_, writes)| writes.names().is_some())
}

/// The fields that a call is known to store to.
fn stored_by<'a>(input: &MethodInput<'a>, at: u32) -> &'a [StoredField] {
    let outcomes = input.outcomes;
    let place = outcomes.binary_search_by_key(&at, |(call, _)| *call);
    place.map_or(&[], |place| &outcomes[place].1.stored)
}
