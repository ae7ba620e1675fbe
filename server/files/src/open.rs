//! Opens regular files only.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The metadata of a regular file, for callers that pass the file to a library. Follows links.
///
/// # Errors
///
/// Those of [`open`].
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    let metadata = fs::metadata(path)?;
    refuse_all_but_files(metadata.file_type())?;
    Ok(metadata)
}

/// Opens a regular file for reading. Follows links.
///
/// # Errors
///
/// The system's error, and an error if the path leads to a folder, a pipe, a socket or a device. These are never opened.
pub fn open(path: &Path) -> io::Result<File> {
    // Opening a device may have effects, so it is examined first.
    metadata(path)?;
    let file = without_waiting(OpenOptions::new().read(true)).open(path)?;
    // By now, something else may be there.
    refuse_all_but_files(file.metadata()?.file_type())?;
    Ok(file)
}

/// Whether a regular file exists and starts like an `SQLite` database.
pub fn is_sqlite(path: &Path) -> bool {
    const MAGIC: [u8; 16] = *b"SQLite format 3\0";
    let mut start = [0; MAGIC.len()];
    open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok() && start == MAGIC)
}

/// Neither opening nor reading waits: not for the other end of a pipe, and not for the next line of a kernel log, which looks
/// like a regular file.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32)
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

fn refuse_all_but_files(found: FileType) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let kind = if found.is_dir() {
        ErrorKind::IsADirectory
    } else {
        ErrorKind::InvalidInput
    };
    let what = what(found);
    Err(io::Error::new(
        kind,
        format!("it is {what}, not a file; name a file"),
    ))
}

#[cfg(unix)]
fn what(found: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;

    if found.is_dir() {
        "a folder"
    } else if found.is_fifo() {
        "a pipe"
    } else if found.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn what(found: FileType) -> &'static str {
    if found.is_dir() {
        "a folder"
    } else {
        "a device"
    }
}
