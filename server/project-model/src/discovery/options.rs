//! What the user says about a project.

use std::path::PathBuf;

use files::Limits;
use project_settings::ExcludedPaths;

/// What the user says about a project.
#[derive(Debug, Clone, Default)]
pub struct DiscoverOptions {
    /// Folders of classes and jars to compile against, searched before those that are found.
    pub class_path: Vec<PathBuf>,
    /// Files and folders that are not searched for sources.
    pub exclude: ExcludedPaths,
    /// The Java release to compile for; that of the JDK if there is none.
    pub release: Option<u16>,
    /// Whether build files are left unread, which is faster and finds less.
    pub without_build_files: bool,
    /// The folder of caches in which answers of build tools are kept; without one none is used.
    pub cache: Option<PathBuf>,
    /// Maven's local repository; where the user has it if there is none.
    pub maven_repository: Option<PathBuf>,
    /// Gradle's home folder with its module cache; where the user has it if there is none.
    pub gradle_home: Option<PathBuf>,
    /// How much is read.
    pub limits: Limits,
}
