//! Why a program does not run.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// A program, or a folder of programs, that is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not run ({named_by} names it): {reason}", path.display())]
pub struct Refused {
    /// The path as it was named.
    pub path: PathBuf,
    /// Who named it, such as `JAVA_HOME`.
    pub named_by: String,
    /// Why it is refused, and what to do.
    pub reason: RefusalReason,
}

/// Why a program is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// Its path is not absolute, so that it depends on a folder which program that is.
    Relative,
    /// It lies on another machine.
    Network,
    /// It, or a link on the way to it, lies in a project.
    InProject {
        /// What lies there.
        place: PathBuf,
        /// The folder of the project.
        folder: PathBuf,
        /// How the folder came to be one of a project.
        origin: FolderOrigin,
    },
    /// The file system does not lead to it.
    Unresolved {
        /// The kind of failure.
        kind: io::ErrorKind,
        /// What the system says.
        message: String,
    },
}

/// How a folder came to be one that no program is taken from, what users know best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FolderOrigin {
    /// An editor has opened it.
    Opened,
    /// A command was given it.
    Given,
    /// It is the current directory.
    Current,
    /// It looks like the root of a project around what was opened or given.
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
