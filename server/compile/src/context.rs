//! The files around a set of files that these may use.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::unit::Unit;
use crate::source_text::{holds_no_code, read};
use files::Limits;
use project_model::Project;
use rayon::prelude::*;
use source::{SourceFile, Supertypes};

/// The declarations of the context files whose names occur in the texts, and of those whose names occur in these.
pub(super) fn needed(units: &[&Unit], context: &[PathBuf], limits: &Limits) -> Vec<Unit> {
    let texts = units.iter().map(|unit| Arc::clone(unit.text())).collect();
    let named = Named::new(texts, Keys::of_names(context.iter()), |file| {
        // If a file cannot be read, javac reports its class as missing.
        let text = read(file, limits).ok()?;
        let unit = Unit::new(file.to_path_buf(), text).as_declarations();
        let text = Arc::clone(unit.text());
        Some((unit, text))
    });
    named.collect()
}

/// The files around a project into which its calls may lead, directly or through each other: their names occur in its texts, or
/// their classes may override methods of types whose names do. The nearest ones come first.
pub fn called_files(project: &Project) -> impl Iterator<Item = PathBuf> {
    let mut texts = VecDeque::new();
    if !project.context.is_empty() {
        let files = project.sources.iter().filter(|file| !holds_no_code(file));
        texts.extend(files.filter_map(|file| read(file, &project.limits).ok()));
    }
    let sets: BTreeSet<usize> = (project.sources.iter())
        .flat_map(|file| project.visible_from(project.set_of(file)))
        .collect();
    let of_none = project.source_sets.len();
    // Code never calls a set that it does not see, such as that of its tests.
    let is_visible = |file: &&PathBuf| {
        let set = project.set_of(file);
        set == of_none || sets.contains(&set)
    };
    let context: Vec<&PathBuf> = project.context.iter().filter(is_visible).collect();
    let mut keys = Keys::of_names(context.iter().copied());
    if !texts.is_empty() {
        let names = project.sources.iter().filter_map(|file| name_of(file));
        keys.add_subtypes(&context, &names.collect(), &project.limits);
    }
    Named::new(texts, keys, |file| {
        let text = read(file, &project.limits).ok()?;
        Some((file.to_path_buf(), text))
    })
}

/// The name of a file's main class.
fn name_of(file: &Path) -> Option<&str> {
    file.file_stem().and_then(|stem| stem.to_str())
}

/// The words that lead to files.
#[derive(Default)]
struct Keys<'c> {
    by_word: HashMap<String, Vec<&'c Path>>,
    /// The files that are needed in any case.
    always: Vec<&'c Path>,
}

impl<'c> Keys<'c> {
    /// Each file by its name. A class whose name differs from its file's is not found.
    fn of_names(files: impl Iterator<Item = &'c PathBuf>) -> Self {
        let mut keys = Self::default();
        for file in files {
            if let Some(name) = name_of(file) {
                keys.add(name, file);
            }
        }
        keys
    }

    fn add(&mut self, word: &str, file: &'c Path) {
        match self.by_word.get_mut(word) {
            Some(files) => files.push(file),
            None => {
                self.by_word.insert(word.to_owned(), vec![file]);
            }
        }
    }

    /// Adds files by the types that their classes extend or implement, if their texts are understood. A type outside of these files and `others` may be the
    /// result of a call and have its name in no text. The interface of a lambda has its name elsewhere, too: if a text declares
    /// any interface, all files with lambdas are needed.
    fn add_subtypes(&mut self, files: &[&'c PathBuf], others: &HashSet<&str>, limits: &Limits) {
        let found: Vec<(bool, Option<Supertypes>)> = (files.par_iter())
            .map(|file| {
                let text = read(file, limits).unwrap_or_default();
                let ends_conditions = ENDING_CONDITIONS.iter().any(|name| text.contains(name));
                (ends_conditions, SourceFile::parse(text).supertypes())
            })
            .collect();
        let names: HashSet<&str> = files.iter().filter_map(|file| name_of(file)).collect();
        for (file, (ends_conditions, supertypes)) in files.iter().zip(found) {
            let Some(supertypes) = supertypes.filter(|_| !ends_conditions) else {
                self.always.push(file);
                continue;
            };
            if supertypes.has_lambdas {
                self.add("interface", file);
            }
            for name in &supertypes.names {
                if names.contains(&**name) || others.contains(&**name) {
                    self.add(name, file);
                } else {
                    self.always.push(file);
                }
            }
        }
    }
}

/// The methods whose use ends what all numbers take for granted (`cost::PlatformConditions`).
const ENDING_CONDITIONS: [&str; 3] = ["setSecurityManager", "setProperties", "fillInStackTrace"];

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
}

/// Files to which words of texts lead, or words of such files.
struct Named<'c, R> {
    by_word: HashMap<String, Vec<&'c Path>>,
    texts: VecDeque<Arc<str>>,
    found: VecDeque<&'c Path>,
    /// The files that no word needs to lead to.
    always: Vec<&'c Path>,
    seen: HashSet<&'c Path>,
    /// Gives a file's result, and the text to search for further names.
    read: R,
}

impl<'c, R> Named<'c, R> {
    fn new<T>(texts: VecDeque<Arc<str>>, keys: Keys<'c>, read: R) -> Self
    where
        R: FnMut(&Path) -> Option<(T, Arc<str>)>,
    {
        Self {
            by_word: keys.by_word,
            texts,
            found: VecDeque::new(),
            always: keys.always,
            seen: HashSet::new(),
            read,
        }
    }

    fn search(&mut self, text: &str) {
        for word in words(text) {
            if let Some(files) = self.by_word.remove(word) {
                self.found.extend(files);
            }
        }
    }
}

impl<T, R: FnMut(&Path) -> Option<(T, Arc<str>)>> Iterator for Named<'_, R> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        loop {
            if let Some(file) = self.found.pop_front() {
                if self.seen.insert(file)
                    && let Some((result, text)) = (self.read)(file)
                {
                    self.texts.push_back(text);
                    return Some(result);
                }
            } else if let Some(text) = self.texts.pop_front() {
                self.search(&text);
            } else if self.always.is_empty() {
                return None;
            } else {
                self.found.extend(self.always.drain(..));
            }
        }
    }
}
