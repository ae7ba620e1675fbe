//! Temporary folders that disappear with their process, however it ends.
//!
//! Each has a file that its process keeps locked. A process that dies releases the lock. So if the file of a folder can be
//! locked, its process is gone, and the next process removes the folder. Orderly ends and signals remove all folders: see
//! [`remove_temp_folders`].

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// The prefix of the folders' names.
const PREFIX: &str = "jouled-";
/// The file that a living process keeps locked.
const LOCK: &str = "lock";
/// The folder inside it for the contents.
const CONTENTS: &str = "contents";
/// A process that removes old folders may come between creating a folder and locking it.
const TRIES: usize = 8;
/// A folder must have space for this to be used.
const PROBE: [u8; 16 << 10] = [0; 16 << 10];
/// A folder is without a lock only while it is created or removed, and not for longer than this.
const UNLOCKED_GRACE: Duration = Duration::from_mins(1);
/// A temporary file that is older than this belongs to nobody.
const STALE_AGE: Duration = Duration::from_hours(6);

/// The folders of this process, so that a signal can remove them. Locked while one is created, so that none is missed.
static ALIVE: Mutex<Alive> = Mutex::new(Alive {
    folders: BTreeSet::new(),
    is_over: false,
});

#[derive(Debug)]
struct Alive {
    folders: BTreeSet<PathBuf>,
    /// Whether the process is ending, so that no more folders are created.
    is_over: bool,
}

/// Locked while a thread writes into a folder, and forever once the process ends. Otherwise, a thread that still works
/// would create the removed folders again.
static OPEN: RwLock<()> = RwLock::new(());

/// A message for the user about the chosen place, until it is shown once.
static NOTICE: Mutex<Option<String>> = Mutex::new(None);
static HAS_NOTICE: AtomicBool = AtomicBool::new(false);

/// No operation under these locks is left half done.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The purpose of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TempFolderKind {
    /// The answer of a build tool.
    Answer,
    /// An archive for faster starts while it is created.
    Archive,
    /// A program while it is built.
    Build,
    /// A cache, if the usual cache folder is not usable.
    Cache,
    /// Classes that others are compiled against.
    Classes,
    /// The counts of a program.
    Counts,
    /// What a program read.
    Input,
    /// Pages while they are created.
    Pages,
    /// Programs that are run.
    Programs,
    /// The files of a revision.
    Revision,
    /// The samples of a program.
    Samples,
}

impl TempFolderKind {
    const ALL: [Self; 11] = [
        Self::Answer,
        Self::Archive,
        Self::Build,
        Self::Cache,
        Self::Classes,
        Self::Counts,
        Self::Input,
        Self::Pages,
        Self::Programs,
        Self::Revision,
        Self::Samples,
    ];

    /// The purpose in the name of a folder.
    const fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Archive => "archive",
            Self::Build => "build",
            Self::Cache => "cache",
            Self::Classes => "classes",
            Self::Counts => "counts",
            Self::Input => "input",
            Self::Pages => "pages",
            Self::Programs => "programs",
            Self::Revision => "revision",
            Self::Samples => "samples",
        }
    }
}

/// A folder that nobody else can read or write. It is removed when this is dropped, at the end of the process, or by the next
/// process if this one is killed.
#[derive(Debug)]
pub struct TempFolder {
    contents: PathBuf,
    /// Released before the folder is removed, which some systems require.
    lock: Option<File>,
    folder: TempDir,
}

impl TempFolder {
    /// A new folder in the first place for temporary files that has space.
    ///
    /// # Errors
    ///
    /// The system's error for the first place, if none has.
    pub fn new(kind: TempFolderKind) -> io::Result<Self> {
        Self::new_where(kind, |_| Ok(()))
    }

    /// The same in the first place that is also `allowed`.
    ///
    /// # Errors
    ///
    /// The first reason, if no place is.
    pub fn new_where(
        kind: TempFolderKind,
        allowed: impl Fn(&Path) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut first: Option<(PathBuf, io::Error)> = None;
        for place in temporary_places() {
            match allowed(&place).and_then(|()| Self::new_in(kind, &place)) {
                Ok(scratch) => {
                    if let Some((refused, error)) = &first {
                        tell_of(refused, error, &place);
                    }
                    return Ok(scratch);
                }
                Err(error) => {
                    first.get_or_insert((place, error));
                }
            }
        }
        Err(first.map_or_else(|| ErrorKind::NotFound.into(), |(_, error)| error))
    }

    /// A new folder inside this one.
    ///
    /// # Errors
    /// The system's.
    pub fn new_in(kind: TempFolderKind, place: &Path) -> io::Result<Self> {
        let prefix = format!("{PREFIX}{}-", kind.name());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let mut alive = held(&ALIVE);
        if alive.is_over {
            return Err(io::Error::other("the process is about to end"));
        }
        for _ in 0..TRIES {
            let folder = builder.tempdir_in(place)?;
            let path = folder.path().join(LOCK);
            let mut lock = File::create_new(&path)?;
            match lock.try_lock() {
                // On a file system without locks, nobody else can lock it either.
                Ok(()) | Err(TryLockError::Error(_)) => {}
                Err(TryLockError::WouldBlock) => continue,
            }
            if fs::symlink_metadata(&path).is_err() {
                continue;
            }
            lock.write_all(&PROBE)?;
            lock.set_len(0)?;
            let contents = folder.path().join(CONTENTS);
            make_private(&contents)?;
            alive.folders.insert(folder.path().to_path_buf());
            return Ok(Self {
                contents,
                lock: Some(lock),
                folder,
            });
        }
        Err(io::Error::other("others keep removing it"))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.contents
    }

    /// Whether it still exists: a system may clean its temporary folder at any time.
    pub fn is_there(&self) -> bool {
        fs::symlink_metadata(&self.contents).is_ok_and(|found| found.is_dir())
            && fs::symlink_metadata(self.folder.path().join(LOCK)).is_ok()
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // While the lock is held, nobody else touches it.
        let _ = fs::remove_dir_all(&self.contents);
        self.lock = None;
        // A signal that arrives now still finds the folder.
        remove(self.folder.path());
        held(&ALIVE).folders.remove(self.folder.path());
    }
}

fn make_private(folder: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes"))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Hold this while you write into a folder. Once the process ends, this waits forever.
pub fn while_open() -> RwLockReadGuard<'static, ()> {
    OPEN.read().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all folders of this process. Call it at the end: after that, code that wants to write into them waits.
pub fn remove_temp_folders() {
    std::mem::forget(OPEN.write().unwrap_or_else(PoisonError::into_inner));
    let mut alive = held(&ALIVE);
    alive.is_over = true;
    for folder in &alive.folders {
        remove(folder);
    }
}

/// Removes what ended processes left in the places for temporary files.
pub fn remove_left_temp_folders() {
    for place in temporary_places() {
        remove_left_temp_folders_in(&place);
    }
}

/// Removes what ended processes left in a folder: temporary folders and temporary files.
pub fn remove_left_temp_folders_in(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let is_temp_folder = entry.file_name().to_str().is_some_and(is_temp_folder_name);
        let path = entry.path();
        if is_temp_folder && fs::symlink_metadata(&path).is_ok_and(|found| is_own_folder(&found)) {
            remove_if_left(&path);
        }
    }
}

/// Removes the unfinished files of killed processes from a folder.
pub fn remove_unfinished_in(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let is_unfinished = name.to_str().is_some_and(|name| name.starts_with(".tmp"));
        let is_old = |found: &Metadata| found.is_file() && is_older(found, STALE_AGE);
        if is_unfinished && fs::symlink_metadata(entry.path()).is_ok_and(|found| is_old(&found)) {
            // If it cannot be removed, the next process tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_temp_folder_name(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX) else {
        return false;
    };
    let Some((kind, random)) = rest.split_once('-') else {
        return false;
    };
    let is_kind = |known: &TempFolderKind| known.name() == kind;
    TempFolderKind::ALL.iter().any(is_kind)
        && !random.is_empty()
        && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Removes a folder that no process has locked.
fn remove_if_left(folder: &Path) {
    match crate::open(&folder.join(LOCK)) {
        Ok(lock) => {
            if lock.try_lock().is_ok() {
                let _ = fs::remove_dir_all(folder.join(CONTENTS));
                drop(lock);
                remove(folder);
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let is_ours = fs::read_dir(folder).is_ok_and(|mut entries| {
                entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == CONTENTS))
            });
            if is_ours
                && fs::symlink_metadata(folder).is_ok_and(|found| is_older(&found, UNLOCKED_GRACE))
            {
                remove(folder);
            }
        }
        Err(_) => {}
    }
}

fn remove(folder: &Path) {
    // A thread that still works may add or remove files while the folder is emptied.
    for _ in 0..TRIES {
        let is_gone = fs::remove_dir_all(folder).is_ok() || fs::symlink_metadata(folder).is_err();
        if is_gone {
            return;
        }
    }
    // If it cannot be removed now, the next process tries again.
}

fn is_older(found: &Metadata, age: Duration) -> bool {
    found.modified().is_ok_and(|changed| {
        SystemTime::now()
            .duration_since(changed)
            .is_ok_and(|since| since > age)
    })
}

#[cfg(unix)]
fn is_own_folder(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.is_dir() && found.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own_folder(found: &Metadata) -> bool {
    found.is_dir()
}

/// The places for temporary files, the usual one first. The others are used if it is missing or full; the last ones are in
/// memory.
fn temporary_places() -> Vec<PathBuf> {
    let mut places = vec![std::env::temp_dir()];
    #[cfg(unix)]
    places.extend(["/tmp", "/var/tmp", "/dev/shm"].map(PathBuf::from));
    #[cfg(unix)]
    places.extend(std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from));
    let mut seen = BTreeSet::new();
    let places = places.into_iter();
    let places = places.filter_map(|place| std::path::absolute(place).ok());
    places.filter(|place| seen.insert(place.clone())).collect()
}

fn tell_of(refused: &Path, error: &io::Error, taken: &Path) {
    if !HAS_NOTICE.swap(true, Ordering::Relaxed) {
        *held(&NOTICE) = Some(format!(
            "the temporary folder {} cannot be used: {error}. jouled uses {} instead; set TMPDIR to \
             a writable folder",
            refused.display(),
            taken.display()
        ));
    }
}

/// A message for the user, returned once, if temporary files are in another place than the usual one.
pub fn take_temp_folder_notice() -> Option<String> {
    held(&NOTICE).take()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let entries = entries.map(|entry| entry.expect("an entry").file_name());
        entries
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn locked_folders_stay_and_left_ones_are_removed() {
        let place = TempDir::new().expect("a folder");
        let held = TempFolder::new_in(TempFolderKind::Classes, place.path()).expect("a folder");
        fs::write(held.path().join("A.class"), "a").expect("a file");
        let left = place.path().join("jouled-revision-Ab12Cd");
        fs::create_dir_all(left.join(CONTENTS).join("p")).expect("a folder");
        fs::write(left.join(LOCK), "").expect("a file");
        fs::write(left.join(CONTENTS).join("p/B.class"), "b").expect("a file");
        remove_left_temp_folders_in(place.path());
        assert!(held.is_there() && held.path().join("A.class").is_file());
        assert!(!left.exists());
        drop(held);
        assert!(names(place.path()).is_empty());
    }

    #[test]
    fn foreign_folders_and_new_ones_stay() {
        let place = TempDir::new().expect("a folder");
        for name in [
            "jouled-backup",
            "jouled-classes-",
            "other-classes-Ab12Cd",
            "jouled-classes-Ab12Cd",
        ] {
            fs::create_dir(place.path().join(name)).expect("a folder");
        }
        let mine = place.path().join("jouled-build-Ab12Cd");
        fs::create_dir(&mine).expect("a folder");
        fs::write(mine.join("diary"), "mine").expect("a file");
        remove_left_temp_folders_in(place.path());
        assert_eq!(names(place.path()).len(), 5);
    }

    #[test]
    fn all_of_a_process_are_removed_at_its_end() {
        let place = TempDir::new().expect("a folder");
        let one = TempFolder::new_in(TempFolderKind::Build, place.path()).expect("a folder");
        let two = TempFolder::new_in(TempFolderKind::Revision, place.path()).expect("a folder");
        for folder in [&one, &two] {
            remove(folder.folder.path());
            assert!(!folder.is_there());
        }
        drop((one, two));
        assert!(names(place.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_temp_folder_is_closed_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let place = TempDir::new().expect("a folder");
        let scratch = TempFolder::new_in(TempFolderKind::Cache, place.path()).expect("a folder");
        for folder in [scratch.path(), scratch.folder.path()] {
            let mode = fs::metadata(folder).expect("a folder").permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
    }
}
