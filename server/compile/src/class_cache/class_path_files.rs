//! The files that javac may look at for an entry of a class path.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// The maximum depth of nested folders.
const MAX_DEPTH: usize = 256;

/// The files of an entry of the class path: the entry itself, or those of a folder. Links are followed, as javac does.
/// Something that is neither a file nor a folder, and a link without a target, are named without a file. `None` if there are
/// more than `most`, or if a folder cannot be read.
pub(super) fn files_of(entry: &Path, most: usize) -> Option<Vec<(PathBuf, Option<PathBuf>)>> {
    if entry.is_file() {
        return Some(vec![(PathBuf::new(), Some(entry.to_path_buf()))]);
    }
    let mut found = Vec::new();
    if !entry.is_dir() {
        return Some(found);
    }
    let walk = WalkDir::new(entry)
        .follow_links(true)
        .sort_by_file_name()
        .max_depth(MAX_DEPTH);
    for step in walk {
        let (path, file) = match &step {
            Ok(step) => {
                if step.depth() == MAX_DEPTH && step.file_type().is_dir() {
                    return None;
                }
                let is_file = step.file_type().is_file();
                (step.path(), is_file.then(|| step.path().to_path_buf()))
            }
            Err(error) => {
                let leads_nowhere = error.loop_ancestor().is_some()
                    || error
                        .io_error()
                        .is_some_and(|error| error.kind() == ErrorKind::NotFound);
                (error.path().filter(|_| leads_nowhere)?, None)
            }
        };
        if found.len() >= most {
            return None;
        }
        found.push((path.strip_prefix(entry).ok()?.to_path_buf(), file));
    }
    Some(found)
}
