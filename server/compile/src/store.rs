//! The classes of a project while it is open.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use files::{TempFolder, TempFolderKind};
use jdk::{CompileResponse, CompiledClass, WriteClassesError};

/// Where classes are put for other files to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Destination {
    /// Beside the project's other classes.
    Classes,
    /// Behind them: they have declarations only.
    Declarations,
}

/// Class files in a private folder that goes with the store.
#[derive(Debug)]
pub(super) struct ClassStore {
    folder: Mutex<TempFolder>,
    known: Mutex<FileClasses>,
}

/// What was made of which file, to remove what a file no longer declares.
#[derive(Debug, Default)]
struct FileClasses {
    /// The set that a file was compiled in and the names of its classes.
    made: HashMap<(PathBuf, Destination), (usize, Vec<String>)>,
    /// How many files have made a class of this name in this place.
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

    /// Takes away what was made of a file; the result is what no other file has made.
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

    /// Takes a new folder where the old one is gone: a system may empty its place for temporary files at any time. True if
    /// so; then nothing is in it any more.
    pub(super) fn restore_folder(&self) -> std::io::Result<bool> {
        let mut folder = held(&self.folder);
        if folder.is_there() {
            return Ok(false);
        }
        *folder = TempFolder::new(TempFolderKind::Classes)?;
        *held(&self.known) = FileClasses::default();
        Ok(true)
    }

    /// The folders of source sets for a class path.
    pub(super) fn folders(&self, sets: &[usize]) -> Vec<PathBuf> {
        let of_set = |set: &usize| {
            [Destination::Classes, Destination::Declarations].map(|destination| {
                let folder = self.path(*set, destination);
                let _open = files::while_open();
                // One that comes to be later would change the class path. What keeps it from being
                // made is reported when classes are put into it.
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

    /// Whether some file has made a class of this binary name.
    pub(super) fn has_class(&self, name: &str) -> bool {
        let known = held(&self.known);
        let mut made = known.makers.keys();
        made.any(|(_, _, other)| other == name)
    }

    /// Whether there are declarations of all these files.
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

    /// Replaces the classes of a file, or its declarations. Its classes replace its declarations.
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

    /// Removes classes that are not known any more.
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
            // A class that stays is seen by other files until the project is compiled again.
            let _ = std::fs::remove_file(folder.join(format!("{name}.class")));
        }
    }
}

/// A panic elsewhere leaves the state as it was, which is as good as before.
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
