//! The folder of a site: a complete new site replaces an earlier one, or nothing changes.

use files::{TempFolder, TempFolderKind};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file that distinguishes a site from other folders.
const MARK: &str = ".jouled-portfolio";

/// Its contents.
const MARK_TEXT: &str = "jouled.portfolio/1\n";

/// The folder of the services' pages.
pub(crate) const SERVICES: &str = "services";

/// The folder of the libraries' pages.
pub(crate) const LIBRARIES: &str = "libraries";

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A system error.
    #[error("{} cannot be written: {error}; choose another folder with --out", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It contains something else.
    #[error("{} is not an earlier site: {why}. Nothing was written; choose another folder with --out", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What it contains.
        why: String,
    },
}

/// An unfinished site, in a temporary folder beside its destination.
#[derive(Debug)]
pub(crate) struct SiteFolder {
    out: PathBuf,
    work: TempFolder,
}

impl SiteFolder {
    /// Begins a site for this destination.
    pub(crate) fn begin(out: &Path) -> Result<Self, SiteError> {
        // A trailing slash would make the system follow a link.
        let out: PathBuf = out.components().collect();
        let io = |error| SiteError::Io {
            path: out.clone(),
            error,
        };
        let absolute = std::path::absolute(&out).map_err(io)?;
        check(&absolute)?;
        let Some(parent) = absolute.parent() else {
            return Err(SiteError::Foreign {
                path: out,
                why: String::from("it is the root of all files"),
            });
        };
        fs::create_dir_all(parent).map_err(io)?;
        files::remove_left_temp_folders_in(parent);
        let work = TempFolder::new_in(TempFolderKind::Pages, parent).map_err(io)?;
        let site = Self {
            out: absolute,
            work,
        };
        // The temporary folder is private. The site's folder gets the permissions of the user's mask.
        let made = fs::create_dir(site.root())
            .and_then(|()| {
                [SERVICES, LIBRARIES]
                    .iter()
                    .try_for_each(|name| fs::create_dir(site.root().join(name)))
            })
            .and_then(|()| fs::write(site.root().join(MARK), MARK_TEXT));
        made.map_err(|error| site.failed(error))?;
        Ok(site)
    }

    /// A path for data that is needed until the site is complete.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    /// Writes a page.
    pub(crate) fn write(&self, address: &str, text: &str) -> Result<(), SiteError> {
        let written = fs::write(self.root().join(address), text);
        written.map_err(|error| self.failed(error))
    }

    /// Moves the site to its destination.
    pub(crate) fn finish(self) -> Result<(), SiteError> {
        check(&self.out)?;
        let former = self.beside("former");
        let has_former = fs::symlink_metadata(&self.out).is_ok();
        if has_former {
            fs::rename(&self.out, &former).map_err(|error| self.failed(error))?;
        }
        fs::rename(self.root(), &self.out).map_err(|error| {
            if has_former {
                // Better the earlier site than none.
                let _ = fs::rename(&former, &self.out);
            }
            self.failed(error)
        })
    }

    fn root(&self) -> PathBuf {
        self.beside("site")
    }

    fn failed(&self, error: io::Error) -> SiteError {
        SiteError::Io {
            path: self.out.clone(),
            error,
        }
    }
}

/// Checks the destination: it must not exist, be empty, or contain only an earlier site.
fn check(out: &Path) -> Result<(), SiteError> {
    let foreign = |why: String| SiteError::Foreign {
        path: out.to_path_buf(),
        why,
    };
    let io = |error| SiteError::Io {
        path: out.to_path_buf(),
        error,
    };
    match fs::symlink_metadata(out) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(io(error)),
        Ok(found) if found.is_symlink() => return Err(foreign(String::from("it is a link"))),
        Ok(found) if !found.is_dir() => return Err(foreign(String::from("it is a file"))),
        Ok(_) => {}
    }
    let mut folders = vec![out.to_path_buf()];
    let mut is_empty = true;
    let has_mark = files::read_text(&out.join(MARK), MARK_TEXT.len() as u64)
        .is_ok_and(|text| text == MARK_TEXT);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(io)? {
            let entry = entry.map_err(io)?;
            let kind = entry.file_type().map_err(io)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_root = folder == *out;
            is_empty = false;
            let is_page = kind.is_file() && (name.ends_with(".html") || is_root && name == MARK);
            let is_folder = kind.is_dir() && is_root && [SERVICES, LIBRARIES].contains(&&*name);
            if is_folder {
                folders.push(entry.path());
            } else if !is_page {
                let path = entry.path();
                let path = path.strip_prefix(out).unwrap_or(&path);
                return Err(foreign(format!("it contains {}", path.display())));
            }
        }
    }
    if is_empty || has_mark {
        Ok(())
    } else {
        Err(foreign(format!("it has no file {MARK}")))
    }
}
