//! Java text: methods, spans, line index and edits.
//!
//! [`SourceFile`] is one version of a file: its text, its [`LineIndex`] and, if [`ParseLimits`] allow, its syntax tree.
//! [`SourceFile::outline`] lists classes and methods with the names that javac gives them in class files, so bytecode can be
//! matched to the text. [`LineEdit`] maps line numbers of an older version to a newer one, and [`LineMap`] maps them back.
//!
//! The crate reads no file, starts no process and knows no protocol. It handles any text without a panic or an error;
//! [`SourceFile::problems`] lists what the grammar does not understand.

mod code;
mod effort;
mod fields;
mod interface;
mod javac_order;
mod line_edit;
mod line_index;
mod line_map;
mod local_names;
mod mask;
mod matching;
mod name_use;
mod outline;
mod package;
mod problems;
mod source_file;
mod specification;
mod stub;
mod supertypes;
mod syntax;
mod types;
mod unresolved;
mod unseen;

pub use fields::Field;
pub use line_edit::{LineEdit, shift_line};
pub use line_index::{ColumnEncoding, LineIndex, Position};
pub use line_map::{LineMap, LineOrigin};
pub use local_names::{differ_by_local_names_alone, differ_by_values_alone};
pub use name_use::{CallUse, ClassAround, Import, LambdaUse, NameUse, NameUses, TypeUse};
pub use outline::{Class, ClassKind, Method, MethodKind, Outline, Parameter};
pub use package::package_of;
pub use problems::{ProblemKind, SourceProblem};
pub use source_file::SourceFile;
pub use specification::{FieldInScope, FieldsInScope, Loop, Specification, Specified};
pub use stub::{Omitted, OmittedKind, Reduced};
pub use supertypes::Supertypes;
pub use syntax::ParseLimits;
pub use unseen::MayDeclare;
