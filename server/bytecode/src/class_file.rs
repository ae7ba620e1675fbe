//! A parsed class: its methods with code, line table, handlers and names, and the resolved constant pool.

use crate::annotation::Annotation;
use crate::code::{Code, LocalVariable};
use crate::instruction::{Constant as PushedConstant, InvokeKind, Op};
use crate::known_numbers::KnownNumbers;
use crate::member::{Member, MemberRef};
use crate::pool::{class_name, utf8};
use ristretto_classfile::{Constant, ConstantPool, ReferenceKind};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Why bytes are not a class file.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// The bytes break the class-file format.
    #[error("not a readable class file: {0}; recompile it or leave it out")]
    Malformed(String),
    /// The constant pool lacks the name of the class itself.
    #[error("the class file names no class (constant {0}); recompile it or leave it out")]
    NoName(u16),
}

/// A parsed class file. Class names have slashes.
#[derive(Debug)]
pub struct ClassFile<'a> {
    /// The class's own name, `java/util/Map$Entry`.
    pub name: String,
    /// The superclass; `None` for `java/lang/Object` and module descriptors.
    pub super_name: Option<String>,
    /// Its interfaces, or an interface's superinterfaces.
    pub interfaces: Vec<String>,
    /// The name of the source file without its folder, if the compiler recorded it.
    pub source_file: Option<String>,
    /// The access flags of table 4.1-B in the JVM specification.
    pub access_flags: u16,
    /// The major version of the format: 61 is Java 17.
    pub major_version: u16,
    /// The methods, in the order of the file.
    pub methods: Vec<Method>,
    pub(crate) pool: ConstantPool<'a>,
    /// The arguments of each bootstrap method, as constant-pool indices.
    pub(crate) bootstrap_arguments: Vec<Vec<u16>>,
    /// The fields that the class declares.
    pub(crate) fields: Vec<DeclaredField>,
    /// The names of final and private fields, as constant-pool indices.
    pub(crate) own_fields: Vec<u16>,
    /// Those of them that only the class itself writes.
    pub(crate) closed_fields: Vec<u16>,
    /// The names of the final fields, as constant-pool indices.
    pub(crate) final_fields: Vec<u16>,
    pub(crate) known_numbers: OnceLock<KnownNumbers>,
}

/// A field, with constant-pool indices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeclaredField {
    pub(crate) access_flags: u16,
    pub(crate) name: u16,
    pub(crate) descriptor: u16,
}

/// A method with its code.
#[derive(Debug, Clone)]
pub struct Method {
    /// The name, `<init>` for a constructor and `<clinit>` for a static initialiser.
    pub name: String,
    /// The descriptor, `(I)V`.
    pub descriptor: String,
    /// The access flags of table 4.6-A in the JVM specification.
    pub access_flags: u16,
    /// `None` for abstract and native methods.
    pub code: Option<Code>,
    /// Its annotations that are not available at run time.
    pub annotations: Vec<Annotation>,
}

impl Method {
    /// Whether it has no receiver.
    pub const fn is_static(&self) -> bool {
        self.access_flags & 0x0008 != 0
    }

    /// Whether only its own class can call it.
    pub const fn is_private(&self) -> bool {
        self.access_flags & 0x0002 != 0
    }

    /// Whether subclasses cannot override it.
    pub const fn is_final(&self) -> bool {
        self.access_flags & 0x0010 != 0
    }

    /// Whether it holds the lock of its receiver or class while it runs.
    pub const fn is_synchronized(&self) -> bool {
        self.access_flags & 0x0020 != 0
    }

    /// Whether its body is machine code, which cannot be read.
    pub const fn is_native(&self) -> bool {
        self.access_flags & 0x0100 != 0
    }

    /// Whether only subclasses implement it.
    pub const fn is_abstract(&self) -> bool {
        self.access_flags & 0x0400 != 0
    }

    /// Whether the compiler generated it: a bridge, an accessor, a lambda's body.
    pub const fn is_synthetic(&self) -> bool {
        self.access_flags & 0x1000 != 0
    }

    /// Whether the compiler generated it to call a method with the same name and other types.
    pub const fn is_bridge(&self) -> bool {
        self.access_flags & 0x0040 != 0
    }
}

impl ClassFile<'_> {
    /// The class independent of its bytes.
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
            fields: self.fields,
            own_fields: self.own_fields,
            closed_fields: self.closed_fields,
            final_fields: self.final_fields,
            known_numbers: self.known_numbers,
        }
    }
}

impl ClassFile<'_> {
    /// Whether the class declares a field with this name, which hides those of its superclasses.
    pub fn declares_field(&self, name: &str) -> bool {
        self.fields().any(|(known, _, _)| known == name)
    }

    /// The names, descriptors and access flags of the fields that the class declares.
    pub fn fields(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>, u16)> {
        let text = |index| utf8(&self.pool, index);
        let fields = self.fields.iter();
        fields.filter_map(move |field| {
            Some((
                text(field.name)?,
                text(field.descriptor)?,
                field.access_flags,
            ))
        })
    }

    /// Whether a field of the class is final or private. Then only the class writes it and, if it is private, the classes nested
    /// in it or around it.
    pub fn is_own_field(&self, name: &str) -> bool {
        let mut fields = self.own_fields.iter();
        fields.any(|field| utf8(&self.pool, *field).is_some_and(|known| known == name))
    }

    /// Whether a field of the class is final. Then only the initialisation of the object or the class writes it.
    pub fn is_final_field(&self, name: &str) -> bool {
        let mut fields = self.final_fields.iter();
        fields.any(|field| utf8(&self.pool, *field).is_some_and(|known| known == name))
    }

    /// Whether only the class itself writes a field.
    pub(crate) fn writes_alone(&self, name: &[u8]) -> bool {
        let mut fields = self.closed_fields.iter();
        fields.any(|field| utf8(&self.pool, *field).is_some_and(|known| known.as_bytes() == name))
    }

    /// Whether a field may ever hold an object: other classes may write it, or this class writes something else than `null`.
    pub fn may_hold_object(&self, field: &MemberRef<'_>) -> bool {
        if field.class != self.name.as_bytes() || !self.writes_alone(field.name) {
            return true;
        }
        let code = self
            .methods
            .iter()
            .filter_map(|method| method.code.as_ref());
        code.flat_map(|code| code.instructions.windows(2))
            .any(|pair| {
                let [before, write] = pair else { return false };
                let (Op::PutField { pool } | Op::PutStatic { pool }) = write.op else {
                    return false;
                };
                before.op != Op::Push(PushedConstant::Null)
                    && self
                        .member(pool)
                        .is_some_and(|written| written.name == field.name)
            })
    }

    /// The field or method that an instruction's constant refers to.
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

    /// The descriptor of the field or method that an instruction's constant refers to.
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

    /// The name of a method's local slot at an instruction; `None` if the compiler recorded none.
    pub fn local_name(&self, code: &Code, slot: u16, instruction: u32) -> Option<Cow<'_, str>> {
        self.text(local(code, slot, instruction)?.name)
    }

    /// The descriptor of a local slot's type at an instruction; `None` if the compiler recorded none.
    pub fn local_type(&self, code: &Code, slot: u16, instruction: u32) -> Option<Cow<'_, str>> {
        self.text(local(code, slot, instruction)?.descriptor)
    }

    /// The class that an instruction's constant refers to.
    pub fn class(&self, pool: u16) -> Option<Cow<'_, str>> {
        class_name(&self.pool, pool)
    }

    /// Whether it is an interface.
    pub const fn is_interface(&self) -> bool {
        self.access_flags & 0x0200 != 0
    }

    /// Whether it cannot have subclasses.
    pub const fn is_final(&self) -> bool {
        self.access_flags & 0x0010 != 0
    }

    /// The classes that it names, including itself, with slashes.
    pub fn named_classes(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.pool.iter().filter_map(|constant| match constant {
            Constant::Class(name) => utf8(&self.pool, *name),
            _ => None,
        })
    }

    /// The methods of classes that its code may call: the class, with slashes, and the name.
    pub fn named_methods(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        self.pool.iter().filter_map(move |constant| {
            let Constant::MethodRef {
                class_index,
                name_and_type_index,
            } = constant
            else {
                return None;
            };
            let (name, _) = self.pool.try_get_name_and_type(*name_and_type_index).ok()?;
            let class = class_name(&self.pool, *class_index)?;
            Some((class, utf8(&self.pool, *name)?))
        })
    }

    /// The maximum number of characters that the `invokedynamic` of a concatenation adds to its arguments.
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
            // These two characters stand for an argument and for another constant (java.lang.invoke.StringConcatFactory).
            .map(|text| {
                text.chars()
                    .filter(|c| !matches!(c, '\u{1}' | '\u{2}'))
                    .count()
            })
            .sum()
    }

    /// The methods of this class that an `invokedynamic` turns into an object: lambda bodies and method references.
    pub fn lambda_bodies(&self, pool: u16) -> Vec<Member> {
        let bodies = self.handles(pool).map(|(_, member)| member.to_member());
        bodies.collect()
    }

    /// The first of them, and how it is called; `None` if that is not a method.
    pub fn lambda_body(&self, pool: u16) -> Option<(InvokeKind, Member)> {
        let (kind, member) = self.handles(pool).next()?;
        let kind = match kind {
            ReferenceKind::InvokeStatic => InvokeKind::Static,
            ReferenceKind::InvokeSpecial | ReferenceKind::NewInvokeSpecial => InvokeKind::Special,
            ReferenceKind::InvokeVirtual => InvokeKind::Virtual,
            ReferenceKind::InvokeInterface => InvokeKind::Interface,
            _ => return None,
        };
        Some((kind, member.to_member()))
    }

    /// The classes among the constants that an `invokedynamic` is linked with: what an object implements besides its interface.
    pub fn linked_classes(&self, pool: u16) -> impl Iterator<Item = Cow<'_, str>> {
        self.linked_constants(pool).filter_map(|at| self.class(at))
    }

    /// The method handles among these constants.
    fn handles(&self, pool: u16) -> impl Iterator<Item = (&ReferenceKind, MemberRef<'_>)> {
        let constants = self.linked_constants(pool);
        let handles = constants.filter_map(|at| self.pool.try_get_method_handle(at).ok());
        handles.filter_map(|(kind, reference)| Some((kind, self.member(*reference)?)))
    }

    /// The constants that an `invokedynamic` is linked with.
    fn linked_constants(&self, pool: u16) -> impl Iterator<Item = u16> {
        let linked = match self.pool.get(pool) {
            Some(Constant::InvokeDynamic {
                bootstrap_method_attr_index,
                ..
            }) => (self.bootstrap_arguments).get(usize::from(*bootstrap_method_attr_index)),
            _ => None,
        };
        linked.into_iter().flatten().copied()
    }
}

fn local(code: &Code, slot: u16, instruction: u32) -> Option<&LocalVariable> {
    code.locals().iter().find(|local| {
        // The range begins after the store of the variable's first value.
        local.slot == slot && local.start <= instruction + 1 && instruction < local.end
    })
}
