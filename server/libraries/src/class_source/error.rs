//! Why there are no classes.

use std::io;
use std::path::PathBuf;

use jdk::ModulesError;

/// Why there are no classes.
#[derive(Debug, thiserror::Error)]
pub enum ClassSourceError {
    /// The path cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The path is of no kind that holds classes.
    #[error("{} is not a class file, class folder, jar or jrt:/MODULE", path.display())]
    UnknownKind {
        /// The path.
        path: PathBuf,
    },
    /// The jar is damaged as a whole.
    #[error("the jar {} cannot be opened: {reason}; it may be truncated, so fetch or build it again", path.display())]
    BadJar {
        /// The jar.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The jar is over a limit.
    #[error("the jar {} is over the limit of {limit} {of}; unpack it and name folders in it", path.display())]
    JarTooLarge {
        /// The jar.
        path: PathBuf,
        /// The limit.
        limit: u64,
        /// What it counts.
        of: &'static str,
    },
    /// A `jrt:` name needs a JDK.
    #[error("{name} names classes of a JDK, but no JDK was found")]
    NoJdk {
        /// The name.
        name: String,
    },
    /// The JDK has no such module or package.
    #[error("{jdk} has no {name}; its modules are listed by `java --list-modules`")]
    NoModule {
        /// The JDK.
        jdk: String,
        /// The name.
        name: String,
    },
    /// The JDK's modules cannot be read.
    #[error(transparent)]
    Modules(#[from] ModulesError),
}
