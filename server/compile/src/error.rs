//! Why nothing can be compiled.

use std::io;

use jdk::JavacError;

/// Why nothing can be compiled at all.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The compiler does not start.
    #[error(transparent)]
    Service(#[from] JavacError),
    /// There is no folder for compiled classes.
    #[error(
        "no temporary folder for compiled classes could be created: {0}; set TMPDIR to a writable folder"
    )]
    Store(io::Error),
}
