//! Java files to classes, as many as compile.

mod batches;
mod blocking;
mod built;
mod compiler;
mod context;
mod error;
mod lazy_compiler;
mod located_error;
mod project;
mod refused_jars;
mod resident;
mod rounds;
mod store;
mod stubs;
mod texts;
mod unit;
mod unit_repair;

pub use blocking::{Compilation, compile_blocking};
pub use compiler::Compiler;
pub use error::CompileError;
pub use resident::ResidentProject;
pub(crate) use texts::known_file;
