//! The user's options for a project.

use std::path::PathBuf;

use files::Limits;
use project_settings::ExcludedPaths;

/// The user's options for a project.
#[derive(Debug, Clone, Default)]
pub struct DiscoverOptions {
    /// Folders of classes and jars to compile against, searched before those that are found.
    pub class_path: Vec<PathBuf>,
    /// Files and folders in which sources are not searched for.
    pub exclude: ExcludedPaths,
    /// The Java release to compile for; if there is none, that of the JDK.
    pub release: Option<u16>,
    /// Whether to ignore build files, which is faster but finds less.
    pub without_build_files: bool,
    /// The cache folder with answers of build tools; without it, none is used.
    pub cache: Option<PathBuf>,
    /// Maven's local repository; if there is none, the user's.
    pub maven_repository: Option<PathBuf>,
    /// Gradle's home folder with its module cache; if there is none, the user's.
    pub gradle_home: Option<PathBuf>,
    /// Size limits.
    pub limits: Limits,
}
