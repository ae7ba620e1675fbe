//! Removes cached prices that were not used for a long time.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The prices of libraries may take this much of the disk.
pub(super) const MAX_CACHED_BYTES: u64 = 4 << 30;

/// Prices that were used within this time stay. Uses are recorded no more often.
const IN_USE: Duration = Duration::from_hours(1);

/// Records that the file with this note is used. If that fails, the file may be removed and made again.
pub(super) fn record_use(note: &Path) {
    let is_recent = |note: &Path| Some(age(fs::metadata(note).ok()?.modified().ok()?) < IN_USE);
    if is_recent(note) == Some(false) {
        let note = fs::File::options().write(true).open(note);
        let _ = note.and_then(|note| note.set_modified(SystemTime::now()));
    }
}

fn age(time: SystemTime) -> Duration {
    time.elapsed().unwrap_or_default()
}

/// Removes the files of a folder with this extension that were not used for the longest time, until the others take no more
/// than `max_bytes`.
pub(super) fn trim(
    folder: &Path,
    extension: &str,
    max_bytes: u64,
    note_of: impl Fn(&Path) -> PathBuf,
) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut files: Vec<(Duration, u64, PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let found = fs::symlink_metadata(&path).ok()?;
            if !found.is_file() || path.extension()? != extension {
                return None;
            }
            let unused = age(found.modified().ok()?);
            let note = fs::symlink_metadata(note_of(&path)).and_then(|note| note.modified());
            let unused = note.map_or(unused, |used| unused.min(age(used)));
            Some((unused, found.len(), path))
        })
        .collect();
    files.sort_by_key(|(unused, ..)| *unused);
    let mut sum = 0_u64;
    for (unused, bytes, path) in files {
        sum = sum.saturating_add(bytes);
        if sum > max_bytes && unused >= IN_USE {
            // Processes that have it open keep it. If it cannot be removed, the next process tries again.
            let _ = fs::remove_file(note_of(&path));
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_the_longest_time_is_removed_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let note_of = |path: &Path| path.with_extension("checked");
        let hours = |hours: u64| SystemTime::now() - Duration::from_secs(hours * 3600);
        let set = |path: &Path, time: SystemTime| {
            let file = fs::File::options().write(true).open(path);
            file.and_then(|file| file.set_modified(time))
                .expect("a time");
        };
        // Made so many hours ago, and used so many hours ago.
        for (name, made, used) in [("a", 9, 2), ("b", 8, 8), ("c", 3, 3), ("d", 0, 0)] {
            let file = folder.path().join(name).with_extension("summaries");
            fs::write(&file, [0; 100]).expect("a file");
            fs::write(note_of(&file), "").expect("a note");
            set(&file, hours(made));
            set(&note_of(&file), hours(used));
        }
        let other = folder.path().join("other.txt");
        fs::write(&other, [0; 100]).expect("a file");
        set(&other, hours(100));
        let left = |max_bytes: u64| {
            trim(folder.path(), "summaries", max_bytes, note_of);
            let exists = |name: &&str| {
                folder
                    .path()
                    .join(name)
                    .with_extension("summaries")
                    .exists()
            };
            let left: Vec<&str> = ["a", "b", "c", "d"].into_iter().filter(exists).collect();
            left.concat()
        };
        assert_eq!(left(400), "abcd");
        assert_eq!(left(399), "acd");
        assert!(!folder.path().join("b.checked").exists());
        record_use(&folder.path().join("c.checked"));
        assert_eq!(left(200), "cd");
        // They are in use.
        assert_eq!(left(10), "cd");
        assert!(other.exists());
    }
}
