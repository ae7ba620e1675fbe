//! Which variables the blocks of a loop may write.

use super::lists::Lists;
use crate::method::MethodInput;
use crate::outcome::StoredField;
use crate::producers::writes_to_constructed;
use crate::side_effects::{CALLEE, CallWrites, writes_of_call};
use bytecode::Op;
use flow::Flow;
use foldhash::HashSet;
use std::borrow::Cow;

/// Per block of the method, at most this many blocks are visited to find what loops contain.
const MAX_STEPS: usize = 256;

/// What blocks write, according to their instructions.
#[derive(Debug)]
pub(super) struct Writes<'a> {
    /// The names of the fields that the method writes, and of those that it reads and its callees are known to write.
    fields: Vec<FieldName<'a>>,
    /// The variables by block; some appear twice.
    of_blocks: Lists<u32>,
    /// Those that an unknown callee in the block may write.
    of_unknown: Lists<u32>,
    /// The variables that each call may write, by instruction.
    by_calls: Lists<(u32, CallWrites)>,
    locals: u32,
    /// The last loop in which each variable was found to be written.
    written: Vec<u32>,
    /// The last loop in which an unknown callee was found that may write it.
    written_by_unknown: Vec<u32>,
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
    /// True for an int, a long or an array, as far as the method's own instructions show it.
    is_number_or_array: bool,
    /// True if the method is a constructor and writes the field only of the object that it constructs.
    is_of_constructed: bool,
}

impl<'a> Writes<'a> {
    /// The variables of a method. `written` is what its instructions write, callees included. `None` for code with
    /// subroutines, and for code whose field instructions name no field.
    pub(super) fn of(
        input: &MethodInput<'a>,
        flow: &Flow,
        written: &[(u32, Cow<'a, str>)],
    ) -> Option<Self> {
        let locals = u32::from(input.code.max_locals);
        let mut writes = Self {
            fields: Vec::new(),
            of_blocks: Lists::new(flow.len()),
            of_unknown: Lists::new(flow.len()),
            by_calls: Lists::new(0),
            locals,
            written: Vec::new(),
            written_by_unknown: Vec::new(),
            found: vec![0; flow.len()],
            pending: Vec::new(),
            present: 0,
            steps: MAX_STEPS.saturating_mul(flow.len()),
        };
        writes.add_written_fields(input, written)?;
        writes.written = vec![0; writes.variables()];
        writes.written_by_unknown = vec![0; writes.variables()];
        writes.find_writes_of_calls(input, written);
        writes.find_fields_of_constructed(input);
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        for block in 0..flow.len() {
            found.clear();
            unknown.clear();
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
                        found.push(writes.memory(input.class.member(pool)?.name_bytes())?);
                    }
                    Op::Invoke { .. } => {
                        for (variable, how) in writes.by_calls.of(at) {
                            match how {
                                CallWrites::Known => found.push(*variable),
                                CallWrites::Unknown => unknown.push(*variable),
                            }
                        }
                        let stored = stored_by(input, at as u32).iter();
                        let names = stored.map(|stored| stored.field.name.as_bytes());
                        found.extend(names.filter_map(|name| writes.memory(name)));
                    }
                    _ => {}
                }
            }
            writes.of_blocks.set(block, found.iter().copied());
            writes.of_unknown.set(block, unknown.iter().copied());
        }
        Some(writes)
    }

    /// Gives a variable to each field that the method or a known callee writes, as far as the method uses it.
    fn add_written_fields(
        &mut self,
        input: &MethodInput<'a>,
        written: &[(u32, Cow<'a, str>)],
    ) -> Option<()> {
        let mut read = Vec::new();
        for (at, instruction) in (0..).zip(&input.code.instructions) {
            match instruction.op {
                Op::PutField { pool } | Op::PutStatic { pool } => {
                    let member = input.class.member(pool)?;
                    self.add(member.name_bytes(), member.name(), member.class());
                    let is_number_or_array =
                        matches!(member.descriptor_bytes(), [b'I' | b'J' | b'[', ..]);
                    if let Some(field) = self.field_named(member.name_bytes()) {
                        field.is_number_or_array = is_number_or_array;
                    }
                }
                Op::Invoke { .. } => {
                    for stored in stored_by(input, at) {
                        let name = &*stored.field.name;
                        let class = Cow::Borrowed(&*stored.field.class);
                        self.add(name.as_bytes(), Cow::Borrowed(name), class);
                    }
                }
                Op::GetField { pool } | Op::GetStatic { pool } => {
                    read.push(input.class.member(pool)?);
                }
                _ => {}
            }
        }
        let names = written.iter().map(|(_, what)| &**what);
        let names = names.map(|what| what.strip_prefix(CALLEE).unwrap_or(what));
        let by_any: HashSet<&str> = names.collect();
        for member in read {
            let name = member.name();
            if self.memory(member.name_bytes()).is_some() || by_any.contains(&*name) {
                self.add(member.name_bytes(), name, member.class());
            }
        }
        Some(())
    }

    /// Finds the variables that each call may write.
    fn find_writes_of_calls(&mut self, input: &MethodInput<'_>, written: &[(u32, Cow<'a, str>)]) {
        self.by_calls = Lists::new(input.code.instructions.len());
        for of_call in written.chunk_by(|one, next| one.0 == next.0) {
            let Some((at, _)) = of_call.first() else {
                continue;
            };
            let instruction = input.code.instructions.get(*at as usize);
            if !instruction.is_some_and(|instruction| matches!(instruction.op, Op::Invoke { .. })) {
                continue;
            }
            let constructs = constructs_own(input, *at);
            let variables = (self.locals..).zip(&self.fields);
            let found = variables.filter_map(|(variable, field)| {
                if !constructs && field.is_only_written_by(input) {
                    return None;
                }
                Some((variable, writes_of_call(of_call, &field.text)?))
            });
            self.by_calls.set(*at as usize, found);
        }
    }

    /// Finds the fields that a constructor, with everything that it is known to call, writes only of the object that it
    /// constructs.
    fn find_fields_of_constructed(&mut self, input: &MethodInput<'a>) {
        if input.method.name != "<init>" {
            return;
        }
        let of_this = writes_to_constructed(input.class, input.method, input.code);
        let mut others: Vec<u32> = Vec::new();
        for (at, instruction) in (0..).zip(&input.code.instructions) {
            match instruction.op {
                Op::PutField { pool } | Op::PutStatic { pool } => {
                    let member = input.class.member(pool);
                    let variable = member.and_then(|member| self.memory(member.name_bytes()));
                    others.extend(variable.filter(|_| of_this.binary_search(&at).is_err()));
                }
                Op::Invoke { .. } => {
                    let known = self.by_calls.of(at as usize).iter();
                    others.extend(
                        known
                            .filter(|(_, how)| *how == CallWrites::Known)
                            .map(|(variable, _)| *variable),
                    );
                    let stored = stored_by(input, at).iter();
                    others.extend(stored.filter_map(|stored| self.memory_of(&stored.field.name)));
                }
                _ => {}
            }
        }
        let is_constructor = !of_this.is_empty();
        for (variable, field) in (self.locals..).zip(&mut self.fields) {
            field.is_of_constructed = is_constructor && !others.contains(&variable);
        }
    }

    /// True for a field that a constructor writes only of the object that it constructs.
    pub(super) fn is_of_constructed(&self, variable: u32) -> bool {
        let place = variable.checked_sub(self.locals);
        let field = place.and_then(|place| self.fields.get(place as usize));
        field.is_some_and(|field| field.is_of_constructed)
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
                is_number_or_array: false,
                is_of_constructed: false,
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

    /// True for a field that holds an int, a long or an array, and that no other field hides.
    pub(super) fn holds_number_or_array(&self, variable: u32) -> bool {
        let place = variable.checked_sub(self.locals);
        let field = place.and_then(|place| self.fields.get(place as usize));
        field.is_some_and(|field| field.is_number_or_array && !field.is_of_several)
    }

    /// The variables that the call at an instruction may write.
    pub(super) fn by_call(&self, at: u32) -> &[(u32, CallWrites)] {
        self.by_calls.of(at as usize)
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
                (&self.of_unknown, &mut self.written_by_unknown),
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

    /// True if an unknown callee in that loop may write it.
    pub(super) fn may_be_written_by_unknown(&self, variable: usize) -> bool {
        self.written_by_unknown
            .get(variable)
            .is_none_or(|written| *written == self.present)
    }
}

impl FieldName<'_> {
    /// True for a final field while its object or its class is initialised: until that is done, no other code can write it.
    fn is_only_written_by(&self, input: &MethodInput<'_>) -> bool {
        input.method.name.starts_with('<')
            && !self.is_of_several
            && *self.class == *input.class.name
            && input.class.is_final_field(&self.text)
    }
}

/// True for a call of a constructor of the method's own class, which may be for the same object.
fn constructs_own(input: &MethodInput<'_>, at: u32) -> bool {
    let instruction = input.code.instructions.get(at as usize);
    instruction.is_none_or(|instruction| match instruction.op {
        Op::Invoke { pool, .. } => input
            .class
            .member(pool)
            .is_none_or(|member| member.name() == "<init>" && *member.class() == *input.class.name),
        _ => true,
    })
}

/// The fields that a call is known to store to.
fn stored_by<'a>(input: &MethodInput<'a>, at: u32) -> &'a [StoredField] {
    let outcomes = input.outcomes;
    let place = outcomes.binary_search_by_key(&at, |(call, _)| *call);
    place.map_or(&[], |place| &outcomes[place].1.stored)
}
