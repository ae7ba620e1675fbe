//! The project's I/O: source roots, class paths, files; results return as events.
//!
//! - [`Project::discover`] finds the Java files and what they are compiled against. It reads build
//!   files and runs nothing of the project.
//! - [`Compiler`] compiles a project or one buffer of an editor with the resident javac. What has
//!   errors is taken out, so that the rest still gets its bytecode; [`CompiledFile`] says what is
//!   missing and why. [`compile_blocking`] is the same for callers without an async runtime, and
//!   [`Workspace`] reports to a channel of [`WorkspaceEvent`]s.
//! - [`BuildTool`] is asked for the class path of a project, at the user's word alone.
//! - [`Toolchain`] is the JDK that they are compiled with.
//! - [`git`] reads revisions of a repository without touching its work tree.
//! - [`ClassSource`] lists the classes of a class file, folder, jar, or the JDK itself.
//! - [`load_model`] reads a posterior by name or from a file.
//! - [`configuration`] reads the settings of a project and makes one of those of all places.
//!
//! Architecture Invariant: this crate is the only one that opens a project's files, and everything
//! that it opens is bounded by [`Limits`].

mod build_tool;
mod class_cache;
mod class_source;
mod compile;
mod compiled_file;
pub mod configuration;
mod discovery;
mod events;
pub mod git;
mod library;
mod limits;
mod manifest;
mod measured_run;
mod missing_dependencies;
mod model;
mod off_thread;
mod open_workspace;
mod problem;
mod purpose;
mod remote_path;
mod source_text;
mod toolchain;
mod unanalysed_code;

pub use build_tool::{BuildTool, BuildToolError};
pub use class_source::{ClassSource, ClassSourceError};
pub use compile::{Compilation, CompileError, Compiler, ResidentProject, compile_blocking};
pub use compiled_file::{ClassBytes, CompiledFile, Completeness};
pub use discovery::{
    ChangedFiles, DiscoverError, DiscoverOptions, Missing, Project, SourceSet, is_build_file,
    is_jar_of_project,
};
pub use events::{ProgressStep, ServiceState, WorkspaceEvent};
pub use jdk::take_notices;
pub use library::{CalledLibraries, JdkLibrary, Libraries, LibraryError, LibraryPath, MadeLibrary};
pub use limits::Limits;
pub use measured_run::{UseCountsError, use_counts, use_counts_of};
pub use missing_dependencies::MissingDependencies;
pub use model::{LoadModelError, built_in_models, load_model};
pub use open_workspace::Workspace;
pub use problem::{Problem, Severity, in_one_line};
pub use programs::projects::set_opened as set_opened_folders;
pub use purpose::Purpose;
pub use toolchain::{NoToolchain, Toolchain, cache_folder};
pub use unanalysed_code::{ClassOrigin, UnanalysedCode, unanalysed_below};
