//! A folder of small files with a size limit. It may be deleted, shared or damaged at any time.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The start of a complete file that jouled wrote.
const MAGIC: &[u8; 16] = b"jouled-classes-1";
/// The size of the checksum, which comes next.
const CHECKSUM: usize = 32;
/// The maximum size of a file that is read.
const MAX_BYTES: u64 = 64 << 20;
/// The minimum time between two marks of a file as used.
const MARK_INTERVAL: Duration = Duration::from_hours(12);

/// The folder.
#[derive(Debug, Clone)]
pub(super) struct DiskCache {
    folder: PathBuf,
    /// Above this size, the files that were not used for longest are removed.
    max_bytes: u64,
}

impl DiskCache {
    pub(super) fn new(folder: PathBuf, max_bytes: u64) -> Self {
        Self { folder, max_bytes }
    }

    /// The content of a file; `None` if it does not exist or is damaged.
    pub(super) fn read(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.folder.join(name);
        let file = files::open(&path).ok()?;
        let metadata = file.metadata().ok()?;
        let bytes = files::read_from(&file, MAX_BYTES).ok()?;
        let content = whole(bytes);
        if content.is_some() {
            mark_as_used(&file, &metadata);
        }
        content
    }

    /// Writes a file atomically. Does nothing if it is too large.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        if content.len() as u64 > MAX_BYTES / 2 {
            return Ok(());
        }
        create_private_folder(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(MAGIC)?;
        file.write_all(blake3::hash(content).as_bytes())?;
        file.write_all(content)?;
        let place = self.folder.join(name);
        files::clear_place(&place);
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    }

    /// Removes the incomplete files of killed processes, and then the files that were not used for longest, until a quarter of
    /// the space is free.
    pub(super) fn tidy(&self) {
        files::remove_unfinished_in(&self.folder);
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((metadata.modified().ok()?, metadata.len(), entry.path()))
            })
            .collect();
        let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        if bytes <= self.max_bytes {
            return;
        }
        files.sort();
        for (_, size, path) in files {
            if bytes <= self.max_bytes / 4 * 3 {
                break;
            }
            // Another server may have removed it first.
            let _ = fs::remove_file(path);
            bytes -= size;
        }
    }
}

/// The content after the header of a complete file.
fn whole(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let (magic, rest) = bytes.split_at_checked(MAGIC.len())?;
    let (checksum, content) = rest.split_at_checked(CHECKSUM)?;
    if magic != MAGIC || blake3::hash(content).as_bytes() != checksum {
        return None;
    }
    bytes.drain(..MAGIC.len() + CHECKSUM);
    Some(bytes)
}

fn mark_as_used(file: &File, metadata: &fs::Metadata) {
    let now = SystemTime::now();
    let is_due = metadata
        .modified()
        .ok()
        .and_then(|time| now.duration_since(time).ok())
        .is_some_and(|age| age > MARK_INTERVAL);
    if is_due {
        // If this is not allowed, the file is removed earlier than others.
        let _ = file.set_modified(now);
    }
}

/// The files reveal a user's code.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disk_cache(max_bytes: u64) -> (tempfile::TempDir, DiskCache) {
        let folder = tempfile::tempdir().expect("a folder");
        let disk_cache = DiskCache::new(folder.path().join("classes"), max_bytes);
        (folder, disk_cache)
    }

    #[test]
    fn what_was_put_there_is_found() {
        let (_folder, disk_cache) = disk_cache(1 << 20);
        assert_eq!(disk_cache.read("a"), None);
        for content in [&b"one"[..], b"", &vec![7; 100_000]] {
            disk_cache.write("a", content).expect("written");
            assert_eq!(disk_cache.read("a").as_deref(), Some(content));
        }
    }

    #[test]
    fn a_file_of_which_any_byte_differs_or_is_missing_is_not_there() {
        let (_folder, disk_cache) = disk_cache(1 << 20);
        disk_cache.write("a", b"content").expect("written");
        let path = disk_cache.folder.join("a");
        let good = fs::read(&path).expect("the file");
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            fs::write(&path, &bad).expect("damaged");
            assert_eq!(disk_cache.read("a"), None, "byte {at}");
            fs::write(&path, &good[..at]).expect("cut");
            assert_eq!(disk_cache.read("a"), None, "cut at {at}");
        }
        disk_cache.write("a", b"content").expect("written again");
        assert_eq!(disk_cache.read("a").as_deref(), Some(&b"content"[..]));
    }

    #[test]
    fn what_is_no_file_is_not_read_and_makes_way() {
        let (_folder, disk_cache) = disk_cache(1 << 20);
        fs::create_dir_all(disk_cache.folder.join("a/within")).expect("folders");
        assert_eq!(disk_cache.read("a"), None);
        disk_cache.write("a", b"content").expect("written");
        assert_eq!(disk_cache.read("a").as_deref(), Some(&b"content"[..]));
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let (_folder, disk_cache) = disk_cache(1000);
        let now = SystemTime::now();
        for age in 0..10_u64 {
            let name = age.to_string();
            disk_cache.write(&name, &[0; 100]).expect("written");
            let file = File::options()
                .write(true)
                .open(disk_cache.folder.join(&name))
                .expect("the file");
            file.set_modified(now - Duration::from_hours(24 * age))
                .expect("its time");
        }
        assert!(disk_cache.read("9").is_some(), "reading marks it as used");
        disk_cache.tidy();
        let left: Vec<u64> = (0..10)
            .filter(|age| disk_cache.read(&age.to_string()).is_some())
            .collect();
        assert_eq!(left, [0, 1, 2, 3, 9]);
    }
}
