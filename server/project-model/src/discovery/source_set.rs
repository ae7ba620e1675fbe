//! Java files that are compiled together.

use std::path::PathBuf;

/// Java files that a build compiles together: the main sources of a module, or its tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceSet {
    /// The folders in which their packages start.
    pub roots: Vec<PathBuf>,
    /// Folders of classes and jars that they are compiled against.
    pub class_path: Vec<PathBuf>,
    /// The indices in [`Project::source_sets`](super::Project::source_sets) of the sets whose classes they use.
    pub sees: Vec<usize>,
    /// Whether they may use further sets, because their build file could be read only in part.
    pub is_partial: bool,
    /// The folder of the classes that the build produces.
    pub output: PathBuf,
    /// The language version in the build files.
    pub language_level: Option<u16>,
}
