//! A folder with class files at any depth.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::is_descriptor;
use crate::{Limits, Problem, Severity};

/// The class files of a folder in the order of their names, and what was not searched.
pub(super) fn class_files(folder: &Path, limits: &Limits) -> (Vec<PathBuf>, Vec<Problem>) {
    let mut files = Vec::new();
    let mut problems = Vec::new();
    let mut warn = |place: Option<PathBuf>, message: String| {
        problems.push(Problem::new(Severity::Warning, place, message));
    };
    let walk = WalkDir::new(folder)
        .max_depth(limits.max_depth)
        .sort_by_file_name();
    for (visited, entry) in walk.into_iter().enumerate() {
        if visited == limits.max_visited || files.len() == limits.max_classes {
            let bound = format!("{} class files among {visited} files", files.len());
            let message =
                format!("{bound} is the limit: the rest is left out; name a smaller folder");
            warn(Some(folder.to_path_buf()), message);
            break;
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let place = error.path().map(Path::to_path_buf);
                warn(place, format!("not searched for classes: {error}"));
                continue;
            }
        };
        let is_class = entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "class");
        let is_code = !is_descriptor(&entry.file_name().to_string_lossy());
        if is_class && is_code && entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    (files, problems)
}
