//! What instructions may write, callees included.

mod harmless;

use crate::method::MethodInput;
use crate::producers::writes_to_constructed;
use bytecode::{ArrayElement, ClassFile, Code, InvokeKind, Method, Op};
pub(crate) use harmless::answers_differently;
pub use harmless::is_harmless;
use std::borrow::Cow;

/// The step from an array to any of its elements. Among the names of written fields, it means an element of an array of
/// references. No field can have this name (JVM specification 4.2.2).
pub(crate) const ELEMENT: &str = "[]";

/// Among the names of written fields, these mean elements of arrays of numbers.
pub(crate) const NUMBER_ELEMENTS: [&str; 7] = ["[B", "[C", "[S", "[I", "[J", "[F", "[D"];

/// Among the names of written fields, these mean elements of arrays of any type.
pub const ALL_ELEMENTS: [&str; 8] = [ELEMENT, "[B", "[C", "[S", "[I", "[J", "[F", "[D"];

/// The mark that means an array element among the names of written fields.
pub const fn element_mark(element: ArrayElement) -> &'static str {
    match element {
        ArrayElement::Reference => ELEMENT,
        ArrayElement::Byte => "[B",
        ArrayElement::Char => "[C",
        ArrayElement::Short => "[S",
        ArrayElement::Int => "[I",
        ArrayElement::Long => "[J",
        ArrayElement::Float => "[F",
        ArrayElement::Double => "[D",
    }
}

/// Means whatever a callee writes. As a prefix of a field's name, it means a callee that may write that field.
pub(crate) const CALLEE: &str = ";";

/// Means a callee whose possible writes are known.
pub(crate) const SEEN_CALLEE: &str = ";;";

/// Methods that call each other in longer chains than this are assumed to write anything.
const MAX_DEPTH: u32 = 8;

/// At most this many instructions are examined for one method.
const MAX_INSTRUCTIONS: usize = 1 << 14;

/// What an instruction may write: the names of fields, [`element_mark`] for array elements, and [`CALLEE`] for anything at
/// all.
pub(crate) struct Effects<'a> {
    class: &'a ClassFile<'a>,
    /// The methods being examined, each called by the one before.
    open: Vec<*const Method>,
    left: usize,
}

impl<'a> Effects<'a> {
    /// The effects of code of this class.
    pub(crate) fn new(class: &'a ClassFile<'a>) -> Self {
        Self {
            class,
            open: Vec::new(),
            left: MAX_INSTRUCTIONS,
        }
    }

    /// What the instructions of a method write, by instruction, as far as its class shows it.
    fn shown_by_class(
        class: &'a ClassFile<'a>,
        method: &Method,
        code: &'a Code,
    ) -> Vec<(u32, Cow<'a, str>)> {
        let mut effects = Self::new(class);
        let creates = method.name != "<init>";
        let mut written: Vec<(u32, Cow<'a, str>)> = Vec::new();
        for (index, instruction) in (0..).zip(&code.instructions) {
            let mut names = Vec::new();
            effects.add(instruction.op, creates, &mut names);
            written.extend(names.into_iter().map(|name| (index, name)));
        }
        written
    }

    /// `creates` says that a constructor which is called constructs a new object. A constructor also calls others for its own
    /// object.
    fn add(&mut self, op: Op, creates: bool, names: &mut Vec<Cow<'a, str>>) {
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
                Some((method, code)) => self.add_all(method, code, creates, names),
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
    fn add_all(
        &mut self,
        method: &'a Method,
        code: &'a Code,
        creates: bool,
        names: &mut Vec<Cow<'a, str>>,
    ) {
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
        let of_constructed = if creates {
            writes_to_constructed(self.class, method, code)
        } else {
            Vec::new()
        };
        // What a constructor calls for its own object constructs the same one.
        let creates = creates || method.name != "<init>";
        for (at, instruction) in (0..).zip(&code.instructions) {
            if of_constructed.binary_search(&at).is_err() {
                self.add(instruction.op, creates, names);
            }
        }
        self.open.pop();
    }

    /// The code that a call runs, if it can only be one method of the same class.
    pub(crate) fn body(&self, kind: InvokeKind, pool: u16) -> Option<(&'a Method, &'a Code)> {
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

/// What the instructions of a method write, by instruction: names of fields, [`element_mark`] for array elements,
/// [`CALLEE`] and [`SEEN_CALLEE`] for callees.
pub(crate) fn written_by_method<'a>(input: &MethodInput<'a>) -> Vec<(u32, Cow<'a, str>)> {
    let written = Effects::shown_by_class(input.class, input.method, input.code);
    let writes = input.writes;
    if writes.is_empty() {
        return written;
    }
    let mut told = Vec::with_capacity(written.len());
    for (at, name) in written {
        let place = writes.binary_search_by_key(&at, |(call, _)| *call);
        let known = place.ok().and_then(|place| writes[place].1.names());
        let Some(names) = known.filter(|_| name == CALLEE) else {
            told.push((at, name));
            continue;
        };
        if !names.is_empty() {
            told.push((at, Cow::Borrowed(SEEN_CALLEE)));
        }
        let fields = names.iter();
        told.extend(fields.map(|field| (at, Cow::Owned(format!("{CALLEE}{field}")))));
    }
    told
}

/// How sure it is that a call may write a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallWrites {
    /// Code of the callee, or of one of its callees, writes a field of this name.
    Known,
    /// The callee is unknown.
    Unknown,
}

/// Whether a call may write a field, from the call's part of [`written_by_method`].
pub(crate) fn writes_of_call(call: &[(u32, Cow<'_, str>)], field: &str) -> Option<CallWrites> {
    let mut names = call.iter().map(|(_, name)| &**name);
    if names
        .clone()
        .any(|name| name.strip_prefix(CALLEE).unwrap_or(name) == field)
    {
        return Some(CallWrites::Known);
    }
    names
        .any(|name| name == CALLEE)
        .then_some(CallWrites::Unknown)
}
