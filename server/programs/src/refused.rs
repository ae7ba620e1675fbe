//! Why a program does not run.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// A program, or a folder of programs, that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not run ({named_by} names it): {reason}", path.display())]
pub struct Refused {
    /// The path as named.
    pub path: PathBuf,
    /// Where the path comes from, such as `JAVA_HOME`.
    pub named_by: String,
    /// Why it is refused, and what to do.
    pub reason: RefusalReason,
}

/// Why a program is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// Its path is not absolute, so the program depends on the current directory.
    Relative,
    /// It is on another machine.
    Network,
    /// It, or a link on the way to it, is in a project.
    InProject {
        /// The place inside the project.
        place: PathBuf,
        /// The folder of the project.
        folder: PathBuf,
        /// Why the folder counts as one of a project.
        origin: FolderOrigin,
    },
    /// The file system cannot resolve it.
    Unresolved {
        /// The kind of failure.
        kind: io::ErrorKind,
        /// The system's message.
        message: String,
    },
}

/// Why no program is taken from a folder, in the order that users know best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FolderOrigin {
    /// An editor has opened it.
    Opened,
    /// It is an argument of a command.
    Given,
    /// It is the current directory.
    Current,
    /// It looks like the root of a project around an opened folder or an argument.
    Found,
}

impl fmt::Display for FolderOrigin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Opened => "the opened folder",
            Self::Given => "the given folder",
            Self::Found => "the project in",
            Self::Current => "the current directory",
        })
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relative => {
                formatter.write_str("its path is not absolute; write the whole path, from the root")
            }
            Self::Network => {
                formatter.write_str("it is on another machine; use one on this machine")
            }
            Self::InProject {
                place,
                folder,
                origin,
            } => write!(
                formatter,
                "{} lies in {origin} {}, and a project does not choose what runs; use one outside it",
                place.display(),
                folder.display()
            ),
            Self::Unresolved { message, .. } => formatter.write_str(message),
        }
    }
}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> Self {
        let kind = match &refused.reason {
            RefusalReason::Unresolved { kind, .. } => *kind,
            RefusalReason::Relative | RefusalReason::Network | RefusalReason::InProject { .. } => {
                io::ErrorKind::PermissionDenied
            }
        };
        Self::new(kind, refused)
    }
}
