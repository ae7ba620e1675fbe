//! The classes of a jar, which may be damaged or made to do damage.

use std::fmt;
use std::io::{Cursor, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use files::{Bounded, Limits};
use zip::ZipArchive;

use super::class_file::{digest, is_descriptor, no_such_class, read_within, too_large};
use super::error::ClassSourceError;
use super::versions::{self, Chosen, is_archive};
use problems::{Problem, Severity};
use project_model::is_multi_release;

/// The signature of an entry in a jar's central directory (APPNOTE 4.3.12).
const CENTRAL_ENTRY: &[u8] = b"PK\x01\x02";

pub(super) struct Jar {
    path: PathBuf,
    /// A clone shares the bytes and the directory, and has its own position.
    archive: ZipArchive<Cursor<Arc<[u8]>>>,
    /// Index in the archive of each class, and its path whatever release it is for.
    classes: Vec<(usize, String)>,
    /// The same of the archives in it.
    archives: Vec<(usize, String)>,
    max_jar_bytes: u64,
    max_class_bytes: u64,
    max_unpacked_bytes: u64,
    /// Bytes that have been unpacked so far.
    unpacked: AtomicU64,
}

impl Jar {
    pub(super) fn open(
        path: &Path,
        limits: &Limits,
        release: Option<u16>,
    ) -> Result<(Self, Vec<Problem>), ClassSourceError> {
        let bytes = read_jar(path, limits.max_jar_bytes)?;
        // Counted before the directory is read, since it takes memory for each entry.
        let entries = bytes
            .windows(CENTRAL_ENTRY.len())
            .filter(|at| *at == CENTRAL_ENTRY);
        if entries.count() > limits.max_classes {
            return Err(ClassSourceError::JarTooLarge {
                path: path.to_path_buf(),
                limit: limits.max_classes as u64,
                of: "entries",
            });
        }
        let bad = |reason: String| ClassSourceError::BadJar {
            path: path.to_path_buf(),
            reason,
        };
        let bytes: Arc<[u8]> = bytes.into();
        let mut archive =
            ZipArchive::new(Cursor::new(bytes)).map_err(|error| bad(error.to_string()))?;
        let (mut classes, mut archives) = (Vec::new(), Vec::new());
        let mut problems = Vec::new();
        for index in 0..archive.len() {
            let Some(name) = archive.name_for_index(index) else {
                let message = format!("entry {index} has no readable name and is left out");
                problems.push(Problem::new(Severity::Warning, path.to_path_buf(), message));
                continue;
            };
            let is_class = Path::new(name)
                .extension()
                .is_some_and(|extension| extension == "class");
            if is_class && !is_descriptor(name) {
                classes.push((index, name.to_owned()));
            } else if is_archive(name) {
                archives.push((index, name.to_owned()));
            }
        }
        let is_multi_release = is_multi_release(&mut archive);
        let Chosen { classes, newer } = versions::chosen(classes, is_multi_release, release);
        let inside = archives.iter().map(|(_, name)| &name[..]);
        problems.extend(versions::problems(path, &newer, release, inside));
        let jar = Self {
            path: path.to_path_buf(),
            archive,
            classes,
            archives,
            max_jar_bytes: limits.max_jar_bytes,
            max_class_bytes: limits.max_class_bytes,
            max_unpacked_bytes: limits.max_unpacked_bytes,
            unpacked: AtomicU64::new(0),
        };
        Ok((jar, problems))
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    pub(super) fn origin(&self, index: usize) -> String {
        let entry = self.classes.get(index).map(|(entry, _)| *entry);
        let name = entry.and_then(|entry| self.archive.name_for_index(entry));
        format!("{}!/{}", self.path.display(), name.unwrap_or_default())
    }

    pub(super) fn class_name(&self, index: usize) -> Option<&str> {
        let (_, name) = self.classes.get(index)?;
        name.strip_suffix(".class")
    }

    /// The archives in it, with the digest of each that can be read.
    pub(super) fn archives(&self) -> Vec<(String, Option<String>)> {
        let mut archive = self.archive.clone();
        let archives = self.archives.iter();
        archives
            .map(|(entry, name)| {
                let file = archive.by_index(*entry).ok();
                let digest = file.and_then(|file| digest(Bounded::new(file, self.max_jar_bytes)));
                (name.clone(), digest)
            })
            .collect()
    }

    pub(super) fn read(&self, index: usize) -> Result<Vec<u8>, String> {
        let (entry, _) = self.classes.get(index).ok_or_else(no_such_class)?;
        let before = self.unpacked.load(Ordering::Relaxed);
        if before >= self.max_unpacked_bytes {
            let limit = self.max_unpacked_bytes;
            return Err(format!(
                "the jar unpacks to over {limit} bytes; this class is not read"
            ));
        }
        let mut archive = self.archive.clone();
        let file = archive
            .by_index(*entry)
            .map_err(|error| format!("it cannot be unpacked: {error}"))?;
        // What an entry claims to unpack to need not be true; it is bounded all the same.
        if file.size() > self.max_class_bytes {
            return Err(too_large(self.max_class_bytes));
        }
        let bytes = read_within(file, self.max_class_bytes);
        // What was unpacked in vain took as long.
        let unpacked = match &bytes {
            Ok(bytes) => bytes.len() as u64,
            Err(_) => self.max_class_bytes,
        };
        self.unpacked.fetch_add(unpacked, Ordering::Relaxed);
        bytes
    }
}

impl fmt::Debug for Jar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Jar({}, {} classes)",
            self.path.display(),
            self.classes.len()
        )
    }
}

fn read_jar(path: &Path, max_bytes: u64) -> Result<Vec<u8>, ClassSourceError> {
    files::read(path, max_bytes).map_err(|source| match source.kind() {
        ErrorKind::FileTooLarge => ClassSourceError::JarTooLarge {
            path: path.to_path_buf(),
            limit: max_bytes,
            of: "bytes",
        },
        _ => ClassSourceError::Unreadable {
            path: path.to_path_buf(),
            source,
        },
    })
}
