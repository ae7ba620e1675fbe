//! Why nothing was executed.

use std::path::PathBuf;
use std::time::Duration;

use crate::FIRST_FEATURE;

/// Why nothing was executed. For what goes wrong inside a call, see [`crate::CallCompletion`].
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The JDK has no class-file API.
    #[error("JDK {found} cannot rewrite classes; use JDK {FIRST_FEATURE} or newer")]
    TooOld {
        /// Its version.
        found: String,
    },
    /// The counting program could not be built.
    #[error(transparent)]
    Program(#[from] jdk::ProgramError),
    /// The process could not be started.
    #[error("{} could not be started: {source}", java.display())]
    Spawn {
        /// The `java` program.
        java: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The process ended, hung or sent invalid data between calls.
    #[error("the counting JVM failed: {detail}; it printed: {stderr}")]
    Process {
        /// What went wrong.
        detail: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// Too many calls ended the process or hung, so the rest was skipped.
    #[error("{count} calls ended the counting JVM or took longer than {} s; look at them, or raise the limit", limit.as_secs_f64())]
    TooManyLost {
        /// How many.
        count: usize,
        /// The limit of one call.
        limit: Duration,
    },
}
