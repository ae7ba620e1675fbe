//! Files that are files.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The metadata of a regular file, for callers that pass the file to a library. Links are followed.
///
/// # Errors
/// As [`open`].
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    let metadata = fs::metadata(path)?;
    refuse_all_but_files(metadata.file_type())?;
    Ok(metadata)
}

/// Opens a regular file to read it. Links are followed.
///
/// # Errors
/// The system's; and where the path leads to a folder, a pipe, a socket or a device, which are not opened at all.
pub fn open(path: &Path) -> io::Result<File> {
    // Opening a device may do something by itself, so it is examined before.
    metadata(path)?;
    let file = without_waiting(OpenOptions::new().read(true)).open(path)?;
    // Something else may lie there by now.
    refuse_all_but_files(file.metadata()?.file_type())?;
    Ok(file)
}

/// Whether there is a regular file that begins as a database of `SQLite` does.
pub fn is_sqlite(path: &Path) -> bool {
    const MAGIC: [u8; 16] = *b"SQLite format 3\0";
    let mut start = [0; MAGIC.len()];
    open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok() && start == MAGIC)
}

/// Neither opening nor reading waits: not for the other end of a pipe, and not for the next line of a log of the kernel,
/// which calls itself a regular file.
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
