//! The classes that a jar or a module has, and those that it names, as numbers. They show which libraries need which.

use super::part;
use super::store::FORMAT;
use calls::{ClassesNamed, classes_named};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A longer file of names is invalid.
const MAX_BYTES: u64 = 1 << 26;

/// The length of the checksum at the beginning of such a file, in bytes.
const CHECKSUM: usize = 32;

/// The names of a library.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LibraryNames {
    /// Its classes, as the [`number`] of each name, sorted.
    pub(super) own: Vec<u64>,
    /// The classes that it names, including its own, in the same form.
    pub(super) named: Vec<u64>,
    /// The packages of these classes, sorted.
    pub(super) packages: Vec<String>,
}

/// A number for a class name. If two names have the same number, an unneeded library may be searched, nothing worse.
pub(super) fn number(class: &str) -> u64 {
    let mut first = [0; 8];
    first.copy_from_slice(&blake3::hash(class.as_bytes()).as_bytes()[..8]);
    u64::from_le_bytes(first)
}

impl LibraryNames {
    /// The names in these classes, whose bytes `read` gives by index. An unreadable class names nothing.
    pub(super) fn of(
        classes: usize,
        read: impl Fn(usize) -> Option<ClassesNamed> + Send + Sync,
    ) -> Self {
        let found = (0..classes).into_par_iter().filter_map(read);
        let found: Vec<ClassesNamed> = found.collect();
        let mut packages = BTreeSet::new();
        let (mut own, mut named) = (Vec::with_capacity(found.len()), BTreeSet::new());
        for class in found {
            own.push(number(&class.own));
            for other in class.named {
                if let Some((package, _)) = other.rsplit_once('/')
                    && !packages.contains(package)
                {
                    packages.insert(package.to_owned());
                }
                named.insert(number(&other));
            }
        }
        own.sort_unstable();
        own.dedup();
        Self {
            own,
            named: named.into_iter().collect(),
            packages: packages.into_iter().collect(),
        }
    }

    /// The names cached under a digest. Otherwise, calls `find` and caches its result.
    pub(super) fn kept(cache: &Path, digest: &str, find: impl FnOnce() -> Self) -> Self {
        let file = file(cache, digest);
        if let Some(known) = read(&file) {
            return known;
        }
        let found = find();
        // If it cannot be cached, it is found again.
        if let Ok(bytes) = postcard::to_stdvec(&found) {
            let mut all = blake3::hash(&bytes).as_bytes().to_vec();
            all.extend_from_slice(&bytes);
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = files::write(&file, all);
        }
        found
    }
}

/// The cache digest of the names in these contents.
pub(super) fn digest(jdk: &str, contents: &[&[u8]]) -> String {
    let mut all: Vec<&[u8]> = vec![b"names", FORMAT.as_bytes()];
    all.extend(contents);
    part::digest(jdk, &all)
}

fn file(cache: &Path, digest: &str) -> PathBuf {
    cache.join("library").join(format!("{digest}.names"))
}

fn read(file: &Path) -> Option<LibraryNames> {
    let bytes = files::read(file, MAX_BYTES).ok()?;
    let (checksum, rest) = bytes.split_at_checked(CHECKSUM)?;
    (blake3::hash(rest).as_bytes() == checksum).then_some(())?;
    postcard::from_bytes(rest).ok()
}

/// The names in the bytes of a class.
pub(super) fn in_class(bytes: &[u8]) -> Option<ClassesNamed> {
    classes_named(bytes).ok()
}
