//! Why a profile cannot be written or read.

use std::io;
use std::path::PathBuf;

/// Why a profile cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum RunFileError {
    /// The file cannot be written.
    #[error("the profile {} cannot be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file cannot be read.
    #[error("the profile {} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is something else, or damaged.
    #[error(
        "{place} is not a profile that this version of jouled can read: {reason}; profile the program again"
    )]
    Malformed {
        /// The file.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// The database in the file is damaged.
    #[error("the tables of the profile do not work: {0}; profile the program again")]
    Database(#[from] rusqlite::Error),
}
