//! What a method and its callees in the same class write.

use super::{Bounds, CALLEE, SEEN_CALLEE, element_mark};
use crate::values::is_harmless;
use bytecode::{ArrayElement, ClassFile, Code, InvokeKind, Method, Op};
use cost::Measure;
use std::borrow::Cow;

/// Methods that call each other in longer chains than this are assumed to write anything.
const MAX_DEPTH: u32 = 8;

/// At most this many instructions are examined for one method.
const MAX_INSTRUCTIONS: usize = 1 << 14;

/// What an instruction may write: the names of fields, [`element_mark`] for array elements, and [`CALLEE`] for anything at
/// all.
pub(super) struct Effects<'a> {
    class: &'a ClassFile<'a>,
    /// The methods being examined, each called by the one before.
    open: Vec<*const Method>,
    left: usize,
}

impl<'a> Effects<'a> {
    /// What the instructions of a method write, by instruction.
    pub(super) fn of(class: &'a ClassFile<'a>, code: &'a Code) -> Vec<(u32, Cow<'a, str>)> {
        let mut effects = Self {
            class,
            open: Vec::new(),
            left: MAX_INSTRUCTIONS,
        };
        let mut written: Vec<(u32, Cow<'a, str>)> = Vec::new();
        for (index, instruction) in (0..).zip(&code.instructions) {
            let mut names = Vec::new();
            effects.add(instruction.op, &mut names);
            written.extend(names.into_iter().map(|name| (index, name)));
        }
        written
    }

    fn add(&mut self, op: Op, names: &mut Vec<Cow<'a, str>>) {
        let mut push = |name: Cow<'a, str>| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        match op {
            Op::PutField { pool } | Op::PutStatic { pool } => {
                let member = self.class.member(pool);
                push(member.map(|member| member.name()).unwrap_or_default());
            }
            Op::ArrayStore(element) => push(Cow::Borrowed(element_mark(element))),
            Op::Invoke { kind, pool } => match self.body(kind, pool) {
                Some((method, code)) => self.add_all(method, code, names),
                None if self.is_harmless(pool) => {
                    if let Some(element) = self.fills(pool) {
                        push(Cow::Borrowed(element_mark(element)));
                    }
                }
                None => push(Cow::Borrowed(CALLEE)),
            },
            _ => {}
        }
    }

    /// What a called method writes.
    fn add_all(&mut self, method: &'a Method, code: &'a Code, names: &mut Vec<Cow<'a, str>>) {
        let this: *const Method = method;
        if self.open.contains(&this) {
            return;
        }
        let left = self.left.checked_sub(code.instructions.len());
        let Some(left) = left.filter(|_| self.open.len() < MAX_DEPTH as usize) else {
            names.push(Cow::Borrowed(CALLEE));
            return;
        };
        self.left = left;
        self.open.push(this);
        for instruction in &code.instructions {
            self.add(instruction.op, names);
        }
        self.open.pop();
    }

    /// The code that a call runs, if it can only be one method of the same class.
    fn body(&self, kind: InvokeKind, pool: u16) -> Option<(&'a Method, &'a Code)> {
        const PRIVATE: u16 = 0x0002;
        const FINAL: u16 = 0x0010;
        let member = self.class.member(pool)?;
        if member.class() != self.class.name {
            return None;
        }
        let (name, descriptor) = (member.name(), member.descriptor());
        let mut methods = self.class.methods.iter();
        let method =
            methods.find(|method| method.name == name && method.descriptor == descriptor)?;
        let is_only = match kind {
            InvokeKind::Static | InvokeKind::Special => true,
            InvokeKind::Virtual | InvokeKind::Interface => {
                method.access_flags & (PRIVATE | FINAL) != 0 || self.class.access_flags & FINAL != 0
            }
            InvokeKind::Dynamic => false,
        };
        let code = method.code.as_ref().filter(|_| is_only)?;
        Some((method, code))
    }

    /// The elements of the array that a method fills, if it changes no field.
    fn fills(&self, pool: u16) -> Option<ArrayElement> {
        let member = self.class.member(pool)?;
        let takes = |array| {
            member
                .descriptor_bytes()
                .windows(2)
                .any(|part| part == array)
        };
        match (member.class_bytes(), member.name_bytes()) {
            (b"java/lang/String", b"getChars") | (b"java/lang/Character", b"toChars") => {
                takes(b"[C").then_some(ArrayElement::Char)
            }
            // The variant that creates an array takes no index to write to.
            (b"java/lang/String", b"getBytes") => {
                (takes(b"I[") && takes(b"[B")).then_some(ArrayElement::Byte)
            }
            _ => None,
        }
    }

    fn is_harmless(&self, pool: u16) -> bool {
        let member = self.class.member(pool);
        member.is_some_and(|member| {
            is_harmless(&member.class(), &member.name(), &member.descriptor())
        })
    }
}

impl Bounds<'_> {
    /// True for the result of a method if the current method, or one that it calls in its class, writes a field that may be
    /// read: a field of another class, or of its own class if that has a method with this name.
    pub(super) fn may_answer_otherwise(&self, measure: &Measure) -> bool {
        let Measure::Result(method) = measure else {
            return false;
        };
        let class = self.input.class;
        let answers = class.methods.iter().any(|own| own.name == **method);
        let effects = Effects {
            class,
            open: Vec::new(),
            left: MAX_INSTRUCTIONS,
        };
        let mut seen: Vec<*const Code> = Vec::new();
        let mut pending = vec![self.input.code];
        while let Some(code) = pending.pop() {
            let this: *const Code = code;
            if seen.contains(&this) {
                continue;
            }
            seen.push(this);
            for instruction in &code.instructions {
                match instruction.op {
                    Op::PutField { pool } | Op::PutStatic { pool } => {
                        let member = class.member(pool);
                        if answers || member.is_none_or(|member| member.class() != class.name) {
                            return true;
                        }
                    }
                    Op::Invoke { kind, pool } => {
                        pending.extend(effects.body(kind, pool).map(|(_, code)| code));
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// True if a call may change any field.
    pub(super) fn may_change_anything(&self, call: u32) -> bool {
        [CALLEE, SEEN_CALLEE]
            .iter()
            .any(|callee| self.writes_field(callee, call, call + 1))
    }
}
