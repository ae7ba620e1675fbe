//! Opens the prices of the libraries of a class path, and computes those that are not cached yet.

use super::JdkLibrary;
use super::class_path::LibraryPath;
use super::entry::{self, LibraryEntry};
use super::file_digest::hash_of;
use super::make_once::make_once;
use super::opened::OpenedLibraries;
use super::part::Part;
use ide::Model;
use problems::Problem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A library whose prices were opened or computed.
#[derive(Debug)]
pub struct MadeLibrary {
    /// Its name, for readers.
    pub name: String,
    /// The number of its methods with a cost.
    pub methods: usize,
    /// Its classes that cannot be read.
    pub damaged: Vec<Problem>,
}

impl LibraryPath {
    /// Opens the prices of the jars among these entries and of the modules that the classes name, and computes those that are not
    /// cached yet. Calls `starts` with the name of each library that it computes. If a library cannot be read or cached, only
    /// calls into this library have no price, and its problem says why.
    pub fn open_or_make<'c>(
        jdk: JdkLibrary,
        model: &Model,
        cache: &Path,
        class_path: &[PathBuf],
        classes: impl IntoIterator<Item = &'c [u8]>,
        starts: &mut dyn FnMut(&str),
    ) -> (Self, Vec<Problem>) {
        let packages = entry::packages(classes);
        let (entries, mut problems) = entry::entries(&jdk, cache, class_path, &packages, hash_of);
        let (path, made) = Self::make(jdk, model, cache, &entries, starts);
        for made in made {
            match made {
                Ok(made) => problems.extend(made.damaged),
                Err(problem) => problems.push(problem),
            }
        }
        (path, problems)
    }

    /// The same for jars given by path, and modules of the JDK given as `jrt:/MODULE`. The result covers each of them and the
    /// modules that they call.
    pub fn of_paths(
        jdk: JdkLibrary,
        model: &Model,
        cache: &Path,
        paths: &[PathBuf],
        starts: &mut dyn FnMut(&str),
    ) -> (Self, Vec<Result<MadeLibrary, Problem>>) {
        let (entries, problems) = entry::named(&jdk, cache, paths);
        let (path, mut made) = Self::make(jdk, model, cache, &entries, starts);
        made.extend(problems.into_iter().map(Err));
        (path, made)
    }

    fn make(
        jdk: JdkLibrary,
        model: &Model,
        cache: &Path,
        entries: &[LibraryEntry],
        starts: &mut dyn FnMut(&str),
    ) -> (Self, Vec<Result<MadeLibrary, Problem>>) {
        let jdk = Arc::new(jdk);
        let mut made = Vec::with_capacity(entries.len());
        let opened = OpenedLibraries::open(&jdk, entries, |entry, digest, needed| {
            let part = Part::open(cache, digest).map_or_else(
                || {
                    make_once(
                        cache,
                        digest,
                        || Part::open(cache, digest).map(Ok),
                        || {
                            starts(&entry.name);
                            entry.make(digest, needed.path(&jdk), model, cache)
                        },
                    )
                },
                Ok,
            );
            let (part, result) = match part {
                Ok(part) => {
                    let damaged = part.damaged().iter().map(|class| entry.damaged(class));
                    let library = MadeLibrary {
                        name: entry.name.clone(),
                        methods: part.len(),
                        damaged: damaged.collect(),
                    };
                    (Some(Arc::new(part)), Ok(library))
                }
                Err(problem) => (None, Err(problem)),
            };
            made.push(result);
            part
        });
        (opened.path(&jdk), made)
    }
}
