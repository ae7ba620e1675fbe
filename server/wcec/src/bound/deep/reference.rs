//! Which object a value is, and what a call calls.

use super::super::Bounds;
use super::super::value::Path;
use super::{Body, Scope};
use crate::expression::{Origin, Place, Root};
use crate::method::MethodInput;
use crate::values::{Id, NO_OBJECT, Node, Values};
use bytecode::{ClassFile, LocalVariable, Op};

/// The method that a call calls.
#[derive(Debug)]
pub(super) struct Called {
    pub(super) class: String,
    pub(super) name: String,
    pub(super) descriptor: String,
}

impl Called {
    /// True where it takes nothing and returns an int or a long.
    pub(super) fn is_number(&self) -> bool {
        matches!(self.descriptor.as_str(), "()I" | "()J")
    }
}

/// What the call at an instruction calls.
pub(super) fn called(input: &MethodInput<'_>, at: u32) -> Option<Called> {
    let Op::Invoke { pool, .. } = input.code.instructions.get(at as usize)?.op else {
        return None;
    };
    let class: &ClassFile<'_> = input.class;
    let member = class.member(pool)?;
    Some(Called {
        class: member.class().into_owned(),
        name: member.name().into_owned(),
        descriptor: member.descriptor().into_owned(),
    })
}

/// Methods of collections and texts that leave the size of what they are called on.
const KEEPS_SIZE: [&str; 23] = [
    "length",
    "size",
    "charAt",
    "get",
    "getFirst",
    "getLast",
    "isEmpty",
    "hasNext",
    "next",
    "hasMoreElements",
    "nextElement",
    "iterator",
    "entrySet",
    "keySet",
    "values",
    "getKey",
    "getValue",
    "contains",
    "containsKey",
    "indexOf",
    "equals",
    "hashCode",
    "limit",
];

impl Bounds<'_> {
    /// True for a call of a method of the library that nobody overrides and that changes no field.
    pub(super) fn is_harmless(&self, at: u32) -> bool {
        called(self.input, at).is_some_and(|called| {
            matches!(
                called.class.as_str(),
                "java/lang/Math"
                    | "java/lang/String"
                    | "java/lang/Character"
                    | "java/lang/Integer"
                    | "java/lang/Long"
            )
        })
    }

    /// The name of the object that a value is. `None` where it has none.
    pub(super) fn path(&mut self, values: &Values<'_>, id: Id, depth: u32) -> Option<Path> {
        if depth > super::DEEPEST || self.fuel == 0 {
            return None;
        }
        self.fuel -= 1;
        match values.node(id) {
            Node::Entry(slot) => match self.argument(slot) {
                Some((index, _)) => Some(Path {
                    text: self.argument_name(slot, index),
                    origin: None,
                    largest: false,
                    place: Some(Place {
                        root: Root::Argument(index as u16),
                        path: Vec::new(),
                    }),
                }),
                None if slot == 0 && !self.input.method.is_static() => Some(Path {
                    text: String::new(),
                    origin: None,
                    largest: false,
                    place: Some(Place {
                        root: Root::Receiver,
                        path: Vec::new(),
                    }),
                }),
                None => None,
            },
            Node::Field { at, object, memory } => {
                if values.node(memory) != Node::Untouched {
                    return self.named(values, id, Origin::Instruction(at));
                }
                let member = match self.input.code.instructions.get(at as usize)?.op {
                    Op::GetField { pool } | Op::GetStatic { pool } => {
                        self.input.class.member(pool)?
                    }
                    _ => return None,
                };
                let object = if object == NO_OBJECT {
                    Path::of_class(&member.class(), &self.input.class.name)
                } else {
                    self.path(values, object, depth + 1)?
                };
                let mut path = object.extended(&member.name());
                // A parameter of the same name hides the field.
                let is_argument = |local: &LocalVariable| {
                    local.start == 0
                        && self.input.class.text(local.name).as_deref() == Some(path.text.as_str())
                };
                if self.input.code.locals().iter().any(is_argument) {
                    path.text = format!("this.{}", path.text);
                }
                Some(path)
            }
            Node::Element { at, array, .. } => {
                let is_kept = self.is_unwritten_before(super::super::ELEMENT, at);
                match self.path(values, array, depth + 1) {
                    Some(path) if is_kept && !path.text.is_empty() => Some(path.extended("[]")),
                    _ => self.named(values, id, Origin::Instruction(at)),
                }
            }
            Node::Called { at } => {
                if let Some(path) = self.named(values, id, Origin::Instruction(at)) {
                    return Some(path);
                }
                let name = called(self.input, at)?.name;
                let line = self.input.code.line_of(at).unwrap_or_default();
                Some(Path {
                    text: format!("{name}()@{line}"),
                    origin: Some(Origin::Instruction(at)),
                    largest: true,
                    place: None,
                })
            }
            Node::Made { at, .. } => self.named(values, id, Origin::Instruction(at)),
            Node::Join { block, .. } => {
                let at = self.flow.instructions(block as usize).start as u32;
                self.named(values, id, Origin::Instruction(at))
            }
            _ => None,
        }
    }

    /// A value under the name of the local that it is kept in.
    fn named(&self, values: &Values<'_>, id: Id, origin: Origin) -> Option<Path> {
        let (slot, at) = match values.node(id) {
            Node::Join { block, variable } if values.is_local(variable) => {
                let at = self.flow.instructions(block as usize).start as u32;
                (variable as u16, at)
            }
            _ => {
                let at = values.stored(id)?;
                match self.input.code.instructions.get(at as usize)?.op {
                    Op::Store { slot, .. } => (slot, at + 1),
                    _ => return None,
                }
            }
        };
        let name = self.local_name(slot, at)?;
        Some(Path {
            text: name.into_owned(),
            origin: Some(origin),
            largest: true,
            place: None,
        })
    }

    /// True for an instruction that may be executed before a loop.
    pub(super) fn is_before(&self, values: &Values<'_>, body: &Body, at: u32) -> bool {
        let block = self.flow.block_of(at).map(|block| block as u32);
        block.is_some_and(|block| {
            values.position(block) < values.position(body.header)
                || self.around.iter().any(|body| body.contains(block))
        })
    }

    /// True where nothing but harmless methods is called before the loop on an object, so that its size is the one that
    /// it had when the method began.
    pub(super) fn keeps_size(&self, scope: Scope<'_>, object: Id) -> bool {
        let values = scope.values;
        let calls = self.input.code.instructions.iter().enumerate();
        calls
            .filter(|(_, instruction)| matches!(instruction.op, Op::Invoke { .. }))
            .all(|(at, _)| {
                let at = at as u32;
                values.passed(at).first() != Some(&object)
                    || !self.is_before(values, scope.body, at)
                    || {
                        let name = called(self.input, at).map(|called| called.name);
                        name.is_some_and(|name| KEEPS_SIZE.contains(&name.as_str()))
                    }
            })
    }

    /// What a place is called when a method without arguments is asked of it.
    pub(super) fn asked(path: &Path, method: &str) -> String {
        if path.text.is_empty() {
            format!("{method}()")
        } else {
            format!("{}.{method}()", path.text)
        }
    }
}
