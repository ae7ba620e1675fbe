//! Why there are no counts.

use std::io;
use std::path::PathBuf;

/// Why a run was not counted, or why its counts cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// The agent could not be built.
    #[error(transparent)]
    Program(#[from] jdk::ProgramError),
    /// The folder for the counts is missing or not writable.
    #[error("the counts of a run cannot be stored: {0}; set TMPDIR to a writable folder")]
    Folder(#[source] io::Error),
    /// A path or name that the agent's settings cannot contain.
    #[error(
        "{0:?} contains a line break or an equals sign, or is not UTF-8, so it cannot be passed to the agent; use another folder"
    )]
    Unspeakable(String),
    /// The program left no counts.
    #[error(
        "the program left no counts ({source}): it was killed, was ended by Runtime.halt, or refused the agent; check its output"
    )]
    Missing {
        /// The system's error.
        source: io::Error,
    },
    /// The file cannot be read.
    #[error("the counts in {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The bytes are not counts.
    #[error(
        "not counts of a run: {reason} at byte {at}; count the run again with this version of jouled"
    )]
    Malformed {
        /// What is wrong.
        reason: &'static str,
        /// The offset.
        at: usize,
    },
    /// The bytes are not samples.
    #[error(
        "not samples of a run: {reason} at byte {at}; profile the run again with this version of jouled"
    )]
    MalformedSamples {
        /// What is wrong.
        reason: &'static str,
        /// The offset.
        at: usize,
    },
}

/// Why counts do not fit a method's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another version of the code was counted.
    #[error("another version of the method was counted; compile it again, or count the run again")]
    OtherCode,
    /// The counters are not at the method's blocks.
    #[error(
        "the counts do not fit the blocks of the method; count the run again with this version of jouled"
    )]
    OtherBlocks,
}
