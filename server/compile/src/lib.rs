//! Compiles Java files to classes, as many as possible.
//!
//! - [`Compiler`] compiles a project or one buffer of an editor with the resident javac. It leaves out code with errors, so
//!   that the rest still gets bytecode. [`CompiledFile`] says what is missing and why.
//! - [`BlockingCompiler`] is the same for callers without an async runtime, and [`Workspace`] reports to a channel of
//!   [`WorkspaceEvent`]s.
//! - [`ResidentProject`] stays open after a compilation: for the types of its texts, and for texts that are only tried.
//! - It finds the classes of an earlier session by the digest of the texts and the class path.

mod batches;
mod blocking;
mod built;
mod class_cache;
mod compiled_file;
mod compiler;
mod context;
mod error;
mod events;
mod lazy_compiler;
mod located_error;
mod off_thread;
mod open_workspace;
mod project;
mod refused_jars;
mod resident_project;
mod rounds;
mod runtime;
mod source_text;
mod store;
mod stubs;
mod texts;
mod trial;
mod unit;
mod unit_repair;

pub use blocking::{BlockingCompiler, Compilation, compile_blocking};
pub use compiled_file::{ClassBytes, CompiledFile, Completeness, unseen_in};
pub use compiler::Compiler;
pub use context::called_files;
pub use error::CompileError;
pub use events::{ProgressStep, ServiceState, WorkspaceEvent};
pub use open_workspace::Workspace;
pub use resident_project::ResidentProject;
pub(crate) use texts::known_file;
pub use trial::Trial;
