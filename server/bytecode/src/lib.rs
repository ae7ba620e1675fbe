//! Reads Java class files: methods, instructions, line tables, and the *events* that a posterior can price.
//!
//! Bytes in, structs out: this crate opens no file and knows no energy. [`ClassFile::parse`] decodes a class. [`events::events`]
//! interprets the operand stack of a method and describes each instruction in terms of source statements: an addition of two
//! variables, an element loaded from an array, a result that never leaves the stack.
//!
//! Architecture Invariant: the class-file library stays behind this crate. No public type of it is re-exported, so it can be
//! replaced without a change elsewhere.
//!
//! Architecture Invariant: class files are hostile until parsed. Nothing here panics, whatever the bytes are.

mod annotation;
mod class_file;
mod code;
mod code_reader;
mod decode;
mod descriptor;
mod digest;
pub mod events;
mod flow;
mod instruction;
mod known_numbers;
mod member;
mod open_fields;
mod pool;
mod read;
mod smap;
mod unchanged;

pub use annotation::{Annotation, AnnotationValue};
pub use class_file::{ClassError, ClassFile, Method};
pub use code::{Code, LineEntry, LocalTables, LocalVariable};
pub use descriptor::{
    ArgumentTypes, Descriptor, TypeName, class_in_java, field_type, parameter_names,
    parameter_types,
};
pub use digest::{body_digest, code_digest};
pub use flow::{Handler, Leaders};
pub use instruction::{
    ArrayElement, BinaryOp, Comparison, Constant, DataType, Instruction, InvokeKind, Op, Switch,
    Test, Wide, mnemonic,
};
pub use member::{Member, MemberRef};
pub use open_fields::with_open_fields;
pub use read::{NEWEST_RELEASE, newer_release};
pub use unchanged::unchanged_methods;
