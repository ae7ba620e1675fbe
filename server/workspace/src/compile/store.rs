//! The classes of a project while it is open.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jdk::{CompileResponse, CompiledClass, WriteClassesError};
use tempfile::TempDir;

use super::Destination;

/// Class files in a private folder that goes with the store.
#[derive(Debug)]
pub(super) struct ClassStore {
    folder: TempDir,
    /// Names of the classes of each file, to remove those that a file no longer declares.
    names: Mutex<HashMap<PathBuf, Vec<String>>>,
}

impl ClassStore {
    pub(super) fn new() -> std::io::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("jouled-classes-")
            .tempdir()?;
        for destination in [Destination::Classes, Destination::Declarations] {
            std::fs::create_dir(folder.path().join(destination.folder()))?;
        }
        let names = Mutex::default();
        Ok(Self { folder, names })
    }

    /// The folders for a class path.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let folders = [Destination::Classes, Destination::Declarations];
        folders.map(|destination| self.path(destination)).to_vec()
    }

    fn path(&self, destination: Destination) -> PathBuf {
        self.folder.path().join(destination.folder())
    }

    /// Replaces the classes of a file.
    pub(super) fn put(
        &self,
        file: &Path,
        classes: Vec<CompiledClass>,
        destination: Destination,
    ) -> Result<Vec<CompiledClass>, WriteClassesError> {
        let response = CompileResponse {
            success: true,
            classes,
            ..CompileResponse::default()
        };
        let folder = self.path(destination);
        response.write_classes(&folder)?;
        if destination == Destination::Classes {
            let names: Vec<_> = response
                .classes
                .iter()
                .map(|class| class.binary_name.clone())
                .collect();
            // A panic elsewhere leaves the map as it was, which is as good as before.
            let mut known = self.names.lock().unwrap_or_else(PoisonError::into_inner);
            let gone = known.insert(file.to_path_buf(), names).unwrap_or_default();
            for name in gone {
                if !known.values().any(|names| names.contains(&name)) {
                    // A class that stays is seen by other files until the project is compiled anew.
                    let _ = std::fs::remove_file(folder.join(format!("{name}.class")));
                }
            }
        }
        Ok(response.classes)
    }
}

impl Destination {
    fn folder(self) -> &'static str {
        match self {
            Self::Classes => "classes",
            Self::Declarations => "declarations",
        }
    }
}
