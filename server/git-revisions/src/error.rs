//! Why a revision cannot be read.

use std::path::PathBuf;

/// Why a revision cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// The program is not there.
    #[error("git cannot be started: {0}; install it, or compare saved reports or jars")]
    NotStarted(std::io::Error),
    /// It was ended.
    #[error(
        "`git {command}` did not finish within {seconds} s; check whether a file of the repository, or one that its .git/config \
         includes, is a pipe or on a disk that does not answer"
    )]
    TooSlow {
        /// What it was asked.
        command: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// It failed.
    #[error("`git {command}` failed: {message}")]
    Failed {
        /// What it was asked.
        command: String,
        /// What it said.
        message: String,
    },
    /// The folder is in no repository.
    #[error("{} is not in a git repository: {message}", folder.display())]
    NoRepository {
        /// The folder.
        folder: PathBuf,
        /// What git says.
        message: String,
    },
    /// There is no such revision.
    #[error("\"{revision}\" is not a revision of this repository{hint}")]
    NoRevision {
        /// What was requested.
        revision: String,
        /// What may be the reason.
        hint: &'static str,
    },
    /// Two revisions have nothing in common.
    #[error("{base} and {head} have no commit in common{hint}")]
    NoMergeBase {
        /// One revision.
        base: String,
        /// The other.
        head: String,
        /// What may be the reason.
        hint: &'static str,
    },
    /// There are too many files.
    #[error(
        "{revision} has over {max} files; narrow it with `exclude` in jouled.toml or compare saved reports"
    )]
    TooManyFiles {
        /// What was read.
        revision: String,
        /// The limit.
        max: usize,
    },
    /// The files cannot be put anywhere.
    #[error("the files of {revision} cannot be written to the temporary folder: {source}")]
    NotWritten {
        /// What was read.
        revision: String,
        /// What the system says.
        source: std::io::Error,
    },
}
