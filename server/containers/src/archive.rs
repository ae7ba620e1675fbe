//! An archive: its classes and their bytes.

use crate::directory::{self, claimed_entries};
use crate::error::ContainerError;
use crate::finding::ArchiveFinding;
use crate::limits::ArchiveLimits;
use crate::manifest::is_multi_release;
use crate::versions::{self, Chosen, Release, is_archive, listed};
use crate::window::{Storage, Window};
use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use zip::ZipArchive;

/// In applications and modules, classes are below these folders.
const ROOTS: [&str; 3] = ["BOOT-INF/classes/", "WEB-INF/classes/", "classes/"];

/// The classes of a jar, war, ear, zip or jmod.
pub struct Archive {
    place: String,
    window: Window,
    /// A clone shares the directory, but has its own read position.
    zip: ZipArchive<Window>,
    /// The index in the archive of each class, and its path below the root.
    classes: Vec<(usize, String)>,
    /// The same for the archives inside it.
    inner: Vec<(usize, String)>,
    findings: Vec<ArchiveFinding>,
    /// The size of its unpacked classes, as the archive claims.
    pub(crate) claimed_bytes: u64,
    limits: ArchiveLimits,
    /// Bytes unpacked so far.
    unpacked: AtomicU64,
}

impl Archive {
    /// Opens an archive of the file system, but not the archives inside it.
    ///
    /// # Errors
    /// [`ContainerError`] if it is not a readable archive, or exceeds a limit.
    pub fn open(
        path: &Path,
        release: Release,
        limits: &ArchiveLimits,
    ) -> Result<Self, ContainerError> {
        let place = path.display().to_string();
        let metadata = files::metadata(path).map_err(|source| ContainerError::Unreadable {
            place: place.clone(),
            source,
        })?;
        let window = Window::new(Storage::Path(path.to_path_buf()), 0, metadata.len());
        Self::of_window(place, window, release, limits)
    }

    pub(crate) fn of_window(
        place: String,
        window: Window,
        release: Release,
        limits: &ArchiveLimits,
    ) -> Result<Self, ContainerError> {
        let too_large = |limit: u64, of: &'static str| ContainerError::TooLarge {
            place: place.clone(),
            limit,
            of,
        };
        let damaged = |reason: String| ContainerError::Damaged {
            place: place.clone(),
            reason,
        };
        if window.length() > limits.max_archive_bytes {
            return Err(too_large(limits.max_archive_bytes, "bytes"));
        }
        let mut raw = window.clone();
        let claimed = claimed_entries(&mut raw).map_err(|source| ContainerError::Unreadable {
            place: place.clone(),
            source,
        })?;
        // Counted before reading the directory, because that takes memory for each entry.
        if claimed.is_some_and(|entries| entries > limits.max_entries as u64) {
            return Err(too_large(limits.max_entries as u64, "entries"));
        }
        let mut archive =
            ZipArchive::new(window.clone()).map_err(|error| damaged(error.to_string()))?;
        let mut findings = Vec::new();
        let directory = directory::read(
            &mut raw,
            archive.central_directory_start(),
            limits.max_entries,
        );
        if let Ok(directory) = &directory {
            let twice = directory.repeated.iter().map(String::as_str);
            let twice: Vec<&str> = twice
                .filter(|name| is_class(name) || is_archive(name))
                .collect();
            findings.extend((!twice.is_empty()).then(|| {
                let names = listed(&twice);
                let message =
                    format!("it has several entries with the same name: {names}; the last one counts, as in the virtual machine");
                ArchiveFinding::note(place.clone(), message)
            }));
        }
        let (mut classes, mut inner, mut outside) = (Vec::new(), Vec::new(), Vec::new());
        for index in 0..archive.len() {
            let Some(name) = archive.name_for_index(index) else {
                continue;
            };
            let is_class = is_class(name);
            if (is_class || is_archive(name)) && leads_out(name) {
                outside.push(name.to_owned());
            } else if is_class {
                let root = ROOTS.iter().find_map(|root| name.strip_prefix(root));
                classes.push((index, root.unwrap_or(name).to_owned()));
            } else if is_archive(name) {
                inner.push((index, name.to_owned()));
            }
        }
        findings.extend((!outside.is_empty()).then(|| {
            let names = listed(&outside);
            let message = format!(
                "it has entries whose names lead out of it: {names}; no class loader finds them, and they are left out"
            );
            ArchiveFinding::loss(place.clone(), message)
        }));
        let is_multi_release = is_multi_release(&mut archive);
        let Chosen { classes, newer } =
            versions::chosen(classes, is_multi_release, release.feature());
        let newer = release.message(&newer);
        findings.extend(newer.map(|message| ArchiveFinding::note(place.clone(), message)));
        let claimed_bytes = directory.map_or(0, |directory| {
            let sizes = directory.class_bytes.into_iter();
            let sizes = sizes.filter(|size| *size <= limits.max_class_bytes);
            sizes.fold(0_u64, u64::saturating_add)
        });
        Ok(Self {
            // A separate reader for each use: this one keeps no file open.
            zip: archive.clone(),
            place,
            window,
            classes,
            inner,
            findings,
            claimed_bytes,
            limits: limits.clone(),
            unpacked: AtomicU64::new(0),
        })
    }

    /// Its location: `lib/app.jar`, or `app.war!/WEB-INF/lib/x.jar` inside another archive.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The number of classes.
    pub const fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether it has no classes.
    pub const fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// What was left out of it, and other messages for the user.
    pub fn findings(&self) -> &[ArchiveFinding] {
        &self.findings
    }

    /// The full name of a class's entry, such as `BOOT-INF/classes/p/A.class`. Empty if the index is out of range.
    pub fn entry(&self, index: usize) -> &str {
        let entry = self.classes.get(index).map(|(entry, _)| *entry);
        let name = entry.and_then(|entry| self.zip.name_for_index(entry));
        name.unwrap_or_default()
    }

    /// The class that an entry should contain, with slashes.
    pub fn class_name(&self, index: usize) -> Option<&str> {
        let (_, name) = self.classes.get(index)?;
        name.strip_suffix(".class")
    }

    /// The names of the archives inside it.
    pub fn inner(&self) -> impl Iterator<Item = &str> {
        self.inner.iter().map(|(_, name)| &name[..])
    }

    /// The archives inside it, with the digest of each readable one.
    pub fn inner_digests(&self) -> Vec<(String, Option<String>)> {
        let mut archive = self.zip.clone();
        let inner = self.inner.iter();
        inner
            .map(|(entry, name)| {
                let file = archive.by_index(*entry).ok();
                let digest = file.and_then(|file| {
                    let mut hasher = blake3::Hasher::new();
                    let bounded = files::Bounded::new(file, self.limits.max_inner_bytes);
                    hasher.update_reader(bounded).ok()?;
                    Some(hasher.finalize().to_hex().to_string())
                });
                (name.clone(), digest)
            })
            .collect()
    }

    /// The bytes of a class.
    ///
    /// # Errors
    /// A message that says why these bytes are not available. Other classes can still be read.
    pub fn read(&self, index: usize) -> Result<Vec<u8>, String> {
        let known = self.classes.get(index);
        let (entry, _) = known.ok_or("there is no class of this number")?;
        let limit = self.limits.max_class_bytes;
        let most = self.limits.max_read_bytes;
        if self.unpacked.load(Ordering::Relaxed) >= most {
            return Err(format!(
                "the jar unpacks to over {most} bytes; this class is not read"
            ));
        }
        let mut archive = self.zip.clone();
        let file = archive
            .by_index(*entry)
            .map_err(|error| format!("it cannot be unpacked: {error}"))?;
        if file.size() > limit {
            return Err(format!("it has over {limit} bytes and is not read"));
        }
        // The claimed size need not be true.
        let claimed = file.size();
        let bytes = files::read_from(file, claimed).map_err(|error| {
            if error.kind() == ErrorKind::FileTooLarge {
                format!(
                    "it cannot be read: it unpacks to more than the {claimed} bytes that it claims"
                )
            } else {
                format!("it cannot be read: {error}")
            }
        });
        // Failed unpacking counts as well, because it took as long.
        let unpacked = bytes.as_ref().map_or(limit, |bytes| bytes.len() as u64);
        self.unpacked.fetch_add(unpacked, Ordering::Relaxed);
        bytes
    }

    /// A separate reader.
    pub(crate) fn reader(&self) -> ZipArchive<Window> {
        self.zip.clone()
    }

    /// The number of archives inside it.
    pub(crate) const fn inner_len(&self) -> usize {
        self.inner.len()
    }

    /// An archive inside it. A stored archive is read in place; a compressed one is unpacked to `spool`, which has room for
    /// `room` bytes.
    pub(crate) fn inner_window(
        &self,
        index: usize,
        mut spool: impl FnMut(&mut dyn Read) -> io::Result<Window>,
    ) -> Result<(String, Window), (String, String)> {
        let (entry, name) = &self.inner[index];
        let place = format!("{}!/{name}", self.place);
        let mut archive = self.zip.clone();
        let window = match archive.by_index(*entry) {
            Err(error) => Err(error.to_string()),
            Ok(file) if file.encrypted() => Err(String::from("it is encrypted")),
            Ok(mut file) => match (file.compression(), file.data_start()) {
                (zip::CompressionMethod::Stored, Some(start)) => {
                    Ok(self.window.part(start, file.compressed_size()))
                }
                _ => spool(&mut file).map_err(|error| error.to_string()),
            },
        };
        match window {
            Ok(window) => Ok((place, window)),
            Err(reason) => Err((place, reason)),
        }
    }
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Archive({}, {} classes)", self.place, self.classes.len())
    }
}

#[allow(
    clippy::case_sensitive_file_extension_comparisons,
    reason = "the virtual machine finds classes by exactly this ending"
)]
fn is_class(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    let is_descriptor = last == "module-info.class" || last == "package-info.class";
    name.ends_with(".class") && !is_descriptor
}

/// Whether a name is not a path below the archive.
fn leads_out(name: &str) -> bool {
    let has_drive = name.as_bytes().get(1) == Some(&b':');
    name.starts_with('/')
        || name.contains('\\')
        || has_drive
        || name.split('/').any(|part| part == "..")
}
