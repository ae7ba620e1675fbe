//! A project, according to the build scripts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::dependency::DeclaredDependency;
use super::statement::Expression;
use super::values::GradleValues;

/// A project, according to the build scripts.
#[derive(Debug, Default)]
pub(super) struct GradleProject {
    pub(super) path: String,
    pub(super) folder: PathBuf,
    pub(super) values: GradleValues,
    /// The dependencies in `dependencies` blocks, in their order.
    pub(super) wishes: Vec<DeclaredDependency>,
    /// `group:artifact:version` of the platforms that Spring's plugin imports.
    pub(super) boms: Vec<DeclaredDependency>,
    /// Folders of source sets, in addition to the usual one or instead of it.
    pub(super) folders: BTreeMap<String, Vec<PathBuf>>,
    /// What source sets add to their class paths, with the lines.
    pub(super) class_paths: Vec<(String, Expression, u32)>,
    /// The lines of source folders that are not understood.
    pub(super) unread_folders: Vec<u32>,
    pub(super) level: Option<u16>,
    pub(super) test_level: Option<u16>,
    /// The Java version of a toolchain, if nothing else is set.
    pub(super) toolchain: Option<u16>,
    pub(super) applied: Vec<PathBuf>,
    /// Statements that may add dependencies or source folders, and are not understood.
    pub(super) unread: Vec<Unread>,
}

/// A statement that is not understood.
#[derive(Debug)]
pub(super) struct Unread {
    pub(super) file: PathBuf,
    pub(super) line: u32,
    pub(super) message: String,
}

impl GradleProject {
    /// Records a statement that may add dependencies or source folders.
    pub(super) fn add_unread(&mut self, file: &Path, line: u32) {
        let message = "jouled does not run this statement, which may add dependencies or source folders; add them to classPath";
        self.add_unread_because(file, line, message.to_owned());
    }

    pub(super) fn add_unread_because(&mut self, file: &Path, line: u32, message: String) {
        self.unread.push(Unread {
            file: file.to_path_buf(),
            line,
            message,
        });
    }

    pub(super) fn release(&self) -> Option<u16> {
        self.level.or(self.toolchain)
    }
}
