//! Java text: methods, spans, line index and edits.
//!
//! [`SourceFile`] holds one version of a file: its text, its [`LineIndex`] and, where
//! [`ParseLimits`] allow, its syntax tree. [`SourceFile::outline`] lists classes and methods
//! under the names that javac gives them in class files, so that bytecode finds its way back to
//! the text. [`LineEdit`] carries line numbers of an older version over to a newer one, and
//! [`LineMap`] the other way round.
//!
//! The crate reads no file, starts no process and knows no protocol. No text makes it panic or
//! refuse: what the grammar does not understand is listed in [`SourceFile::problems`].

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
mod syntax;
mod types;
mod unresolved;

pub use fields::Field;
pub use line_edit::{LineEdit, shift_line};
pub use line_index::{ColumnEncoding, LineIndex, Position};
pub use line_map::{LineMap, LineOrigin};
pub use local_names::differ_by_local_names_alone;
pub use name_use::{CallUse, ClassAround, Import, LambdaUse, NameUse, NameUses, TypeUse};
pub use outline::{Class, ClassKind, Method, MethodKind, Outline, Parameter};
pub use package::package_of;
pub use problems::{ProblemKind, SourceProblem};
pub use source_file::SourceFile;
pub use specification::{Loop, Specification, Specified};
pub use stub::{Omitted, OmittedKind, Reduced};
pub use syntax::ParseLimits;
