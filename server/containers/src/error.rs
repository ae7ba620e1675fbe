//! Why an archive has no classes.

use std::io;

/// Why an archive cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ContainerError {
    /// The file cannot be read.
    #[error("{place} cannot be read: {source}")]
    Unreadable {
        /// The file.
        place: String,
        /// The system's error.
        source: io::Error,
    },
    /// The whole archive is damaged.
    #[error(
        "the jar {place} cannot be opened: {reason}; it may be truncated, so fetch or build it again"
    )]
    Damaged {
        /// The archive.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The archive exceeds a limit.
    #[error("the jar {place} is over the limit of {limit} {of}; unpack it and name folders in it")]
    TooLarge {
        /// The archive.
        place: String,
        /// The limit.
        limit: u64,
        /// What the limit counts.
        of: &'static str,
    },
    /// The unpacked classes exceed the limit.
    #[error(
        "{place}: its classes unpack to over {limit} MiB, which is the limit, so none is read; unpack it and name parts of it, or \
         raise --unpack-limit"
    )]
    UnpacksToTooMuch {
        /// The outermost archive.
        place: String,
        /// The limit in mebibytes.
        limit: u64,
    },
}
