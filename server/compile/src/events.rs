//! What happens in a workspace.

use std::fmt;
use std::path::PathBuf;

use crate::compiled_file::CompiledFile;

/// What happened in a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkspaceEvent {
    /// A version of a file was compiled, or could not be.
    Compiled(CompiledFile),
    /// What became of the same text of a buffer in an earlier session. What is compiled now comes after.
    Recalled {
        /// The file, complete.
        file: CompiledFile,
        /// Whether all that its classes depend on is as it was.
        is_confirmed: bool,
    },
    /// What became of the texts of files on disk in an earlier session, where all that it follows from is as it was. They
    /// are not compiled.
    RecalledAll(Vec<CompiledFile>),
    /// Work on the project continues.
    Progress {
        /// Files that are done.
        done: usize,
        /// Files of the project.
        total: usize,
        /// What is being done.
        what: ProgressStep,
    },
    /// A file is not there any more; neither are its classes.
    Gone(PathBuf),
    /// All files of the project were compiled, as far as they can be.
    ProjectCompiled {
        /// Which [`Workspace::compile_project`](crate::Workspace::compile_project) it was.
        run: u64,
    },
    /// The folder with the classes of the project was swept away, and there is a new one: all files are to be compiled
    /// again.
    ClassesLost,
    /// The compiler starts or stops.
    ServiceState(ServiceState),
}

/// The state of the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceState {
    /// It starts.
    Starting,
    /// It takes requests.
    Ready,
    /// It does not start, or is out of order since; nothing can be compiled.
    Failed {
        /// Why, and what to do about it.
        message: String,
    },
}

/// What is being done for a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProgressStep {
    /// Reading files.
    Reading,
    /// Compiling the declarations that files see of each other.
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
