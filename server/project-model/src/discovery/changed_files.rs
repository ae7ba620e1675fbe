//! Finds the source sets that a change reaches: those that it touches, those that use them, and everything that all of these
//! use.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::{Project, is_build_file};
use problems::{Problem, Severity};

/// The files of a project that differ in another state of it, by paths from its root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangedFiles(BTreeSet<PathBuf>);

impl ChangedFiles {
    /// The files that differ between two folders.
    ///
    /// # Errors
    ///
    /// If a folder or a file cannot be read.
    pub fn between(base: &Path, head: &Path) -> io::Result<Self> {
        let (before, after) = (files_below(base)?, files_below(head)?);
        let mut changed = BTreeSet::new();
        for path in before.union(&after) {
            let is_same = before.contains(path)
                && after.contains(path)
                && is_same(&base.join(path), &head.join(path))?;
            if !is_same {
                changed.insert(path.clone());
            }
        }
        Ok(Self(changed))
    }

    /// Their paths.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(PathBuf::as_path)
    }

    /// Whether one of them is this path, or below it.
    pub fn touch(&self, path: &Path) -> bool {
        self.0.iter().any(|changed| changed.starts_with(path))
    }
}

fn is_source(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "java")
        && !is_build_file(path)
}

impl Project {
    /// Removes the source sets that a change does not reach: those that it does not touch, that do not use what it touches, and
    /// that none of these need. A set whose build file could be read only in part may use everything. If this is unknown, nothing is
    /// removed.
    pub fn keep_reached(&mut self, changed: &ChangedFiles) {
        let Some(kept) = self.reached(changed) else {
            return;
        };
        let all: BTreeSet<usize> = self.sources.iter().map(|file| self.set_of(file)).collect();
        let left_out = all.difference(&kept).count();
        if left_out == 0 {
            return;
        }
        let mut sources = std::mem::take(&mut self.sources);
        let before = sources.len();
        sources.retain(|file| kept.contains(&self.set_of(file)));
        self.unreached += before - sources.len();
        self.sources = sources;
        let message = format!(
            "{left_out} of {} source sets are left out: the change does not reach them",
            all.len()
        );
        self.problems
            .push(Problem::new(Severity::Info, None, message));
    }

    /// The sets that a change reaches, with all that they use; `None` if it may be any set.
    fn reached(&self, changed: &ChangedFiles) -> Option<BTreeSet<usize>> {
        let of_none = self.source_sets.len();
        let is_in_a_set = |file: &PathBuf| self.set_of(file) != of_none;
        // A file outside of all sets uses all of them.
        if !self.sources.iter().all(is_in_a_set) || !self.context.is_empty() {
            return None;
        }
        let mut touched = BTreeSet::new();
        for path in &changed.0 {
            let file = self.root.join(path);
            if !is_source(path) || !is_in_a_set(&file) {
                return None;
            }
            touched.insert(self.set_of(&file));
        }
        let mut kept = BTreeSet::new();
        for set in 0..of_none {
            let uses = self.reached_from(set);
            let is_partial =
                |set: &usize| self.source_sets.get(*set).is_some_and(|set| set.is_partial);
            if !uses.is_disjoint(&touched) || uses.iter().any(is_partial) {
                kept.extend(uses);
            }
        }
        Some(kept)
    }
}

/// The regular files below a folder, by their paths relative to it.
fn files_below(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut pending = vec![PathBuf::new()];
    while let Some(relative) = pending.pop() {
        for entry in std::fs::read_dir(folder.join(&relative))? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, relative.join(entry.file_name()));
            if kind.is_dir() {
                pending.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    Ok(found)
}

fn is_same(one: &Path, two: &Path) -> io::Result<bool> {
    let (before, after) = (one.metadata()?, two.metadata()?);
    if files::are_one_file(&before, &after) {
        return Ok(true);
    }
    Ok(before.len() == after.len()
        && files::read(one, files::JAR)? == files::read(two, files::JAR)?)
}
