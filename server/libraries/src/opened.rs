//! Libraries that are opened one after another, each with those that it calls.

use super::JdkLibrary;
use super::class_path::LibraryPath;
use super::entry::LibraryEntry;
use super::part::Part;
use std::sync::Arc;

/// What is there of some libraries.
#[derive(Debug, Default)]
pub(super) struct OpenedLibraries {
    /// By entry: its place among all, its digest, and what is known of it.
    found: Vec<Option<(usize, String, Arc<Part>)>>,
}

impl OpenedLibraries {
    /// Goes through entries, of which each comes behind those that it calls. `open` gets an entry, its digest, and what it
    /// calls as far as that is there.
    pub(super) fn open(
        jdk: &JdkLibrary,
        entries: &[LibraryEntry],
        mut open: impl FnMut(&LibraryEntry, &str, &Self) -> Option<Arc<Part>>,
    ) -> Self {
        let mut all = Self::default();
        for entry in entries {
            let needed = Self {
                found: entry
                    .needs
                    .iter()
                    .map(|need| all.found.get(*need).cloned().flatten())
                    .collect(),
            };
            let digest = entry.digest(jdk, needed.digests());
            let part = open(entry, &digest, &needed);
            all.found.push(part.map(|part| (entry.place, digest, part)));
        }
        all
    }

    fn digests(&self) -> impl Iterator<Item = &str> {
        self.found.iter().flatten().map(|(_, digest, _)| &**digest)
    }

    /// True of the entry at a place in the list that was gone through.
    pub(super) fn has(&self, index: usize) -> bool {
        self.found.get(index).is_some_and(Option::is_some)
    }

    /// The libraries in the order that classes are looked up in.
    pub(super) fn path(&self, jdk: &Arc<JdkLibrary>) -> LibraryPath {
        let mut parts: Vec<_> = self.found.iter().flatten().collect();
        parts.sort_by_key(|(place, _, _)| *place);
        let parts = parts.into_iter().map(|(_, _, part)| Arc::clone(part));
        LibraryPath::new(Arc::clone(jdk), parts.collect())
    }
}
