//! Why the jar of a program could not be made.

use std::io;
use std::path::{Path, PathBuf};

/// Why the jar of a [`super::JavaProgram`] could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The cache folder cannot be written or read.
    #[error("the cache file {} cannot be used: {source}", path.display())]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The sources could not be compiled with this JDK.
    #[error("{} could not compile a program of jouled: {output}", java.display())]
    Build {
        /// The `java` that ran.
        java: PathBuf,
        /// What it printed.
        output: String,
    },
    /// The process could not be started.
    #[error("{} could not be started: {source}", java.display())]
    Spawn {
        /// The `java` that was to run.
        java: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No async runtime could be made to wait in.
    #[error("no runtime to wait in for the compiler: {0}")]
    Runtime(io::Error),
}

/// Puts the path to an error of the file system.
pub(crate) fn in_cache(path: &Path) -> impl Fn(io::Error) -> ProgramError + use<> {
    let path = path.to_path_buf();
    move |source| ProgramError::Cache {
        path: path.clone(),
        source,
    }
}
