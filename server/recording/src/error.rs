//! Why bytes are not a recording, and which parts of a recording could not be read.

use std::fmt;
use std::sync::Arc;

/// Why nothing was read.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The bytes do not begin like a recording.
    #[error("not a JFR recording")]
    NotARecording,
    /// An unknown version of the format.
    #[error("JFR format {major}.{minor} is not known; known are 1 and 2")]
    UnknownVersion {
        /// The major number.
        major: u16,
        /// The minor number.
        minor: u16,
    },
}

/// What is missing in a recording. Everything else was read.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum RecordingProblem {
    /// The chunk was never closed: the JVM still runs or was killed.
    Unfinished {
        /// The chunk, counted from 0.
        chunk: usize,
        /// Bytes after the last flush. The file lacks their names.
        bytes_left_out: u64,
    },
    /// The file ends before the chunk does.
    CutOff {
        /// The chunk, counted from 0.
        chunk: usize,
        /// Bytes that the header announces but the file lacks. `None` if the header itself is cut off or invalid.
        missing_bytes: Option<u64>,
    },
    /// No description of its events was found, so none of them could be read.
    NoMetadata {
        /// The chunk, counted from 0.
        chunk: usize,
    },
    /// The rest of a chunk is invalid.
    Damaged {
        /// The chunk, counted from 0.
        chunk: usize,
        /// The start of this rest, as a position in the file.
        at_byte: u64,
    },
    /// The bytes after the last chunk are not a chunk.
    Trailing {
        /// The number of bytes.
        bytes: u64,
    },
    /// Unreadable pools of names: events that need them lack stacks, methods or threads.
    UnreadablePools {
        /// The chunk, counted from 0.
        chunk: usize,
        /// The number of affected parts of pools.
        count: u64,
    },
    /// Events of a type without a description.
    UndescribedEvents {
        /// The chunk, counted from 0.
        chunk: usize,
        /// The number of events.
        count: u64,
    },
    /// This JDK writes an event without a required field, so all events of this type were left out.
    MissingField {
        /// The event type.
        event: Arc<str>,
        /// The field.
        field: Arc<str>,
    },
    /// Events whose bytes do not fit their description.
    UnreadableEvents {
        /// The event type.
        event: Arc<str>,
        /// The number of events.
        count: u64,
    },
    /// Stacks that events refer to, but that the file lacks or has only in part.
    UnresolvedStacks {
        /// The number of events without their stack.
        count: u64,
    },
}

impl fmt::Display for RecordingProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished {
                chunk,
                bytes_left_out,
            } => write!(
                f,
                "chunk {chunk} was not closed: what came after its last flush is missing, {bytes_left_out} bytes of it in the file"
            ),
            Self::CutOff {
                chunk,
                missing_bytes: Some(bytes),
            } => write!(f, "chunk {chunk} is cut off: {bytes} bytes are missing"),
            Self::CutOff { chunk, .. } => write!(f, "chunk {chunk} is cut off"),
            Self::NoMetadata { chunk } => {
                write!(
                    f,
                    "chunk {chunk} does not describe its events: none was read"
                )
            }
            Self::Damaged { chunk, at_byte } => write!(
                f,
                "chunk {chunk} is damaged: nothing was read from byte {at_byte} to its end"
            ),
            Self::Trailing { bytes } => {
                write!(f, "{bytes} bytes at the end belong to no chunk")
            }
            Self::UnreadablePools { chunk, count } => write!(
                f,
                "{count} pools of names in chunk {chunk} could not be read"
            ),
            Self::UndescribedEvents { chunk, count } => write!(
                f,
                "{count} events in chunk {chunk} are of types that it does not describe"
            ),
            Self::MissingField { event, field } => {
                write!(
                    f,
                    "events {event} were left out: they have no field {field}"
                )
            }
            Self::UnreadableEvents { event, count } => {
                write!(f, "{count} events {event} could not be read")
            }
            Self::UnresolvedStacks { count } => {
                write!(f, "{count} events refer to stacks that are not in the file")
            }
        }
    }
}
