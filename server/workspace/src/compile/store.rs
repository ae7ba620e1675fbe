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
    /// The set that each file was compiled in and the names of its classes, to remove those that
    /// a file no longer declares.
    names: Mutex<HashMap<PathBuf, (usize, Vec<String>)>>,
}

impl ClassStore {
    pub(super) fn new() -> std::io::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("jouled-classes-")
            .tempdir()?;
        let names = Mutex::default();
        Ok(Self { folder, names })
    }

    /// The folders of source sets for a class path.
    pub(super) fn folders(&self, sets: &[usize]) -> Vec<PathBuf> {
        let of_set = |set: &usize| {
            [Destination::Classes, Destination::Declarations].map(|destination| {
                let folder = self.path(*set, destination);
                // One that comes to be later would change the class path. What keeps it from being
                // made is reported when classes are put into it.
                let _ = std::fs::create_dir_all(&folder);
                folder
            })
        };
        sets.iter().flat_map(of_set).collect()
    }

    fn path(&self, set: usize, destination: Destination) -> PathBuf {
        let set = self.folder.path().join(set.to_string());
        set.join(destination.folder())
    }

    /// Replaces the classes of a file.
    pub(super) fn put(
        &self,
        file: &Path,
        set: usize,
        classes: Vec<CompiledClass>,
        destination: Destination,
    ) -> Result<Vec<CompiledClass>, WriteClassesError> {
        let response = CompileResponse {
            success: true,
            classes,
            ..CompileResponse::default()
        };
        let folder = self.path(set, destination);
        response.write_classes(&folder)?;
        if destination == Destination::Classes {
            let names: Vec<_> = response
                .classes
                .iter()
                .map(|class| class.binary_name.clone())
                .collect();
            // A panic elsewhere leaves the map as it was, which is as good as before.
            let mut known = self.names.lock().unwrap_or_else(PoisonError::into_inner);
            let before = known.insert(file.to_path_buf(), (set, names));
            let (old_set, gone) = before.unwrap_or_default();
            let old_folder = self.path(old_set, destination);
            for name in gone {
                let is_there =
                    |(set, names): &(usize, Vec<String>)| *set == old_set && names.contains(&name);
                if !known.values().any(is_there) {
                    // A class that stays is seen by other files until the project is compiled anew.
                    let _ = std::fs::remove_file(old_folder.join(format!("{name}.class")));
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
