//! The folders of projects in this process.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use crate::refused::FolderOrigin;

/// Files and folders that only exist at the root of a project or of a part of it.
const MARKS: [&str; 16] = [
    ".git",
    ".hg",
    ".svn",
    ".jj",
    ".mvn",
    "jouled.toml",
    "pom.xml",
    "mvnw",
    "mvnw.cmd",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "gradlew",
    "gradlew.bat",
    ".classpath",
];

#[derive(Debug)]
struct Projects {
    /// With the nearest root around each.
    opened: BTreeSet<PathBuf>,
    given: BTreeSet<PathBuf>,
    /// Roots around the folders that an editor has opened.
    around_opened: BTreeSet<PathBuf>,
    /// Roots around anything else.
    found: BTreeSet<PathBuf>,
}

/// There is one for the process, as there is one current directory, so no caller can forget to pass it on.
static PROJECTS: RwLock<Projects> = RwLock::new(Projects {
    opened: BTreeSet::new(),
    given: BTreeSet::new(),
    around_opened: BTreeSet::new(),
    found: BTreeSet::new(),
});

/// Sets the folders that an editor has open now, replacing the earlier ones.
pub fn set_opened(folders: &[PathBuf]) {
    let mut opened: BTreeSet<PathBuf> = folders.iter().map(|folder| absolute(folder)).collect();
    let around = opened.iter().flat_map(|folder| roots(folder)).collect();
    // Opening a part of a project opens the project, even if it contains the user's home.
    let nearest: Vec<PathBuf> = opened.iter().flat_map(|path| nearest_roots(path)).collect();
    opened.extend(nearest);
    let mut projects = PROJECTS.write().unwrap_or_else(PoisonError::into_inner);
    projects.opened = opened;
    projects.around_opened = around;
}

/// Adds the arguments of a command: folders, and the roots of the projects around them, around files and around the current
/// directory.
pub fn add_given(paths: &[PathBuf]) {
    let paths: Vec<PathBuf> = paths.iter().map(|path| absolute(path)).collect();
    let current = std::env::current_dir().into_iter();
    let found: BTreeSet<PathBuf> = paths
        .iter()
        .cloned()
        .chain(current)
        .flat_map(|path| roots(&path))
        .collect();
    // The project around an argument counts with it, even if it contains the user's home.
    let nearest: Vec<PathBuf> = paths.iter().flat_map(|path| nearest_roots(path)).collect();
    let mut projects = PROJECTS.write().unwrap_or_else(PoisonError::into_inner);
    projects.found.extend(found);
    projects.given.extend(nearest);
    projects
        .given
        .extend(paths.into_iter().filter(|path| path.is_dir()));
}

/// Adds the roots of the projects around a file or folder.
pub fn add_around(path: &Path) {
    let found = roots(&absolute(path));
    let mut projects = PROJECTS.write().unwrap_or_else(PoisonError::into_inner);
    projects.found.extend(found);
}

/// All of them with their origin, except the current directory.
pub(crate) fn all() -> Vec<(PathBuf, FolderOrigin)> {
    let projects = PROJECTS.read().unwrap_or_else(PoisonError::into_inner);
    let of = |folders: &BTreeSet<PathBuf>, origin: FolderOrigin| -> Vec<(PathBuf, FolderOrigin)> {
        folders
            .iter()
            .map(|folder| (folder.clone(), origin))
            .collect()
    };
    let mut all = of(&projects.opened, FolderOrigin::Opened);
    all.extend(of(&projects.given, FolderOrigin::Given));
    all.extend(of(&projects.around_opened, FolderOrigin::Found));
    all.extend(of(&projects.found, FolderOrigin::Found));
    all
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The folders around a path, as written and as resolved, that look like the root of a project.
fn roots(path: &Path) -> BTreeSet<PathBuf> {
    let resolved = path.canonicalize().ok();
    let ways = [Some(path), resolved.as_deref()];
    ways.into_iter()
        .flatten()
        .flat_map(Path::ancestors)
        .filter(|folder| is_root(folder))
        .map(Path::to_path_buf)
        .collect()
}

/// The nearest of these, as written and as resolved.
fn nearest_roots(path: &Path) -> Vec<PathBuf> {
    let resolved = path.canonicalize().ok();
    let ways = [Some(path), resolved.as_deref()];
    ways.into_iter()
        .flatten()
        .filter_map(|way| way.ancestors().find(|folder| is_root(folder)))
        .map(Path::to_path_buf)
        .collect()
}

fn is_root(folder: &Path) -> bool {
    let mut marks = MARKS.iter();
    marks.any(|mark| folder.join(mark).symlink_metadata().is_ok())
}
