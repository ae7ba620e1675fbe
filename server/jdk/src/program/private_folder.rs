//! Folders that nobody else can write into: code is run from them.
//!
//! On Unix the owner and the permissions of the folder and of all above it tell. On Windows the standard library tells
//! neither, and the cache folder is the one that the system keeps for the user alone; there only its place is examined.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use files::{TempFolder, TempFolderKind};

use super::error::{ProgramError, in_cache};

/// The folder of this process for what is run, where the cache folder does not do.
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

/// Why programs of jouled are built again in this process, to be told to the user; `None` where they are not, or once it
/// was told.
pub(super) fn take_notice() -> Option<String> {
    private().as_mut().and_then(|private| private.notice.take())
}

/// Removes what was built for this process alone. To be called at its end.
pub fn remove_private_folder() {
    drop(private().take());
}

/// Why programs are not run from the cache folder.
#[derive(Debug)]
pub(super) enum UnsafeFolder {
    /// Somebody else could put something into it.
    Unsafe(String),
    /// It cannot be written to.
    Unusable(String),
}

/// A folder of this process for programs that cannot run from the cache folder. The user sees the reason once.
///
/// # Errors
/// [`ProgramError::Cache`] where every folder for temporary files is as unfit.
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
    // Where it is made again the user knows already.
    let notice = private.is_none().then_some(notice);
    *private = Some(Private { folder, notice });
    Ok(path)
}

/// Refuses a place for temporary files from which nothing may be run.
///
/// # Errors
/// The system's, and one that says why.
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

/// Whose a folder is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ownership {
    /// The user's, and it always was.
    Own,
    /// The user's now. Others may have written into it before.
    Repaired,
    /// Not the user's, for this reason.
    Foreign(String),
}

/// Makes a cache folder and some below it the user's own, where they are safe to run something from.
///
/// # Errors
/// The system's, where a folder cannot be created.
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

/// Makes a folder within the cache folder one that only the user writes into, by the rules for programs of jouled: for what
/// jouled believes when it reads it again. Where others could write into it before, it is emptied.
///
/// # Errors
/// The system's, and one that says why the folder does not do.
pub fn make_own_folder(cache_dir: &Path, folder: &Path) -> io::Result<()> {
    let mut ownership = secure(cache_dir, &[folder])?;
    if ownership == Ownership::Repaired {
        fs::remove_dir_all(folder)?;
        ownership = secure(cache_dir, &[folder])?;
    }
    match ownership {
        Ownership::Own => Ok(()),
        Ownership::Repaired => Err(io::Error::other("others keep writing into it")),
        Ownership::Foreign(reason) => Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("{reason}; set XDG_CACHE_HOME to a folder of your own outside of the project"),
        )),
    }
}

/// Whether only the user could write a file in a folder within the cache folder, by the same rules. Nothing is changed.
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

/// Why a place does not do, by what is around it: it lies in a project, or others could exchange a folder above it.
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

/// Makes a folder that nobody else can enter, and those above it that are missing.
pub(super) fn create(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes a folder the user's own: it is created, or repaired where others may write into it.
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
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
        .map_err(|error| format!("is writable by others and stays so: {error}"))?;
    Ok(Ownership::Repaired)
}

#[cfg(not(unix))]
fn own_existing(_: &Path, _: &Metadata) -> Result<Ownership, String> {
    Ok(Ownership::Own)
}

/// Whether a file is the user's alone.
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
/// In a folder with this bit, each may only exchange what is theirs.
#[cfg(unix)]
const STICKY: u32 = 0o1000;
/// Who everybody is that a user namespace does not know.
#[cfg(unix)]
const UNKNOWN_USER: u32 = 65534;

#[cfg(unix)]
fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// What is wrong with a folder, or a link, above one from which code is run.
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

/// Whether this process does not see who owns what: in the sandbox of a desktop application the root of the file system
/// belongs to nobody.
#[cfg(unix)]
fn hides_users() -> bool {
    const ALL: [&str; 3] = ["0", "0", "4294967295"];
    files::read_text(Path::new("/proc/self/uid_map"), files::SYSTEM)
        .is_ok_and(|map| !map.split_whitespace().eq(ALL))
}
