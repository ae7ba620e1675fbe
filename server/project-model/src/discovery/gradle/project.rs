//! What the build scripts say about one project.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::dependency::DeclaredDependency;
use super::values::Values;

/// What the build scripts say about one project.
#[derive(Debug, Default)]
pub(super) struct Project {
    pub(super) path: String,
    pub(super) folder: PathBuf,
    pub(super) values: Values,
    /// What the `dependencies` blocks say, in their order.
    pub(super) wishes: Vec<DeclaredDependency>,
    /// `group:artifact:version` of the platforms that Spring's plugin imports.
    pub(super) boms: Vec<DeclaredDependency>,
    /// Folders that source sets have beside or in place of the usual one.
    pub(super) folders: BTreeMap<String, Vec<PathBuf>>,
    pub(super) level: Option<u16>,
    pub(super) test_level: Option<u16>,
    /// The version of Java that a toolchain has, where nothing else is said.
    pub(super) toolchain: Option<u16>,
    pub(super) applied: Vec<PathBuf>,
}

impl Project {
    pub(super) fn release(&self) -> Option<u16> {
        self.level.or(self.toolchain)
    }
}
