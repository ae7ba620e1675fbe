//! A parsed class: its methods with their code, line table, handlers and names, and what the constant pool resolves.

use crate::annotation::Annotation;
use crate::decode;
use crate::flow::Leaders;
use crate::instruction::{Instruction, Switch};
use crate::known_numbers::KnownNumbers;
use ristretto_classfile::attributes::LocalVariableTable;
use ristretto_classfile::{Constant, ConstantPool};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Why bytes are no class file.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// The bytes break the class-file format.
    #[error("not a readable class file: {0}; recompile it or leave it out")]
    Malformed(String),
    /// A name of the class itself is missing from its constant pool.
    #[error("the class file names no class (constant {0}); recompile it or leave it out")]
    NoName(u16),
}

/// A parsed class file. Names are in binary form with slashes.
#[derive(Debug)]
pub struct ClassFile<'a> {
    /// The class's own name, `java/util/Map$Entry`.
    pub name: String,
    /// The superclass, `None` for `java/lang/Object` and module descriptors.
    pub super_name: Option<String>,
    /// The interfaces it names, or an interface's own superinterfaces.
    pub interfaces: Vec<String>,
    /// The name of the source file without its folder, where the compiler recorded it.
    pub source_file: Option<String>,
    /// The access flags of JVM specification table 4.1-B.
    pub access_flags: u16,
    /// The major version of the format: 61 is Java 17.
    pub major_version: u16,
    /// The methods, in the order of the file.
    pub methods: Vec<Method>,
    pub(crate) pool: ConstantPool<'a>,
    /// For each bootstrap method its arguments, as constant-pool indices.
    pub(crate) bootstrap_arguments: Vec<Vec<u16>>,
    /// The names of the final and of the private fields, as constant-pool indices.
    pub(crate) own_fields: Vec<u16>,
    /// Those of them that only the class itself writes.
    pub(crate) closed_fields: Vec<u16>,
    pub(crate) known_numbers: OnceLock<KnownNumbers>,
}

/// A method with its code.
#[derive(Debug, Clone)]
pub struct Method {
    /// The name, `<init>` for a constructor and `<clinit>` for a static initialiser.
    pub name: String,
    /// The descriptor, `(I)V`.
    pub descriptor: String,
    /// The access flags of JVM specification table 4.6-A.
    pub access_flags: u16,
    /// `None` for abstract and native methods.
    pub code: Option<Code>,
    /// The annotations that are in the class file and not at hand when it runs.
    pub annotations: Vec<Annotation>,
}

impl Method {
    /// True for a method without a receiver.
    pub const fn is_static(&self) -> bool {
        self.access_flags & 0x0008 != 0
    }

    /// True for a method that only its own class can call.
    pub const fn is_private(&self) -> bool {
        self.access_flags & 0x0002 != 0
    }

    /// True for a method that subclasses cannot replace.
    pub const fn is_final(&self) -> bool {
        self.access_flags & 0x0010 != 0
    }

    /// True for a method whose body is machine code that cannot be seen.
    pub const fn is_native(&self) -> bool {
        self.access_flags & 0x0100 != 0
    }

    /// True for a method that only subclasses implement.
    pub const fn is_abstract(&self) -> bool {
        self.access_flags & 0x0400 != 0
    }

    /// True for a method that the compiler made up: a bridge, an accessor, a lambda's body.
    pub const fn is_synthetic(&self) -> bool {
        self.access_flags & 0x1000 != 0
    }
}

/// The code of a method. All positions are instruction indices, not byte offsets.
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// The targets of the switches, by the index in [`crate::Op::Switch`].
    pub switches: Vec<Switch>,
    /// The line table, sorted by instruction.
    pub lines: Vec<LineEntry>,
    /// The exception handlers, in their order of precedence.
    pub handlers: Vec<Handler>,
    /// Where the basic blocks begin.
    pub leaders: Leaders,
    /// How many local slots the method uses.
    pub max_locals: u16,
    /// What [`Code::locals`] reads.
    pub local_tables: LocalTables,
}

/// The tables of a method's locals as they stand in the class file, in bytes, until somebody asks for them.
#[derive(Debug, Clone, Default)]
pub struct LocalTables {
    raw: Vec<LocalVariableTable>,
    read: OnceLock<Vec<LocalVariable>>,
}

impl LocalTables {
    pub(crate) const fn new(raw: Vec<LocalVariableTable>) -> Self {
        Self {
            raw,
            read: OnceLock::new(),
        }
    }
}

impl Code {
    /// The names of the locals, where the compiler recorded them. Few methods are asked for them, so they are worked out
    /// when the first asks.
    pub fn locals(&self) -> &[LocalVariable] {
        let tables = &self.local_tables;
        tables.read.get_or_init(|| {
            if tables.raw.is_empty() {
                return Vec::new();
            }
            let offsets = decode::byte_offsets(&self.instructions, &self.switches);
            let index_of = |offset: u32| offsets.partition_point(|at| *at < offset) as u32;
            let of_raw = |variable: &LocalVariableTable| {
                let start = u32::from(variable.start_pc);
                LocalVariable {
                    start: index_of(start),
                    end: index_of(start + u32::from(variable.length)),
                    slot: variable.index,
                    name: variable.name_index,
                    descriptor: variable.descriptor_index,
                }
            };
            tables.raw.iter().map(of_raw).collect()
        })
    }

    /// The source line of an instruction, `None` where the table does not say.
    pub fn line_of(&self, instruction: u32) -> Option<u32> {
        let after = self
            .lines
            .partition_point(|entry| entry.start <= instruction);
        self.lines
            .get(after.checked_sub(1)?)
            .map(|entry| entry.line)
    }
}

/// From this instruction on, up to the next entry, the code stands on this line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineEntry {
    /// The first instruction.
    pub start: u32,
    /// The line, counted from 1.
    pub line: u32,
}

/// An entry of the exception table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    /// The first protected instruction.
    pub start: u32,
    /// The first instruction that is not protected any more.
    pub end: u32,
    /// Where the handler begins.
    pub handler: u32,
    /// True for a handler of every exception, as `finally` and `synchronized` make them.
    pub catches_all: bool,
}

/// The name of a local slot over a range of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalVariable {
    /// The first instruction at which the name holds.
    pub start: u32,
    /// The first instruction at which the name holds no more.
    pub end: u32,
    /// The slot.
    pub slot: u16,
    /// The constant that holds the name; [`ClassFile::text`] reads it.
    pub name: u16,
    /// The constant that holds the descriptor of its type.
    pub descriptor: u16,
}

/// A field or method that an instruction names.
#[derive(Debug, Clone, Copy)]
pub struct MemberRef<'a> {
    class: &'a [u8],
    name: &'a [u8],
    descriptor: &'a [u8],
}

impl<'a> MemberRef<'a> {
    /// The class in binary form; empty for `invokedynamic`, which names none.
    pub fn class(&self) -> Cow<'a, str> {
        lossy(self.class)
    }

    /// The class as it stands in the class file.
    pub const fn class_bytes(&self) -> &'a [u8] {
        self.class
    }

    /// The name of the member.
    pub fn name(&self) -> Cow<'a, str> {
        lossy(self.name)
    }

    /// The name as it stands in the class file.
    pub const fn name_bytes(&self) -> &'a [u8] {
        self.name
    }

    /// The descriptor of the member.
    pub fn descriptor(&self) -> Cow<'a, str> {
        lossy(self.descriptor)
    }

    /// The descriptor as it stands in the class file.
    pub const fn descriptor_bytes(&self) -> &'a [u8] {
        self.descriptor
    }

    /// True for a constructor.
    pub fn is_constructor(&self) -> bool {
        self.name == b"<init>"
    }

    /// True for a member of this class, given in binary form.
    pub fn is_in(&self, class: &str) -> bool {
        self.class == class.as_bytes()
    }

    /// The same, with its own strings.
    pub fn to_member(&self) -> Member {
        Member {
            class: self.class().into_owned(),
            name: self.name().into_owned(),
            descriptor: self.descriptor().into_owned(),
        }
    }
}

/// A field or method by class, name and descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Member {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
}

impl ClassFile<'_> {
    /// The class without a tie to its bytes, to be kept.
    pub fn into_owned(self) -> ClassFile<'static> {
        ClassFile {
            name: self.name,
            super_name: self.super_name,
            interfaces: self.interfaces,
            source_file: self.source_file,
            access_flags: self.access_flags,
            major_version: self.major_version,
            methods: self.methods,
            pool: self.pool.into_owned(),
            bootstrap_arguments: self.bootstrap_arguments,
            own_fields: self.own_fields,
            closed_fields: self.closed_fields,
            known_numbers: self.known_numbers,
        }
    }
}

impl ClassFile<'_> {
    /// True for a final or private field of the class: nobody writes it but the class and, where it is private, the classes
    /// inside or around it.
    pub fn is_own_field(&self, name: &str) -> bool {
        let mut fields = self.own_fields.iter();
        fields.any(|field| utf8(&self.pool, *field).is_some_and(|known| known == name))
    }

    /// True for a field that only the class itself writes.
    pub(crate) fn writes_alone(&self, name: &[u8]) -> bool {
        let mut fields = self.closed_fields.iter();
        fields.any(|field| utf8(&self.pool, *field).is_some_and(|known| known.as_bytes() == name))
    }

    /// The number that a field of the class holds whenever a method other than a constructor or an initialiser reads it, where
    /// the class itself says so; `None` for any other.
    pub fn number_in_field(&self, field: &MemberRef<'_>) -> Option<i64> {
        if field.class != self.name.as_bytes() {
            return None;
        }
        self.known_numbers().field(field.name)
    }

    /// The number that a method of the class always returns, where it does nothing else and nobody can replace it.
    pub fn number_returned(&self, method: &MemberRef<'_>) -> Option<i64> {
        if method.class != self.name.as_bytes() {
            return None;
        }
        self.known_numbers().method(method.name, method.descriptor)
    }

    fn known_numbers(&self) -> &KnownNumbers {
        self.known_numbers.get_or_init(|| KnownNumbers::of(self))
    }

    /// The field or method that an instruction's constant names.
    pub fn member(&self, pool: u16) -> Option<MemberRef<'_>> {
        let (class, name_and_type) = match self.pool.get(pool)? {
            Constant::FieldRef {
                class_index,
                name_and_type_index,
            }
            | Constant::MethodRef {
                class_index,
                name_and_type_index,
            }
            | Constant::InterfaceMethodRef {
                class_index,
                name_and_type_index,
            } => (
                self.pool.try_get_class(*class_index).ok()?.as_bytes(),
                *name_and_type_index,
            ),
            Constant::InvokeDynamic {
                name_and_type_index,
                ..
            }
            | Constant::Dynamic {
                name_and_type_index,
                ..
            } => (&[][..], *name_and_type_index),
            _ => return None,
        };
        let (name, descriptor) = self.pool.try_get_name_and_type(name_and_type).ok()?;
        Some(MemberRef {
            class,
            name: self.pool.try_get_utf8(*name).ok()?.as_bytes(),
            descriptor: self.pool.try_get_utf8(*descriptor).ok()?.as_bytes(),
        })
    }

    /// The descriptor of the field or method that an instruction's constant names.
    pub fn descriptor(&self, pool: u16) -> Option<&[u8]> {
        let (Constant::FieldRef {
            name_and_type_index,
            ..
        }
        | Constant::MethodRef {
            name_and_type_index,
            ..
        }
        | Constant::InterfaceMethodRef {
            name_and_type_index,
            ..
        }
        | Constant::InvokeDynamic {
            name_and_type_index,
            ..
        }
        | Constant::Dynamic {
            name_and_type_index,
            ..
        }) = self.pool.get(pool)?
        else {
            return None;
        };
        let (_, descriptor) = self.pool.try_get_name_and_type(*name_and_type_index).ok()?;
        Some(self.pool.try_get_utf8(*descriptor).ok()?.as_bytes())
    }

    /// The text of a constant.
    pub fn text(&self, pool: u16) -> Option<Cow<'_, str>> {
        utf8(&self.pool, pool)
    }

    /// The name of a local slot of a method at an instruction, `None` where the compiler recorded none.
    pub fn local_name(&self, code: &Code, slot: u16, instruction: u32) -> Option<Cow<'_, str>> {
        self.text(local(code, slot, instruction)?.name)
    }

    /// The descriptor of the type of a local slot at an instruction, `None` where the compiler recorded none.
    pub fn local_type(&self, code: &Code, slot: u16, instruction: u32) -> Option<Cow<'_, str>> {
        self.text(local(code, slot, instruction)?.descriptor)
    }

    /// The class that an instruction's constant names.
    pub fn class(&self, pool: u16) -> Option<Cow<'_, str>> {
        class_name(&self.pool, pool)
    }

    /// True for an interface.
    pub const fn is_interface(&self) -> bool {
        self.access_flags & 0x0200 != 0
    }

    /// True for a class that cannot have subclasses.
    pub const fn is_final(&self) -> bool {
        self.access_flags & 0x0010 != 0
    }

    /// True for a class that any other may name.
    pub const fn is_public(&self) -> bool {
        self.access_flags & 0x0001 != 0
    }

    /// The classes that it names, itself among them, in binary form with slashes.
    pub fn named_classes(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.pool.iter().filter_map(|constant| match constant {
            Constant::Class(name) => utf8(&self.pool, *name),
            _ => None,
        })
    }

    /// How many characters of its own an `invokedynamic` of a concatenation adds to what it is passed, at most.
    pub fn concatenated_characters(&self, pool: u16) -> usize {
        let Some(Constant::InvokeDynamic {
            bootstrap_method_attr_index,
            ..
        }) = self.pool.get(pool)
        else {
            return 0;
        };
        self.bootstrap_arguments
            .get(usize::from(*bootstrap_method_attr_index))
            .into_iter()
            .flatten()
            .filter_map(|argument| match self.pool.get(*argument) {
                Some(Constant::String(text)) => utf8(&self.pool, *text),
                _ => None,
            })
            // These two stand for an argument and for another constant (java.lang.invoke.StringConcatFactory).
            .map(|text| {
                text.chars()
                    .filter(|c| !matches!(c, '\u{1}' | '\u{2}'))
                    .count()
            })
            .sum()
    }

    /// The methods of this class that an `invokedynamic` makes an object of: lambda bodies and method references.
    pub fn lambda_bodies(&self, pool: u16) -> Vec<Member> {
        let Some(Constant::InvokeDynamic {
            bootstrap_method_attr_index,
            ..
        }) = self.pool.get(pool)
        else {
            return Vec::new();
        };
        self.bootstrap_arguments
            .get(usize::from(*bootstrap_method_attr_index))
            .into_iter()
            .flatten()
            .filter_map(|argument| self.pool.try_get_method_handle(*argument).ok())
            .filter_map(|(_, reference)| self.member(*reference))
            .map(|member| member.to_member())
            .collect()
    }
}

/// The same text with replacements for what is no UTF-8. Names seldom are none: that they are any is checked by words
/// first, which [`String::from_utf8_lossy`] does byte by byte.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

pub(crate) fn utf8<'p>(pool: &'p ConstantPool<'_>, index: u16) -> Option<Cow<'p, str>> {
    let text = pool.try_get_utf8(index).ok()?;
    // What Java writes in its own way is no UTF-8.
    Some(match std::str::from_utf8(text.as_bytes()) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => text.to_str_lossy(),
    })
}

pub(crate) fn class_name<'p>(pool: &'p ConstantPool<'_>, index: u16) -> Option<Cow<'p, str>> {
    let Constant::Class(name) = pool.get(index)? else {
        return None;
    };
    utf8(pool, *name)
}

fn local(code: &Code, slot: u16, instruction: u32) -> Option<&LocalVariable> {
    code.locals().iter().find(|local| {
        // The range begins behind the store that gives the variable its first value.
        local.slot == slot && local.start <= instruction + 1 && instruction < local.end
    })
}
