//! The events of a workspace.

use std::fmt;
use std::path::PathBuf;

use crate::compiled_file::CompiledFile;

/// An event of a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkspaceEvent {
    /// A version of a file was compiled, or could not be compiled.
    Compiled(CompiledFile),
    /// The result of the same text of a buffer from an earlier session. The compiler's result follows.
    Recalled {
        /// The file, complete.
        file: CompiledFile,
        /// Whether everything that its classes depend on is unchanged.
        is_confirmed: bool,
    },
    /// The results of files on disk from an earlier session, if nothing that they depend on has changed. These files are not
    /// compiled.
    RecalledAll(Vec<CompiledFile>),
    /// The progress of compiling the project.
    Progress {
        /// The number of finished files.
        done: usize,
        /// The number of files in the project.
        total: usize,
        /// The current step.
        what: ProgressStep,
    },
    /// A file was deleted, and its classes with it.
    Gone(PathBuf),
    /// All files of the project that can be compiled were compiled.
    ProjectCompiled {
        /// The number passed to [`Workspace::compile_project`](crate::Workspace::compile_project).
        run: u64,
    },
    /// The folder with the classes of the project was deleted. There is a new one, and all files must be compiled again.
    ClassesLost,
    /// The compiler starts or stops.
    ServiceState(ServiceState),
}

/// The state of the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceState {
    /// It is starting.
    Starting,
    /// It accepts requests.
    Ready,
    /// It does not start, or stopped working. Nothing can be compiled.
    Failed {
        /// The reason, and what to do about it.
        message: String,
    },
}

/// A step of compiling a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProgressStep {
    /// Reading files.
    Reading,
    /// Compiling the declarations that files need of each other.
    Declarations,
    /// Compiling the files.
    Compiling,
}

impl fmt::Display for ProgressStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reading => "reading files",
            Self::Declarations => "compiling declarations",
            Self::Compiling => "compiling",
        })
    }
}
