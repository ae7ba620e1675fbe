//! The single decision about what may run.

use std::path::{Component, Path, PathBuf};

use crate::locations::{is_remote_or_device, plain, visited};
use crate::projects;
use crate::refused::{FolderOrigin, RefusalReason, Refused};

/// Decides whether the file at a path may run, or a folder may contain programs to run: an executable, the folder of a JDK,
/// a folder of the `PATH`. `named_by` is where the path comes from, for the message.
///
/// # Errors
/// [`Refused`], with the reason.
pub fn check(path: &Path, named_by: &str) -> Result<(), Refused> {
    Rule::of_this_moment()
        .check(path)
        .map_err(|reason| Refused {
            path: path.to_path_buf(),
            named_by: named_by.to_owned(),
            reason,
        })
}

/// The same for a folder into which jouled puts its own programs. Projects that were only found around the named folders do
/// not count: builds and pipelines deliberately keep caches beside the sources.
///
/// # Errors
/// [`Refused`], with the reason.
pub fn check_cache(path: &Path, named_by: &str) -> Result<(), Refused> {
    let mut rule = Rule::of_this_moment();
    rule.0
        .retain(|forbidden| forbidden.origin != FolderOrigin::Found);
    rule.check(path).map_err(|reason| Refused {
        path: path.to_path_buf(),
        named_by: named_by.to_owned(),
        reason,
    })
}

/// The folders of projects at a moment.
#[derive(Debug)]
pub(crate) struct Rule(Vec<Forbidden>);

#[derive(Debug)]
struct Forbidden {
    /// As named, for messages.
    folder: PathBuf,
    origin: FolderOrigin,
    /// The paths that lead to it, as named and as resolved.
    names: Vec<PathBuf>,
    /// Its identity, even if a path reaches it by a different case or through a bind mount.
    identity: Option<Identity>,
}

impl Rule {
    pub(crate) fn of_this_moment() -> Self {
        let mut folders = projects::all();
        folders.extend(
            std::env::current_dir()
                .ok()
                .map(|folder| (folder, FolderOrigin::Current)),
        );
        // The message mentions the origin that the user knows best.
        folders.sort_by_key(|(_, origin)| *origin);
        Self::new(folders, &not_projects())
    }

    /// `not_projects` are folders that no project contains, such as the user's home.
    fn new(folders: Vec<(PathBuf, FolderOrigin)>, not_projects: &[PathBuf]) -> Self {
        let forbidden = folders
            .into_iter()
            .map(|(folder, origin)| Forbidden::new(folder, origin));
        Self(
            forbidden
                .filter(|forbidden| match forbidden.origin {
                    FolderOrigin::Opened | FolderOrigin::Given => true,
                    FolderOrigin::Found | FolderOrigin::Current => {
                        not_projects.iter().all(|place| !forbidden.holds(place))
                    }
                })
                .collect(),
        )
    }

    pub(crate) fn check(&self, path: &Path) -> Result<(), RefusalReason> {
        if is_remote_or_device(path) {
            return Err(RefusalReason::Network);
        }
        if !path.is_absolute() {
            return Err(RefusalReason::Relative);
        }
        let written = plain(path);
        for forbidden in &self.0 {
            if forbidden.holds(&written) {
                return Err(forbidden.reason(written));
            }
        }
        let places = visited(path)?;
        for forbidden in &self.0 {
            if let Some(place) = forbidden.first_of(&places) {
                return Err(forbidden.reason(place.clone()));
            }
        }
        Ok(())
    }
}

impl Forbidden {
    fn new(folder: PathBuf, origin: FolderOrigin) -> Self {
        let mut names = vec![plain(&folder)];
        names.extend(folder.canonicalize());
        Self {
            identity: identity(&folder),
            names,
            origin,
            folder,
        }
    }

    fn holds(&self, place: &Path) -> bool {
        self.names.iter().any(|name| starts_with(place, name))
    }

    /// The first place in the folder. A path may pass through the folder itself, as in `folder/../java`, which the project
    /// cannot influence; but it may not end there.
    fn first_of<'p>(&self, places: &'p [PathBuf]) -> Option<&'p PathBuf> {
        let is_the_folder = |place: &Path| {
            self.names.iter().any(|name| name == place)
                || (self.identity.is_some() && identity(place) == self.identity)
        };
        let (same, other): (Vec<&PathBuf>, Vec<&PathBuf>) =
            places.iter().partition(|place| is_the_folder(place));
        let lies_in = |place: &Path| {
            self.holds(place) || same.iter().any(|folder| starts_with(place, folder))
        };
        let end = places.last().filter(|end| lies_in(end));
        other.into_iter().find(|place| lies_in(place)).or(end)
    }

    fn reason(&self, place: PathBuf) -> RefusalReason {
        RefusalReason::InProject {
            place,
            folder: self.folder.clone(),
            origin: self.origin,
        }
    }
}

/// Whether a path begins with a folder. Windows ignores the case of names, so this does, too.
fn starts_with(path: &Path, folder: &Path) -> bool {
    if !cfg!(windows) {
        return path.starts_with(folder);
    }
    let mut parts = path.components();
    folder.components().all(|expected| {
        parts.next().is_some_and(|part| match (part, expected) {
            (Component::RootDir, Component::RootDir) => true,
            (part, expected) => {
                let text = |component: Component<'_>| {
                    let text = component.as_os_str().to_string_lossy().to_lowercase();
                    text.strip_prefix(r"\\?\")
                        .map(str::to_owned)
                        .unwrap_or(text)
                };
                text(part) == text(expected)
            }
        })
    })
}

type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = path.metadata().ok()?;
    metadata.is_dir().then(|| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
const fn identity(_: &Path) -> Option<Identity> {
    None
}

/// Folders that are in no unnamed project: a current directory that contains one of them is no project.
fn not_projects() -> Vec<PathBuf> {
    const SYSTEM: [&str; 10] = [
        "/",
        "/bin",
        "/usr/bin",
        "/usr/local/bin",
        "/usr/lib/jvm",
        "/usr/java",
        "/opt",
        "/opt/homebrew/bin",
        "/nix/store",
        "/Library",
    ];
    let mut places: Vec<PathBuf> = std::env::home_dir()
        .filter(|home| home.is_absolute())
        .into_iter()
        .collect();
    if cfg!(windows) {
        for variable in ["SystemRoot", "ProgramFiles", "ProgramFiles(x86)"] {
            places.extend(std::env::var_os(variable).map(PathBuf::from));
        }
    } else {
        places.extend(SYSTEM.map(PathBuf::from));
    }
    let resolved: Vec<PathBuf> = places
        .iter()
        .filter_map(|place| place.canonicalize().ok())
        .collect();
    places.extend(resolved);
    places
}

#[cfg(test)]
mod tests;
