//! Recognises files that jouled created by their digests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The digests of files that jouled created, each as the name of an empty file in a folder. Several processes may add theirs at
/// once. Somebody who cannot write to the folder cannot replace such a file by one of their own.
#[derive(Clone, Debug)]
pub(crate) struct KnownFiles {
    folder: PathBuf,
}

impl KnownFiles {
    pub(super) const fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub(super) fn folder(&self) -> &PathBuf {
        &self.folder
    }

    /// Whether jouled created a file, and it is unchanged. Any other file is removed, so that it is created again.
    pub(crate) fn has(&self, file: &Path) -> bool {
        let Ok(metadata) = fs::symlink_metadata(file) else {
            return false;
        };
        if metadata.is_dir() {
            return false;
        }
        let is_known = metadata.is_file()
            && super::private_folder::is_own_file(&metadata)
            && digest(file).is_ok_and(|digest| self.folder.join(digest).is_file());
        if !is_known {
            // A file that cannot be removed is not used either.
            let _ = fs::remove_file(file);
        }
        is_known
    }

    /// Adds a file, which may be renamed afterwards.
    pub(crate) fn add(&self, file: &Path) -> io::Result<()> {
        let note = self.folder.join(digest(file)?);
        files::clear_place(&note);
        fs::write(note, "")
    }
}

fn digest(file: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(files::open(file)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}
