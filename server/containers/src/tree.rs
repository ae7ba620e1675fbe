//! An archive with all archives inside it.

use crate::archive::Archive;
use crate::error::ContainerError;
use crate::finding::ArchiveFinding;
use crate::limits::ArchiveLimits;
use crate::versions::Release;
use crate::window::{Storage, Window};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// An archive and those inside it, the outermost first, then in the order of their entries.
#[derive(Debug)]
pub struct OpenedTree {
    /// The readable archives, each with its own findings.
    pub archives: Vec<Archive>,
    /// Findings about the unreadable ones.
    pub findings: Vec<ArchiveFinding>,
}

/// Opens an archive with all archives inside it.
///
/// # Errors
/// [`ContainerError`] if the outermost one cannot be read, or if all classes together exceed the limit.
pub fn open_tree(
    path: &Path,
    release: Release,
    limits: &ArchiveLimits,
) -> Result<OpenedTree, ContainerError> {
    let outermost = Archive::open(path, release, limits)?;
    let mut spool = Spool::default();
    let mut findings = Vec::new();
    let mut claimed = outermost.claimed_bytes;
    let mut archives = vec![(outermost, 0)];
    let mut at = 0;
    while at < archives.len() {
        if claimed > limits.max_unpacked_bytes {
            return Err(ContainerError::UnpacksToTooMuch {
                place: path.display().to_string(),
                limit: limits.max_unpacked_bytes >> 20,
            });
        }
        let depth = archives[at].1;
        let mut found = Vec::new();
        for index in 0..archives[at].0.inner_len() {
            let archive = &archives[at].0;
            if depth >= limits.max_depth || archives.len() + found.len() >= limits.max_archives {
                let message = format!(
                    "the archives inside it are not read: {} levels and {} archives are the limits; unpack it and name them \
                     separately",
                    limits.max_depth, limits.max_archives
                );
                findings.push(ArchiveFinding::loss(archive.place(), message));
                break;
            }
            let window =
                archive.inner_window(index, |content| spool.keep(content, limits.max_inner_bytes));
            let opened = window.and_then(|(place, window)| {
                Archive::of_window(place.clone(), window, release, limits)
                    .map_err(|error| (place, error.to_string()))
            });
            match opened {
                Ok(inner) => {
                    claimed = claimed.saturating_add(inner.claimed_bytes);
                    found.push((inner, depth + 1));
                }
                Err((place, reason)) => {
                    findings.push(ArchiveFinding::loss(
                        place,
                        format!("this archive is left out: {reason}"),
                    ));
                }
            }
        }
        // The archives inside an archive come directly after it.
        at += 1;
        archives.splice(at..at, found);
    }
    let archives = archives.into_iter().map(|(archive, _)| archive);
    Ok(OpenedTree {
        archives: archives.collect(),
        findings,
    })
}

/// An unnamed temporary file for compressed archives inside another one. The system removes it when the process ends.
#[derive(Debug, Default)]
struct Spool {
    file: Option<Arc<File>>,
    length: u64,
}

impl Spool {
    /// Stores readable content, up to this total size.
    fn keep(&mut self, content: &mut dyn Read, most: u64) -> io::Result<Window> {
        let file = match &self.file {
            Some(file) => Arc::clone(file),
            None => Arc::new(tempfile::tempfile()?),
        };
        self.file = Some(Arc::clone(&file));
        let (start, room) = (self.length, most - self.length.min(most));
        let mut writer = &*file;
        writer.seek(SeekFrom::Start(start))?;
        let length = io::copy(&mut content.take(room + 1), &mut writer)?;
        if length > room {
            let limit = most >> 20;
            return Err(io::Error::other(format!(
                "with the archives before it, it unpacks to over {limit} MiB, which is the limit"
            )));
        }
        self.length += length;
        Ok(Window::new(Storage::Temporary(file), start, length))
    }
}
