//! Files that are files.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file. Pipes and devices are refused: opening one may wait for its other end, and reading one
/// for what never comes.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("it is no file"))
    }
}
