//! Java files that are compiled alike.

use std::path::PathBuf;

/// Java files that a build compiles together: the main sources of a module, or its tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceSet {
    /// The folders in which their packages begin.
    pub roots: Vec<PathBuf>,
    /// Folders of classes and jars that they are compiled against.
    pub class_path: Vec<PathBuf>,
    /// The places in [`Project::source_sets`](super::Project::source_sets) of the sets whose classes they use.
    pub sees: Vec<usize>,
    /// The folder of the classes that the build makes of them.
    pub output: PathBuf,
    /// The version of the language that the build asks for.
    pub language_level: Option<u16>,
}
