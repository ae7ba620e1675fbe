//! What a project consists of, and what it is compiled against, found only from its files.
//!
//! - [`Project::discover`] finds the Java files and what they are compiled against. It reads build files and runs nothing
//!   of the project.
//! - [`BuildTool`] asks the build tool for the class path of a project, only if the user agrees.
//! - [`MissingDependencies`] has everything that a project lacks on this machine.
//! - [`Purpose`] distinguishes product code, tests and generated code.

mod build_tool;
mod discovery;
mod launch;
mod manifest;
mod missing_dependencies;
mod purpose;

pub use build_tool::{BuildTool, BuildToolError};
pub use discovery::{
    BuiltClasses, ChangedFiles, DiscoverError, DiscoverOptions, Missing, Project, SourceSet,
    built_classes, is_build_file, is_jar_of_project, needs_processors,
};
pub use launch::Launch;
pub use missing_dependencies::MissingDependencies;
pub use programs::projects::set_opened as set_opened_folders;
pub use purpose::Purpose;
