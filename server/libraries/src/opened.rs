//! Opens libraries one after another, each with those that it calls.

use super::JdkLibrary;
use super::class_path::LibraryPath;
use super::entry::LibraryEntry;
use super::part::Part;
use std::sync::Arc;

/// The libraries that were opened.
#[derive(Debug, Default)]
pub(super) struct OpenedLibraries {
    /// By entry: its position among all, its digest, and its part.
    found: Vec<Option<(usize, String, Arc<Part>)>>,
}

impl OpenedLibraries {
    /// Goes through entries in an order in which callees come first. `open` gets an entry, its digest, and the opened libraries
    /// that it calls.
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

    /// Whether the entry at an index was opened.
    pub(super) fn has(&self, index: usize) -> bool {
        self.found.get(index).is_some_and(Option::is_some)
    }

    /// The libraries in the order of class lookup.
    pub(super) fn path(&self, jdk: &Arc<JdkLibrary>) -> LibraryPath {
        let mut parts: Vec<_> = self.found.iter().flatten().collect();
        parts.sort_by_key(|(place, _, _)| *place);
        let parts = parts.into_iter().map(|(_, _, part)| Arc::clone(part));
        LibraryPath::new(Arc::clone(jdk), parts.collect())
    }
}
