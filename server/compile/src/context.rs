//! The files around a set of files that these may use.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::unit::Unit;
use crate::source_text::{holds_no_code, read};
use files::Limits;
use project_model::Project;

/// The declarations of the context files whose names occur in the texts, and of those whose names occur in these.
pub(super) fn needed(units: &[&Unit], context: &[PathBuf], limits: &Limits) -> Vec<Unit> {
    let texts = units.iter().map(|unit| Arc::clone(unit.text())).collect();
    let named = Named::new(texts, context.iter(), |file| {
        // If a file cannot be read, javac reports its class as missing.
        let text = read(file, limits).ok()?;
        let unit = Unit::new(file.to_path_buf(), text).as_declarations();
        let text = Arc::clone(unit.text());
        Some((unit, text))
    });
    named.collect()
}

/// The files around a project into which its calls may lead, directly or through each other: their names occur in its texts.
/// The nearest ones come first.
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
    let context = project.context.iter().filter(is_visible);
    Named::new(texts, context, |file| {
        let text = read(file, &project.limits).ok()?;
        Some((file.to_path_buf(), text))
    })
}

/// Files whose names occur in texts, or in the texts of such files. A class whose name differs from its file's is not found.
struct Named<'c, R> {
    by_name: HashMap<&'c str, Vec<&'c Path>>,
    texts: VecDeque<Arc<str>>,
    found: VecDeque<&'c Path>,
    seen: HashSet<&'c str>,
    /// Gives a file's result, and the text to search for further names.
    read: R,
}

impl<'c, R> Named<'c, R> {
    fn new<T>(
        texts: VecDeque<Arc<str>>,
        context: impl Iterator<Item = &'c PathBuf>,
        read: R,
    ) -> Self
    where
        R: FnMut(&Path) -> Option<(T, Arc<str>)>,
    {
        let mut by_name: HashMap<&str, Vec<&Path>> = HashMap::new();
        for file in context {
            if let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) {
                by_name.entry(name).or_default().push(file);
            }
        }
        Self {
            by_name,
            texts,
            found: VecDeque::new(),
            seen: HashSet::new(),
            read,
        }
    }

    fn search(&mut self, text: &str) {
        for word in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))) {
            if let Some((name, files)) = self.by_name.get_key_value(word)
                && self.seen.insert(name)
            {
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
                if let Some((result, text)) = (self.read)(file) {
                    self.texts.push_back(text);
                    return Some(result);
                }
            } else {
                let text = self.texts.pop_front()?;
                self.search(&text);
            }
        }
    }
}
