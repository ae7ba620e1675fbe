//! The resident javac service: one Java process that compiles text in memory to class files in memory.

mod archive;
mod attribute_reader;
mod blocking;
mod cpu_limit;
mod error;
mod exchange;
mod jar;
mod offsets;
mod process;
mod reader;
mod service;
mod wire;
mod write_classes;

pub use archive::{ArchiveCreation, prepare_archive};
pub use blocking::BlockingJavac;
pub use error::{CompilerFailure, JavacError};
pub use exchange::{
    ClassFile, CompileRequest, CompileResponse, CompiledClass, Diagnostic, JavacSeverity,
    SourceLocation, SourceUnit,
};
pub use jar::compiler_digest;
pub use service::{JavacService, ServiceConfig};
pub use write_classes::WriteClassesError;
