//! Counts of a run, in place of estimates.

use counts::{CountError, CountedRun};
use frequency::Model;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Why the counts of a run cannot replace estimates.
#[derive(Debug, thiserror::Error)]
pub enum UseCountsError {
    /// The file cannot be read.
    #[error("the counts in {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Its bytes are not counts.
    #[error("{}: {source}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: CountError,
    },
    /// Estimates were made before.
    #[error("the counts arrived after the estimates were made; please report this as a bug")]
    TooLate,
}

static IN_USE: OnceLock<PathBuf> = OnceLock::new();

/// The file whose counts replace estimates in this process.
pub(crate) fn in_use() -> Option<&'static Path> {
    IN_USE.get().map(PathBuf::as_path)
}

/// Has the counts of a run replace estimates in this process, method by method. Nothing may have been estimated
/// before.
///
/// # Errors
/// When the file cannot be read, or is none that the agent wrote.
pub fn use_counts(path: &Path) -> Result<(), UseCountsError> {
    let bytes = files::read(path, files::COUNTS).map_err(|source| UseCountsError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    use_counts_of(path, &[bytes])
}

/// The same of counts that were read from a file already.
///
/// # Errors
/// When the agent did not write them.
pub fn use_counts_of(path: &Path, parts: &[Vec<u8>]) -> Result<(), UseCountsError> {
    let run = CountedRun::read_all(parts).map_err(|source| UseCountsError::Malformed {
        path: path.to_owned(),
        source,
    })?;
    let model = Model::as_it_comes().with_counts(Arc::new(run));
    if model.install() {
        let _ = IN_USE.set(path.to_owned());
        Ok(())
    } else {
        Err(UseCountsError::TooLate)
    }
}
