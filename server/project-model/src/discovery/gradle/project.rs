//! A project, according to the build scripts.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::dependency::DeclaredDependency;
use super::values::Values;

/// A project, according to the build scripts.
#[derive(Debug, Default)]
pub(super) struct Project {
    pub(super) path: String,
    pub(super) folder: PathBuf,
    pub(super) values: Values,
    /// The dependencies in `dependencies` blocks, in their order.
    pub(super) wishes: Vec<DeclaredDependency>,
    /// `group:artifact:version` of the platforms that Spring's plugin imports.
    pub(super) boms: Vec<DeclaredDependency>,
    /// Folders of source sets, in addition to the usual one or instead of it.
    pub(super) folders: BTreeMap<String, Vec<PathBuf>>,
    pub(super) level: Option<u16>,
    pub(super) test_level: Option<u16>,
    /// The Java version of a toolchain, if nothing else is set.
    pub(super) toolchain: Option<u16>,
    pub(super) applied: Vec<PathBuf>,
}

impl Project {
    pub(super) fn release(&self) -> Option<u16> {
        self.level.or(self.toolchain)
    }
}
