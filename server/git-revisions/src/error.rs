//! Why a revision cannot be read.

use std::path::PathBuf;

/// Why a revision cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// git could not be started.
    #[error("git cannot be started: {0}; install it, or compare saved reports or jars")]
    NotStarted(std::io::Error),
    /// git took too long and was killed.
    #[error(
        "`git {command}` did not finish within {seconds} s; check whether a file of the repository, or one that its .git/config \
         includes, is a pipe or on a disk that does not answer"
    )]
    TooSlow {
        /// Its arguments.
        command: String,
        /// The time limit.
        seconds: u64,
    },
    /// git reported an error.
    #[error("`git {command}` failed: {message}")]
    Failed {
        /// Its arguments.
        command: String,
        /// Its message.
        message: String,
    },
    /// The folder is not in a repository.
    #[error("{} is not in a git repository: {message}", folder.display())]
    NoRepository {
        /// The folder.
        folder: PathBuf,
        /// git's message.
        message: String,
    },
    /// There is no such revision.
    #[error("\"{revision}\" is not a revision of this repository{hint}")]
    NoRevision {
        /// The requested revision.
        revision: String,
        /// A possible reason.
        hint: &'static str,
    },
    /// Two revisions have no common ancestor.
    #[error("{base} and {head} have no commit in common{hint}")]
    NoMergeBase {
        /// One revision.
        base: String,
        /// The other.
        head: String,
        /// A possible reason.
        hint: &'static str,
    },
    /// The revision has too many files.
    #[error(
        "{revision} has over {max} files; narrow it with `exclude` in jouled.toml or compare saved reports"
    )]
    TooManyFiles {
        /// The revision.
        revision: String,
        /// The limit.
        max: usize,
    },
    /// The files cannot be written.
    #[error("the files of {revision} cannot be written to the temporary folder: {source}")]
    NotWritten {
        /// The revision.
        revision: String,
        /// The system's error.
        source: std::io::Error,
    },
}
