//! Classes by what they follow from, wherever the project lies: two revisions of a repository and two checkouts of it
//! share what they have in common, and what was compiled once is not compiled again.
//!
//! Unlike what the editor recalls, this is not confirmed by the compiler afterwards. A name therefore holds all that the
//! classes follow from, with the contents of the class path in place of the times of its files.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::Bounded;
use jdk::{Jdk, compiler_digest};
use rayon::prelude::*;
use source::SourceFile;

use super::digest::Digest;
use super::entry::Entry;
use super::seen::files_of;
use super::shelf::Shelf;
use crate::compile::read_source;
use crate::{ClassBytes, CompiledFile, Completeness, Project};

/// The room for the classes of all projects, in bytes.
const MAX_BYTES: u64 = 512 << 20;
/// With more files than this in a folder of the class path nothing is kept.
const MAX_CLASS_FILES: usize = 20_000;
/// Changes with what is kept.
const VERSION: &[u8] = b"4";

/// The names of the files of one project.
#[derive(Debug)]
pub(crate) struct ContentCache {
    shelf: Shelf,
    names: HashMap<PathBuf, Digest>,
}

impl ContentCache {
    /// Names the files of a project by their texts. `None` where it cannot be told what their classes follow from.
    pub(crate) fn new(
        folder: &Path,
        jdk: &Jdk,
        project: &Project,
        texts: &[(PathBuf, Arc<str>)],
    ) -> Option<Self> {
        let ground = ground(jdk, project)?;
        let relative = |file: &Path| {
            project
                .relative(file)
                .as_os_str()
                .as_encoded_bytes()
                .to_vec()
        };
        let context = project.context.par_iter().map(|file| {
            let text = read_source(file, &project.limits);
            (file.clone(), text.unwrap_or_else(|_| Arc::from("")))
        });
        let context: Vec<(PathBuf, Arc<str>)> = context.collect();
        let member = |(file, text): &(PathBuf, Arc<str>)| {
            let source = SourceFile::parse(Arc::clone(text));
            Digest::of([&relative(file)[..], &Digest::of_interface(&source).0])
        };
        let members: Vec<Digest> = texts.par_iter().map(member).collect();
        let around: Vec<Digest> = context.par_iter().map(member).collect();
        let mut all: Vec<Digest> = members.into_iter().chain(around).collect();
        all.sort_unstable();
        let all = Digest::of(all.iter().map(|member| &member.0[..]));
        // What a file shows of itself is among it and follows from its text.
        let named = texts.par_iter().map(|(file, text)| {
            let parts = [&ground.0, &relative(file)[..], text.as_bytes(), &all.0];
            (file.clone(), Digest::of(parts))
        });
        let names = named.collect();
        Some(Self {
            shelf: Shelf::new(folder.join("content"), MAX_BYTES),
            names,
        })
    }

    /// The classes of those files that are known. These need not be kept again.
    pub(crate) fn recall(&mut self) -> HashMap<PathBuf, Vec<ClassBytes>> {
        let recalled = self.names.par_iter().filter_map(|(file, name)| {
            let entry = Entry::from_bytes(&self.shelf.read(&name.name())?)?;
            (entry.text == *name).then(|| (file.clone(), entry.classes))
        });
        let recalled: HashMap<_, _> = recalled.collect();
        self.names.retain(|file, _| !recalled.contains_key(file));
        recalled
    }

    /// Keeps what was compiled without an error and by javac alone.
    pub(crate) fn keep<'f>(&self, files: impl IntoIterator<Item = &'f CompiledFile>) {
        let whole = files.into_iter().filter(|file| {
            file.completeness == Completeness::Complete
                && file.problems.is_empty()
                && !file.is_from_build
        });
        let named: Vec<_> = whole
            .filter_map(|file| Some((self.names.get(&file.file)?, file)))
            .collect();
        named.par_iter().for_each(|(name, file)| {
            let bytes = Entry::to_bytes(**name, Digest::default(), &file.classes);
            // In a folder that cannot be written nothing is kept.
            let _ = self.shelf.write(&name.name(), &bytes);
        });
        self.shelf.tidy();
    }
}

/// What all files of a project are compiled with. `None` if it cannot be told.
fn ground(jdk: &Jdk, project: &Project) -> Option<Digest> {
    // Paths within the project count from its root.
    let sets = format!("{:?} {:?}", project.class_path, project.source_sets);
    let sets = sets.replace(&project.root.display().to_string(), ".");
    let mut parts: Vec<Vec<u8>> = vec![
        VERSION.into(),
        env!("CARGO_PKG_VERSION").into(),
        compiler_digest(jdk).ok()?.into(),
        format!("{:?}", project.release).into(),
        sets.into(),
    ];
    let of_sets = project.source_sets.iter();
    let of_sets = of_sets.flat_map(|set| set.class_path.iter().chain([&set.output]));
    let entries: BTreeSet<PathBuf> = project.class_path.iter().chain(of_sets).cloned().collect();
    for entry in entries {
        let path = entry.strip_prefix(&project.root).unwrap_or(&entry);
        parts.push(path.as_os_str().as_encoded_bytes().into());
        let found = files_of(&entry, MAX_CLASS_FILES)?;
        parts.push(found.len().to_le_bytes().into());
        for (name, file) in found {
            parts.push(name.as_os_str().as_encoded_bytes().into());
            parts.push(match file {
                Some(file) => content(&file)?,
                None => Vec::new(),
            });
        }
    }
    Some(Digest::of(parts.iter().map(Vec::as_slice)))
}

fn content(file: &Path) -> Option<Vec<u8>> {
    let mut hasher = blake3::Hasher::new();
    let file = Bounded::new(files::open(file).ok()?, files::JAR);
    hasher.update_reader(file).ok()?;
    Some(hasher.finalize().as_bytes().into())
}
