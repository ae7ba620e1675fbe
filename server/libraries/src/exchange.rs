//! The cached prices of libraries as one file for other machines, such as container images and the workers of a cluster.
//!
//! The file is a ZIP archive with an entry `DIGEST.summaries` for each library. The digest covers the contents of a library and
//! everything that its costs depend on. So an entry is valid wherever its digest is requested.

use super::kept_error::KeptError;
use super::store::{FORMAT, MAX_FILE_BYTES, Store};
use super::{EXTENSION, store_file};
use files::Bounded;
use std::cell::RefCell;
use std::io::{self, BufReader, BufWriter, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The number of characters in a digest.
const DIGEST: usize = 32;

/// At most this much of one file is unpacked.
const MAX_UNPACKED: u64 = 64 << 30;

/// The fastest level of Deflate. The next levels take twice the time for a few percent.
const LEVEL: i64 = 1;

/// The numbers of libraries that were written or read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// Libraries written to the file or to the cache.
    pub done: usize,
    /// Libraries that the cache already had.
    pub known: usize,
    /// Damaged libraries, and those written by another version of jouled. They were left out.
    pub unusable: usize,
}

/// Why libraries could not be written to a file or read from it.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    /// The file or the cache cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not an archive of libraries.
    #[error("{}: this is not a file of `jouled library export`: {why}", path.display())]
    NoExport {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The cache is empty.
    #[error("{}: this cache has no prices that this version of jouled can read; run `jouled library` first, with the jars to price", path.display())]
    Empty {
        /// The cache folder.
        path: PathBuf,
    },
}

impl ExchangeError {
    fn io(path: &Path, source: io::Error) -> Self {
        Self::Io {
            path: path.to_path_buf(),
            source,
        }
    }

    fn zip(path: &Path, error: ZipError) -> Self {
        match error {
            ZipError::Io(source) => Self::io(path, source),
            other => Self::NoExport {
                path: path.to_path_buf(),
                why: other.to_string(),
            },
        }
    }
}

/// Writes all cached libraries that this version can read to a file.
///
/// # Errors
/// [`ExchangeError`] if the cache is empty, or the file cannot be written.
pub fn export_libraries(cache: &Path, file: &Path) -> Result<Exchanged, ExchangeError> {
    let mut exchanged = Exchanged::default();
    let mut digests = kept_digests(cache);
    digests.retain(|digest| {
        let usable = Store::open(&store_file(cache, digest), digest).is_some();
        exchanged.unusable += usize::from(!usable);
        usable
    });
    if digests.is_empty() {
        return Err(ExchangeError::Empty {
            path: cache.to_path_buf(),
        });
    }
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let refused = |source| ExchangeError::io(file, source);
    let whole = files::unfinished_in(folder).map_err(refused)?;
    let error = RefCell::new(None);
    let is_written = || error.take().map_or(Ok(()), |source| Err(refused(source)));
    let mut archive = ZipWriter::new(KeptError::new(BufWriter::new(&whole), &error));
    for digest in &digests {
        let path = store_file(cache, digest);
        let kept = files::open(&path).map_err(|source| ExchangeError::io(&path, source))?;
        let length = kept.metadata().map_err(refused)?.len();
        // The same libraries always give the same file.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(LEVEL))
            .large_file(length > u64::from(u32::MAX / 2))
            .last_modified_time(zip::DateTime::default());
        (archive.start_file(format!("{digest}.{EXTENSION}"), options))
            .map_err(|error| ExchangeError::zip(file, error))?;
        io::copy(&mut Bounded::new(kept, MAX_FILE_BYTES), &mut archive).map_err(refused)?;
        is_written()?;
        exchanged.done += 1;
    }
    let mut out = (archive.finish()).map_err(|error| ExchangeError::zip(file, error))?;
    out.flush().map_err(refused)?;
    drop(out);
    is_written()?;
    (whole.persist(file)).map_err(|failure| ExchangeError::io(file, failure.error))?;
    Ok(exchanged)
}

/// Reads such a file into the cache. Existing entries stay, and entries that do not fit are left out.
///
/// # Errors
/// [`ExchangeError`] if the file is not from [`export_libraries`], or the cache cannot be written.
pub fn import_libraries(cache: &Path, file: &Path) -> Result<Exchanged, ExchangeError> {
    let opened = files::open(file).map_err(|source| ExchangeError::io(file, source))?;
    let mut archive =
        ZipArchive::new(BufReader::new(opened)).map_err(|error| ExchangeError::zip(file, error))?;
    let folder = cache.join("library");
    let refused = |source| ExchangeError::io(&folder, source);
    std::fs::create_dir_all(&folder).map_err(refused)?;
    let mut exchanged = Exchanged::default();
    let mut left = MAX_UNPACKED;
    for index in 0..archive.len() {
        let entry = (archive.by_index(index)).map_err(|error| ExchangeError::zip(file, error))?;
        let Some(digest) = digest_in(entry.name()).map(str::to_owned) else {
            return Err(ExchangeError::NoExport {
                path: file.to_path_buf(),
                why: format!("it has an entry {}", escape::plain(entry.name())),
            });
        };
        let path = store_file(cache, &digest);
        if Store::open(&path, &digest).is_some() {
            exchanged.known += 1;
            continue;
        }
        let unpacked = unpack(entry, &digest, &folder, left.min(MAX_FILE_BYTES));
        match unpacked.map_err(|source| ExchangeError::io(file, source))? {
            Some((whole, length)) => {
                left -= length;
                (whole.persist(&path)).map_err(|failure| refused(failure.error))?;
                exchanged.done += 1;
            }
            None => exchanged.unusable += 1,
        }
    }
    if exchanged == Exchanged::default() {
        return Err(ExchangeError::NoExport {
            path: file.to_path_buf(),
            why: String::from("it has no entry"),
        });
    }
    Ok(exchanged)
}

/// Unpacks an entry to an unfinished file of the cache and returns its length; `None` if the contents do not match the name.
fn unpack(
    mut entry: impl Read,
    digest: &str,
    folder: &Path,
    limit: u64,
) -> io::Result<Option<(tempfile::NamedTempFile, u64)>> {
    // Checks the version before unpacking anything.
    let expected = format!("{FORMAT}{digest}");
    let mut head = vec![0; expected.len()];
    if entry.read_exact(&mut head).is_err() || head != expected.as_bytes() {
        return Ok(None);
    }
    let mut whole = files::unfinished_in(folder)?;
    whole.write_all(&head)?;
    let rest = io::copy(&mut Bounded::new(entry, limit), &mut whole);
    match rest {
        Ok(_) => {}
        // A damaged entry looks like a truncated one.
        Err(error) if error.kind() == io::ErrorKind::StorageFull => return Err(error),
        Err(_) => return Ok(None),
    }
    let length = whole.stream_position()?;
    Ok(Store::open(whole.path(), digest)
        .is_some()
        .then_some((whole, length)))
}

fn kept_digests(cache: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(cache.join("library"));
    let names = (entries.into_iter().flatten().flatten()).map(|entry| entry.file_name());
    let mut digests: Vec<String> = names
        .filter_map(|name| digest_in(name.to_str()?).map(str::to_owned))
        .collect();
    digests.sort();
    digests
}

/// The digest in the name of a file.
fn digest_in(name: &str) -> Option<&str> {
    let digest = name.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    let is_digest = digest.len() == DIGEST
        && digest
            .bytes()
            .all(|letter| matches!(letter, b'0'..=b'9' | b'a'..=b'f'));
    is_digest.then_some(digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as another version would have written it.
    fn other_version(cache: &Path) -> String {
        let digest = "0123456789abcdef".repeat(2);
        let folder = cache.join("library");
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = format!("jouled summaries 0{digest}");
        std::fs::write(store_file(cache, &digest), text).expect("a file");
        digest
    }

    fn archive(entries: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut archive = ZipWriter::new(&file);
        for (name, bytes) in entries {
            (archive.start_file(*name, SimpleFileOptions::default())).expect("an entry");
            archive.write_all(bytes).expect("an entry");
        }
        archive.finish().expect("an archive");
        file
    }

    #[test]
    fn an_empty_cache_and_one_of_another_version_have_nothing_to_export() {
        let cache = tempfile::tempdir().expect("a folder");
        let file = cache.path().join("libraries.zip");
        for _ in 0..2 {
            let refused = export_libraries(cache.path(), &file);
            assert!(matches!(refused, Err(ExchangeError::Empty { .. })));
            assert!(!file.exists());
            other_version(cache.path());
        }
    }

    #[test]
    fn an_import_takes_only_what_is_what_its_name_says() {
        let cache = tempfile::tempdir().expect("a folder");
        let digest = "0123456789abcdef".repeat(2);
        let name = format!("{digest}.summaries");
        for bytes in [
            &b"jouled summaries 0"[..],
            b"",
            format!("{FORMAT}{digest}").as_bytes(),
            format!("{FORMAT}{digest}\x7f\0\0\0\0\0\0\0rest").as_bytes(),
        ] {
            let file = archive(&[(&name, bytes)]);
            let imported = import_libraries(cache.path(), file.path()).expect("an archive");
            assert_eq!((imported.done, imported.unusable), (0, 1));
        }
        for name in ["../x.summaries", "x", "/etc/passwd", &name.to_uppercase()] {
            let file = archive(&[(name, b"x")]);
            let refused = import_libraries(cache.path(), file.path());
            assert!(
                matches!(refused, Err(ExchangeError::NoExport { .. })),
                "{name}"
            );
        }
        let refused = import_libraries(cache.path(), archive(&[]).path());
        assert!(matches!(refused, Err(ExchangeError::NoExport { .. })));
        let left = std::fs::read_dir(cache.path().join("library")).expect("a folder");
        assert_eq!(left.count(), 0, "nothing stays behind");
    }
}
