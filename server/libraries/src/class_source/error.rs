//! Why there are no classes.

use std::io;
use std::path::PathBuf;

use containers::ContainerError;
use jdk::ModulesError;

/// Why there are no classes.
#[derive(Debug, thiserror::Error)]
pub enum ClassSourceError {
    /// The path cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The path is of a kind that contains no classes.
    #[error("{} is not a class file, class folder, jar or jrt:/MODULE", path.display())]
    UnknownKind {
        /// The path.
        path: PathBuf,
    },
    /// The archive cannot be read, or exceeds a limit.
    #[error(transparent)]
    Archive(#[from] ContainerError),
    /// There is neither a class nor anything that may contain one.
    #[error(
        "{} contains no class file, and no .jar, .war, .ear, .zip or .jmod with one{}", path.display(),
        why.as_ref().map_or_else(String::new, |why| format!(": {why}"))
    )]
    NothingInside {
        /// The folder or archive.
        path: PathBuf,
        /// The problem with its contents.
        why: Option<String>,
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
