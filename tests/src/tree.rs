//! Trees of files in temporary folders.

use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with files, removed at the end.
#[derive(Debug)]
pub struct FileTree {
    folder: TempDir,
}

impl FileTree {
    /// A folder with these files.
    ///
    /// # Panics
    /// If the files cannot be written.
    pub fn new<const N: usize>(files: [(&str, &str); N]) -> Self {
        let tree = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        };
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    /// Writes a file, and makes the folders above it.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        let folder = path.parent().unwrap_or(Path::new("/"));
        std::fs::create_dir_all(folder).expect("the folder is made");
        std::fs::write(path, content).expect("the file is written");
    }

    /// A path of the tree.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }
}
