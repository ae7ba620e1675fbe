//! Modules according to build files.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::missing::Missing;
use problems::Problem;

/// A folder of classes that a build produces, and the folders of their sources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) folder: PathBuf,
    pub(super) roots: Vec<PathBuf>,
    /// Folders in which generators and annotation processors have their own roots.
    pub(super) generated: Vec<PathBuf>,
    /// The language version, if it differs from the module's.
    pub(super) level: Option<u16>,
}

/// A module according to its build file. Paths are absolute and need not exist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) folder: PathBuf,
    pub(super) build_file: PathBuf,
    /// Each can use those before it.
    pub(super) outputs: Vec<Output>,
    /// Whether each output can use all others of the module.
    pub(super) is_mutual: bool,
    pub(super) jars: Vec<PathBuf>,
    /// Outputs of the modules that it depends on.
    pub(super) siblings: Vec<Output>,
    /// How many of its dependencies are missing or could not be read.
    pub(super) missing: usize,
    /// Whether it may have dependencies or source folders that its build file does not tell.
    pub(super) is_partial: bool,
    /// The language version, as in `javac --release`.
    pub(super) release: Option<u16>,
}

/// The build files of a project.
#[derive(Debug, Default)]
pub(super) struct Description {
    pub(super) modules: Vec<Module>,
    /// The folders that must contain everything: sources outside of them are not used.
    pub(super) tops: BTreeSet<PathBuf>,
    pub(super) files: BTreeSet<PathBuf>,
    pub(super) problems: Vec<Problem>,
    pub(super) missing: Vec<Missing>,
}

/// The number of a Java version in build files: `1.8`, `17`, `VERSION_21`.
pub(super) fn java_release(text: &str) -> Option<u16> {
    let text = text.trim();
    let text = text.rsplit("VERSION_").next()?;
    let text = text
        .strip_prefix("1.")
        .or(text.strip_prefix("1_"))
        .unwrap_or(text);
    text.parse()
        .ok()
        .filter(|release| (5..1000).contains(release))
}
