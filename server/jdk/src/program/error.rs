//! Why the jar of a program could not be built.

use std::io;
use std::path::{Path, PathBuf};

/// Why the jar of a [`super::JavaProgram`] could not be built.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The cache folder cannot be written or read.
    #[error("the cache file {} cannot be used: {source}", path.display())]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The sources could not be compiled with this JDK.
    #[error("{} could not compile a program of jouled: {output}", java.display())]
    Build {
        /// The `java` that ran.
        java: PathBuf,
        /// Its output.
        output: String,
    },
    /// The process could not be started.
    #[error("{} could not be started: {source}", java.display())]
    Spawn {
        /// The `java` to run.
        java: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The async runtime that waits for the compiler could not be created.
    #[error("the async runtime that waits for the compiler could not be created: {0}")]
    Runtime(io::Error),
}

/// Adds the path to an error of the file system.
pub(crate) fn in_cache(path: &Path) -> impl Fn(io::Error) -> ProgramError + use<> {
    let path = path.to_path_buf();
    move |source| ProgramError::Cache {
        path: path.clone(),
        source,
    }
}
