//! Why a request failed.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use crate::program::ProgramError;

/// How javac itself failed on a request. The service is still usable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompilerFailure {
    /// An expression or statement is nested too deeply for javac's recursion.
    StackOverflow,
    /// The request needs more heap than the service has.
    OutOfMemory,
    /// javac failed because of its own defect.
    Internal,
}

impl std::fmt::Display for CompilerFailure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::StackOverflow => "an expression is nested too deeply for it",
            Self::OutOfMemory => "it ran out of memory; compile fewer or smaller files at a time",
            Self::Internal => "an internal error",
        })
    }
}

/// Why a request failed. Errors in the compiled text are no failure: they are [`Diagnostic`](super::Diagnostic)s of a response.
#[derive(Debug, thiserror::Error)]
pub enum JavacError {
    /// The cache folder cannot be written or read.
    #[error("the javac service cannot use its cache file {}: {source}", path.display())]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The service's own program could not be compiled with this JDK.
    #[error("the javac service could not be built with {}: {output}", java.display())]
    Build {
        /// The `java` that ran.
        java: PathBuf,
        /// Its output, or why it did not run.
        output: String,
    },
    /// The process could not be started.
    #[error("{} could not be started: {source}", java.display())]
    Spawn {
        /// The `java` to run.
        java: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The JDK was removed while its compiler was in use.
    #[error(
        "the JDK in {} is gone: its bin/java no longer exists; install it again, or choose another one",
        home.display()
    )]
    Gone {
        /// The folder of the JDK.
        home: PathBuf,
    },
    /// The process started, but did not send the service's greeting.
    #[error("the javac service did not start properly: {detail}; it printed: {stderr}")]
    Handshake {
        /// What it sent instead.
        detail: String,
        /// The end of the process's standard error.
        stderr: String,
        /// Whether it was ended because it took too long.
        is_late: bool,
    },
    /// The process exceeded the configured time limit. It is killed, and a new one is started for the next request.
    #[error("javac gave no answer within {} s and was restarted", limit.as_secs_f64())]
    TimedOut {
        /// The limit.
        limit: Duration,
    },
    /// The process ended during a request. A new one is started for the next request.
    #[error("the javac process ended in the middle of a request ({}); it printed: {stderr}",
        status.map_or_else(|| "status unknown".to_owned(), |status| status.to_string()))]
    Crashed {
        /// Its exit status, if known.
        status: Option<ExitStatus>,
        /// The end of the process's standard error.
        stderr: String,
    },
    /// javac failed on this request. The service is still usable.
    #[error("javac failed on this request: {failure}: {detail}")]
    Compiler {
        /// The kind of failure.
        failure: CompilerFailure,
        /// The start of javac's message.
        detail: String,
    },
    /// The request is larger than the limit.
    #[error(
        "the request has {bytes} bytes and the limit is {limit}; compile fewer files at a time"
    )]
    RequestTooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// The response would be larger than the limit.
    #[error("the answer has {bytes} bytes and the limit is {limit}; compile fewer files at a time")]
    ResponseTooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// The request contains something invalid.
    #[error("the compile request is not valid: {reason}")]
    InvalidRequest {
        /// What is wrong with it.
        reason: String,
    },
    /// The process sent bytes that are not a response. It is killed, and a new one is started.
    #[error("the javac process sent an answer that cannot be read: {detail}")]
    Protocol {
        /// What is wrong with it.
        detail: String,
    },
    /// The service was shut down together with its runtime.
    #[error("the javac service has stopped; start a new one")]
    Stopped,
    /// A blocking call was made in an async runtime.
    #[error("the blocking javac service was called from async code; use JavacService there")]
    InsideRuntime,
    /// The async runtime of the blocking service could not be created.
    #[error("the async runtime of the javac service could not be created: {0}")]
    Runtime(std::io::Error),
}

impl JavacError {
    /// Whether the process was killed from outside, which says nothing about the request.
    pub fn was_killed(&self) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::process::ExitStatusExt;
            const SIGKILL: i32 = 9;
            matches!(self, Self::Crashed { status: Some(status), .. } if status.signal() == Some(SIGKILL))
        }
        #[cfg(not(unix))]
        false
    }

    /// Whether the request exceeded the time limit.
    pub const fn is_timeout(&self) -> bool {
        matches!(self, Self::TimedOut { .. })
    }

    /// Whether the compiler itself does not work, so that no other request would succeed.
    pub const fn is_of_the_service(&self) -> bool {
        matches!(
            self,
            Self::Cache { .. }
                | Self::Build { .. }
                | Self::Spawn { .. }
                | Self::Gone { .. }
                | Self::Handshake { .. }
                | Self::Stopped
                | Self::InsideRuntime
                | Self::Runtime(_)
        )
    }
}

impl From<ProgramError> for JavacError {
    fn from(error: ProgramError) -> Self {
        match error {
            ProgramError::Cache { path, source } => Self::Cache { path, source },
            ProgramError::Build { java, output } => Self::Build { java, output },
            ProgramError::Spawn { java, source } => Self::Spawn { java, source },
            ProgramError::Runtime(source) => Self::Runtime(source),
        }
    }
}
