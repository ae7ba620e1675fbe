//! Folders that nobody else can write to, because code is run from them.
//!
//! On Unix, the owner and the permissions of the folder and of all folders above it decide. On Windows, the standard library
//! shows neither, but the system keeps the cache folder private to the user; so only its location is checked.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use files::{TempFolder, TempFolderKind};

use super::error::{ProgramError, in_cache};

/// The temporary folder for programs of this process, if the cache folder is not safe or usable.
#[derive(Debug)]
struct Private {
    folder: TempFolder,
    /// A message for the user, until it has been shown.
    notice: Option<String>,
}

static PRIVATE: Mutex<Option<Private>> = Mutex::new(None);

fn private() -> MutexGuard<'static, Option<Private>> {
    PRIVATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why programs of jouled are built again in this process. Returned once, for the user; `None` if they are not built again.
pub(super) fn take_notice() -> Option<String> {
    private().as_mut().and_then(|private| private.notice.take())
}

/// Removes the programs that were built for this process. Must be called at its end.
pub fn remove_private_folder() {
    drop(private().take());
}

/// Why programs are not run from the cache folder.
#[derive(Debug)]
pub(super) enum UnsafeFolder {
    /// Somebody else could write to it.
    Unsafe(String),
    /// It is not writable.
    Unusable(String),
}

/// A temporary folder for programs that cannot be run from the cache folder. The user sees the reason once.
///
/// # Errors
///
/// [`ProgramError::Cache`] if no folder for temporary files is safe and usable.
pub(super) fn temporary(cache_dir: &Path, unfit: &UnsafeFolder) -> Result<PathBuf, ProgramError> {
    let mut private = private();
    let known = private.as_ref().filter(|known| known.folder.is_there());
    if let Some(known) = known {
        return Ok(known.folder.path().to_path_buf());
    }
    let (UnsafeFolder::Unsafe(reason) | UnsafeFolder::Unusable(reason)) = unfit;
    let folder = TempFolder::new_where(TempFolderKind::Programs, is_safe_place).map_err(|error| {
        let message = format!(
            "{error}, and {reason}; set XDG_CACHE_HOME or TMPDIR to a folder of your own outside of the project"
        );
        in_cache(cache_dir)(io::Error::new(error.kind(), message))
    })?;
    let path = folder.path().to_path_buf();
    let problem = match unfit {
        UnsafeFolder::Unsafe(reason) => format!("is not safe to run programs from: {reason}"),
        UnsafeFolder::Unusable(reason) => format!("cannot be used: {reason}"),
    };
    let notice = format!(
        "the cache folder {} {problem}. jouled builds its programs for this session only, in {}, which takes some \
         seconds at each start",
        cache_dir.display(),
        path.display()
    );
    // If it is created again, the user has already been told.
    let notice = private.is_none().then_some(notice);
    *private = Some(Private { folder, notice });
    Ok(path)
}

/// Rejects a temporary folder from which programs must not be run.
///
/// # Errors
///
/// The system's error, or one that says why.
pub(super) fn is_safe_place(place: &Path) -> io::Result<()> {
    let reason = match unsafe_place(place)? {
        Some(reason) => Some(reason),
        None => problem_above(&fs::metadata(place)?)
            .map(|problem| format!("{} {problem}", place.display())),
    };
    reason.map_or(Ok(()), |reason| {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
    })
}

/// The owner of a folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ownership {
    /// It is the user's, and always was.
    Own,
    /// It is the user's now. Others may have written to it before.
    Repaired,
    /// It is not the user's, for this reason.
    Foreign(String),
}

/// Makes a cache folder and some folders below it the user's own, if it is safe to run programs from them.
///
/// # Errors
///
/// The system's error if a folder cannot be created.
pub(super) fn secure(cache_dir: &Path, below: &[&Path]) -> io::Result<Ownership> {
    if fs::symlink_metadata(cache_dir).is_ok_and(|metadata| metadata.is_symlink()) {
        let reason = format!("{} is a link", cache_dir.display());
        return Ok(Ownership::Foreign(reason));
    }
    create(cache_dir)?;
    if let Some(reason) = unsafe_place(cache_dir)? {
        return Ok(Ownership::Foreign(reason));
    }
    let mut all = Ownership::Own;
    for folder in std::iter::once(&cache_dir).chain(below) {
        match own(folder)? {
            Ownership::Own => {}
            Ownership::Repaired => all = Ownership::Repaired,
            foreign @ Ownership::Foreign(_) => return Ok(foreign),
        }
    }
    Ok(all)
}

/// Makes a folder in the cache folder writable only for the user, by the same rules as for programs: for files that jouled
/// trusts when it reads them again. If others could write to it before, it is emptied.
///
/// # Errors
///
/// The system's error, or one that says why the folder is not safe.
pub fn make_own_folder(cache_dir: &Path, folder: &Path) -> io::Result<()> {
    let mut ownership = secure(cache_dir, &[folder])?;
    if ownership == Ownership::Repaired {
        fs::remove_dir_all(folder)?;
        ownership = secure(cache_dir, &[folder])?;
    }
    match ownership {
        Ownership::Own => Ok(()),
        Ownership::Repaired => Err(io::Error::other("others keep writing to it")),
        Ownership::Foreign(reason) => Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("{reason}; set XDG_CACHE_HOME to a folder of your own outside of the project"),
        )),
    }
}

/// Whether only the user could have written a file in a folder of the cache folder, by the same rules. Changes nothing.
pub fn is_own_in(cache_dir: &Path, folder: &Path, file: &Path) -> bool {
    let is_own = |path: &Path, is_kind: fn(&Metadata) -> bool| {
        fs::symlink_metadata(path)
            .is_ok_and(|metadata| is_kind(&metadata) && is_own_file(&metadata))
    };
    is_own(cache_dir, Metadata::is_dir)
        && is_own(folder, Metadata::is_dir)
        && is_own(file, Metadata::is_file)
        && unsafe_place(cache_dir).is_ok_and(|reason| reason.is_none())
}

/// Why the surroundings of a folder make it unsafe: it is in a project, or others could replace a folder above it.
fn unsafe_place(folder: &Path) -> io::Result<Option<String>> {
    let folder = std::path::absolute(folder)?;
    if let Err(refused) = programs::check_cache(&folder, "XDG_CACHE_HOME") {
        return Ok(Some(refused.reason.to_string()));
    }
    let Ok(mut places) = programs::visited(&folder) else {
        return Ok(None);
    };
    // The folder itself has stricter rules, or is not used itself.
    places.pop();
    for place in places {
        let metadata = fs::symlink_metadata(&place)?;
        if let Some(problem) = problem_above(&metadata) {
            return Ok(Some(format!("{} {problem}", place.display())));
        }
    }
    Ok(None)
}

/// Creates a folder that nobody else can enter, and the missing folders above it.
pub(super) fn create(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes a folder the user's own: creates it, or removes the write permission of others.
fn own(folder: &Path) -> io::Result<Ownership> {
    if !folder.try_exists()? && fs::symlink_metadata(folder).is_err() {
        create(folder)?;
    }
    let metadata = fs::symlink_metadata(folder)?;
    let foreign = |problem: &str| Ownership::Foreign(format!("{} {problem}", folder.display()));
    if !metadata.is_dir() {
        return Ok(foreign("is a link or a file"));
    }
    Ok(own_existing(folder, &metadata).unwrap_or_else(|problem| foreign(&problem)))
}

#[cfg(unix)]
fn own_existing(folder: &Path, metadata: &Metadata) -> Result<Ownership, String> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    if metadata.uid() != user() {
        return Err(String::from("belongs to somebody else"));
    }
    if metadata.mode() & OTHERS_WRITE == 0 {
        return Ok(Ownership::Own);
    }
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).map_err(|error| {
        format!("is writable by others, and jouled cannot change that: {error}")
    })?;
    Ok(Ownership::Repaired)
}

#[cfg(not(unix))]
fn own_existing(_: &Path, _: &Metadata) -> Result<Ownership, String> {
    Ok(Ownership::Own)
}

/// Whether only the user can write to a file.
#[cfg(unix)]
pub(super) fn is_own_file(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.uid() == user() && metadata.mode() & OTHERS_WRITE == 0
}

#[cfg(not(unix))]
pub(super) const fn is_own_file(_: &Metadata) -> bool {
    true
}

#[cfg(unix)]
const OTHERS_WRITE: u32 = 0o022;
/// In a folder with this bit, users can only replace their own files.
#[cfg(unix)]
const STICKY: u32 = 0o1000;
/// The ID of all users that a user namespace does not know.
#[cfg(unix)]
const UNKNOWN_USER: u32 = 65534;

#[cfg(unix)]
fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Why a folder or link above a folder with programs is not safe.
#[cfg(unix)]
fn problem_above(metadata: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt;
    let owner = metadata.uid();
    let is_hidden = owner == UNKNOWN_USER && hides_users();
    if owner != 0 && owner != user() && !is_hidden {
        return Some("belongs to somebody else");
    }
    let others_write = metadata.mode() & OTHERS_WRITE != 0 && metadata.mode() & STICKY == 0;
    (metadata.is_dir() && others_write)
        .then_some("is writable by others; `chmod go-w` on it changes that")
}

#[cfg(not(unix))]
const fn problem_above(_: &Metadata) -> Option<&'static str> {
    None
}

/// Whether this process cannot see owners: in the sandbox of a desktop application, the root of the file system belongs to
/// nobody.
#[cfg(unix)]
fn hides_users() -> bool {
    const ALL: [&str; 3] = ["0", "0", "4294967295"];
    files::read_text(Path::new("/proc/self/uid_map"), files::SYSTEM)
        .is_ok_and(|map| !map.split_whitespace().eq(ALL))
}
