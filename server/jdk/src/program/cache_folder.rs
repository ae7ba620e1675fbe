//! The cache folder: the user's, or if that is not usable, a temporary one for this process.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use files::{TempFolder, TempFolderKind};

use super::private_folder::is_safe_place;
use crate::{Environment, Platform};

/// The folder must have space for this.
static PROBE: [u8; 64 << 10] = [0; 64 << 10];

static CHOSEN: Mutex<Option<Chosen>> = Mutex::new(None);

#[derive(Debug)]
struct Chosen {
    folder: PathBuf,
    /// The temporary folder around it, if it is one for this process.
    scratch: Option<TempFolder>,
    /// A message for the user, until it has been shown.
    notice: Option<String>,
}

fn chosen() -> MutexGuard<'static, Option<Chosen>> {
    CHOSEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder for files that can be created again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheFolder {
    /// The folder.
    pub path: PathBuf,
    /// The environment variable, and its value, that makes another process of jouled use the same folder; `None` for the usual
    /// folder.
    pub variable: Option<(&'static str, PathBuf)>,
}

impl Chosen {
    fn folder(&self) -> CacheFolder {
        let variable = self.scratch.as_ref().map(|scratch| {
            let name = match Environment::of_this_process().platform {
                Platform::Windows => "LOCALAPPDATA",
                Platform::Unix | Platform::MacOs => "XDG_CACHE_HOME",
            };
            (name, scratch.path().to_path_buf())
        });
        CacheFolder {
            path: self.folder.clone(),
            variable,
        }
    }
}

/// The cache folder. Without a home folder, or if the usual folder is not writable or full, it is a temporary one for this
/// process; the user is told once.
///
/// # Errors
///
/// The system's error if there is no space anywhere.
pub fn cache_folder() -> io::Result<CacheFolder> {
    let mut chosen = chosen();
    let known = chosen.as_ref();
    let is_there = |known: &&Chosen| known.scratch.as_ref().is_none_or(TempFolder::is_there);
    if let Some(known) = known.filter(is_there) {
        return Ok(known.folder());
    }
    let new = match known {
        // The temporary folder was deleted; the user has already been told about it.
        Some(_) => of_this_process(None)?,
        None => choose()?,
    };
    let folder = new.folder();
    *chosen = Some(new);
    Ok(folder)
}

/// The temporary cache folder for this process, after the one of [`cache_folder`] turned out to be full.
///
/// # Errors
///
/// The system's error if there is no space anywhere else either.
pub fn cache_folder_besides(full: &io::Error) -> io::Result<CacheFolder> {
    let mut chosen = chosen();
    let has_room = |known: &&Chosen| known.scratch.as_ref().is_some_and(TempFolder::is_there);
    if let Some(known) = chosen.as_ref().filter(has_room) {
        return Ok(known.folder());
    }
    let usual = chosen.take().map(|known| known.folder).unwrap_or_default();
    let new = of_this_process(Some(unusable(&usual, full)))?;
    let folder = new.folder();
    *chosen = Some(new);
    Ok(folder)
}

fn choose() -> io::Result<Chosen> {
    let Some(usual) = default_cache_dir(&Environment::of_this_process()) else {
        return of_this_process(Some(String::from(
            "there is no home folder for a cache, so long computations are repeated in each session. Set HOME, \
             or set XDG_CACHE_HOME to a writable folder",
        )));
    };
    match try_out(&usual) {
        Ok(()) => Ok(Chosen {
            folder: usual,
            scratch: None,
            notice: None,
        }),
        Err(error) => of_this_process(Some(unusable(&usual, &error))),
    }
}

fn unusable(folder: &Path, error: &io::Error) -> String {
    format!(
        "the cache folder {} cannot be used: {error}. Long computations are repeated in each session; \
         set XDG_CACHE_HOME to a writable folder with free space",
        folder.display()
    )
}

fn of_this_process(notice: Option<String>) -> io::Result<Chosen> {
    let scratch = TempFolder::new_where(TempFolderKind::Cache, is_safe_place)?;
    Ok(Chosen {
        folder: scratch.path().join("jouled"),
        scratch: Some(scratch),
        notice,
    })
}

/// Whether a folder is writable and has space. A link is not tested: the rules for private folders apply to it.
fn try_out(folder: &Path) -> io::Result<()> {
    if fs::symlink_metadata(folder).is_ok_and(|found| found.is_symlink()) {
        return Ok(());
    }
    super::private_folder::create(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&PROBE)
}

/// Whether a folder is the temporary one for this process.
pub(super) fn is_of_this_process(folder: &Path) -> bool {
    chosen()
        .as_ref()
        .is_some_and(|known| known.scratch.is_some() && known.folder == folder)
}

/// Why results are not kept. Returned once, for the user.
pub(super) fn take_notice() -> Option<String> {
    chosen().as_mut().and_then(|known| known.notice.take())
}

/// The folder for caches of programs, with `jouled` appended; `None` if there is no home folder.
pub fn default_cache_dir(environment: &Environment) -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let chosen = || {
        environment
            .path_variable("XDG_CACHE_HOME")
            .and_then(absolute)
    };
    let folder = match environment.platform {
        Platform::Unix => chosen().or_else(|| Some(environment.user_home()?.join(".cache"))),
        Platform::MacOs => {
            chosen().or_else(|| Some(environment.user_home()?.join("Library").join("Caches")))
        }
        Platform::Windows => environment
            .path_variable("LOCALAPPDATA")
            .or_else(|| environment.path_variable("LocalAppData"))
            .or_else(|| Some(environment.user_home()?.join("AppData").join("Local"))),
    }?;
    Some(folder.join("jouled"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_this_process_that_was_swept_is_made_anew() {
        let full = io::Error::from(io::ErrorKind::StorageFull);
        let first = cache_folder_besides(&full).expect("a folder");
        assert_eq!(cache_folder().expect("the same"), first);
        let (_, held) = first.variable.clone().expect("a place of its own");
        fs::remove_dir_all(&held).expect("swept");
        let second = cache_folder().expect("another");
        let (_, held) = second.variable.clone().expect("a place of its own");
        assert!(held.is_dir(), "{}", held.display());
        assert_ne!(second.path, first.path);
        *chosen() = None;
    }
}
