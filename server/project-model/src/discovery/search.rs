//! Searches for Java files, with limits.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use files::Limits;
use problems::{Problem, Severity};
use project_settings::ExcludedPaths;

/// Folders that contain no sources of the project.
const OUTPUTS: [&str; 4] = ["target", "build", "out", "node_modules"];

pub(super) struct Search<'a> {
    limits: &'a Limits,
    exclude: &'a ExcludedPaths,
    found: usize,
    visited: usize,
    pub(super) problems: Vec<Problem>,
}

impl<'a> Search<'a> {
    pub(super) fn new(limits: &'a Limits, exclude: &'a ExcludedPaths) -> Self {
        Self {
            limits,
            exclude,
            found: 0,
            visited: 0,
            problems: Vec::new(),
        }
    }

    /// The Java files of a folder and its subfolders.
    pub(super) fn java_files(&mut self, folder: &Path) -> Vec<PathBuf> {
        self.search(folder, self.limits.max_depth)
    }

    /// The Java files directly in a folder.
    pub(super) fn java_files_beside(&mut self, folder: &Path) -> Vec<PathBuf> {
        self.search(folder, 1)
    }

    fn search(&mut self, folder: &Path, depth: usize) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let exclude = self.exclude;
        let walk = WalkDir::new(folder)
            .max_depth(depth)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| is_searched(folder, entry) && !is_excluded(exclude, entry));
        for entry in walk {
            self.visited += 1;
            if self.visited > self.limits.max_visited {
                self.stop(
                    folder,
                    &format!("over {} files and folders", self.limits.max_visited),
                );
                break;
            }
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let place = error.path().map(Path::to_path_buf);
                    let message = format!("not searched for sources: {error}");
                    self.problems
                        .push(Problem::new(Severity::Warning, place, message));
                    continue;
                }
            };
            if entry.path_is_symlink() && entry.depth() > 0 {
                if entry.path().is_dir() {
                    let message = "not searched for sources, since it is a symbolic link";
                    let place = entry.into_path();
                    self.problems
                        .push(Problem::new(Severity::Info, place, message));
                }
                continue;
            }
            let is_java = entry
                .path()
                .extension()
                .is_some_and(|extension| extension == "java");
            if !is_java || !entry.file_type().is_file() {
                continue;
            }
            if self.found == self.limits.max_source_files {
                self.stop(
                    folder,
                    &format!("over {} Java files", self.limits.max_source_files),
                );
                break;
            }
            self.found += 1;
            files.push(entry.into_path());
        }
        files
    }

    fn stop(&mut self, folder: &Path, bound: &str) {
        let message = format!("{bound}: the rest is left out; name a smaller folder");
        let place = folder.to_path_buf();
        self.problems
            .push(Problem::new(Severity::Warning, place, message));
    }
}

/// A folder that is requested by name is searched, whatever its name is.
fn is_excluded(exclude: &ExcludedPaths, entry: &DirEntry) -> bool {
    entry.depth() > 0 && exclude.cover(entry.path())
}

fn is_searched(folder: &Path, entry: &DirEntry) -> bool {
    if entry.depth() == 0 || !entry.file_type().is_dir() {
        return true;
    }
    let Some(name) = entry.file_name().to_str() else {
        return true;
    };
    if name.starts_with('.') {
        return false;
    }
    // Within a source root, such a name is a package.
    let above = entry
        .path()
        .strip_prefix(folder)
        .unwrap_or(entry.path())
        .parent();
    let in_sources = |path: &Path| path.iter().any(|part| part == "src" || part == "java");
    let is_package = above.is_some_and(in_sources)
        || folder
            .file_name()
            .is_some_and(|name| name == "src" || name == "java");
    is_package || !OUTPUTS.contains(&name)
}
