//! The classes of a project while it is open.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use files::{TempFolder, TempFolderKind};
use jdk::{CompileResponse, CompiledClass, WriteClassesError};

/// The folder for classes that other files see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Destination {
    /// The folder of the project's classes.
    Classes,
    /// Searched after those: classes with declarations only.
    Declarations,
}

/// Class files in a private folder that is deleted with the store.
#[derive(Debug)]
pub(super) struct ClassStore {
    folder: Mutex<TempFolder>,
    known: Mutex<FileClasses>,
}

/// The classes of each file, to remove those that a file no longer declares.
#[derive(Debug, Default)]
struct FileClasses {
    /// The set in which a file was compiled, and the names of its classes.
    made: HashMap<(PathBuf, Destination), (usize, Vec<String>)>,
    /// The number of files that produced a class of this name in this folder.
    makers: HashMap<(Destination, usize, String), usize>,
}

impl FileClasses {
    fn add(&mut self, file: &Path, destination: Destination, set: usize, names: Vec<String>) {
        for name in &names {
            let place = (destination, set, name.clone());
            *self.makers.entry(place).or_default() += 1;
        }
        let key = (file.to_path_buf(), destination);
        self.made.insert(key, (set, names));
    }

    /// Removes the classes of a file, and returns those that no other file produced.
    fn take(&mut self, file: &Path, destination: Destination) -> (usize, Vec<String>) {
        let key = (file.to_path_buf(), destination);
        let (set, mut names) = self.made.remove(&key).unwrap_or_default();
        names.retain(|name| {
            let place = (destination, set, name.clone());
            let Some(makers) = self.makers.get_mut(&place) else {
                return true;
            };
            *makers -= 1;
            let is_last = *makers == 0;
            if is_last {
                self.makers.remove(&place);
            }
            is_last
        });
        (set, names)
    }

    fn has(&self, destination: Destination, set: usize, name: &str) -> bool {
        let place = (destination, set, name.to_owned());
        self.makers.contains_key(&place)
    }
}

impl ClassStore {
    pub(super) fn new() -> std::io::Result<Self> {
        let folder = Mutex::new(TempFolder::new(TempFolderKind::Classes)?);
        let known = Mutex::default();
        Ok(Self { folder, known })
    }

    /// Creates a new folder if the old one is gone, because a system may clean its temporary folder at any time. Returns true
    /// if so: then the folder is empty.
    pub(super) fn restore_folder(&self) -> std::io::Result<bool> {
        let mut folder = held(&self.folder);
        if folder.is_there() {
            return Ok(false);
        }
        *folder = TempFolder::new(TempFolderKind::Classes)?;
        *held(&self.known) = FileClasses::default();
        Ok(true)
    }

    /// The folders of source sets, for a class path.
    pub(super) fn folders(&self, sets: &[usize]) -> Vec<PathBuf> {
        let of_set = |set: &usize| {
            [Destination::Classes, Destination::Declarations].map(|destination| {
                let folder = self.path(*set, destination);
                let _open = files::while_open();
                // Creating it later would change the class path. If it cannot be created, storing classes reports the reason.
                let _ = std::fs::create_dir_all(&folder);
                folder
            })
        };
        sets.iter().flat_map(of_set).collect()
    }

    fn path(&self, set: usize, destination: Destination) -> PathBuf {
        let set = held(&self.folder).path().join(set.to_string());
        set.join(destination.folder())
    }

    /// Whether a file produced a class of this binary name.
    pub(super) fn has_class(&self, name: &str) -> bool {
        let known = held(&self.known);
        let mut made = known.makers.keys();
        made.any(|(_, _, other)| other == name)
    }

    /// Whether the declarations of all these files exist.
    pub(super) fn has_declarations<'f>(
        &self,
        files: impl IntoIterator<Item = &'f PathBuf>,
    ) -> bool {
        let known = held(&self.known);
        let mut files = files.into_iter();
        files.all(|file| {
            let key = (file.clone(), Destination::Declarations);
            known.made.contains_key(&key)
        })
    }

    /// Replaces the classes of a file, or its declarations. Classes also replace declarations.
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
        let open = files::while_open();
        response.write_classes(&folder)?;
        drop(open);
        let names = response.classes.iter();
        let names = names.map(|class| class.binary_name.clone()).collect();
        let mut known = held(&self.known);
        let before = known.take(file, destination);
        known.add(file, destination, set, names);
        self.remove(&known, destination, before);
        if destination == Destination::Classes {
            let declared = known.take(file, Destination::Declarations);
            self.remove(&known, Destination::Declarations, declared);
        }
        Ok(response.classes)
    }

    /// Removes classes that no file produces any more.
    fn remove(
        &self,
        known: &FileClasses,
        destination: Destination,
        (set, names): (usize, Vec<String>),
    ) {
        let folder = self.path(set, destination);
        let gone = names
            .iter()
            .filter(|name| !known.has(destination, set, name));
        for name in gone {
            // Other files see a class that cannot be removed until the project is compiled again.
            let _ = std::fs::remove_file(folder.join(format!("{name}.class")));
        }
    }
}

/// A panic elsewhere leaves the state as it was, which is fine.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Destination {
    fn folder(self) -> &'static str {
        match self {
            Self::Classes => "classes",
            Self::Declarations => "declarations",
        }
    }
}
