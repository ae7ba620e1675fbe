//! Writes files and folders.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The prefix of the names of incomplete files.
pub const UNFINISHED: &str = ".jouled-";

/// Writes a complete file, or leaves the existing one. It replaces a link instead of following it, because a project may
/// contain a link to a file of the user. It does write to devices and pipes.
///
/// # Errors
/// The system's.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    // The permissions of any new file; the user's mask restricts them.
    write_with(path, bytes.as_ref(), 0o666)
}

/// The same, readable only by the owner.
///
/// # Errors
/// The system's.
pub fn write_private(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    write_with(path, bytes.as_ref(), 0o600)
}

/// A new file in a folder. Once complete, [`tempfile::NamedTempFile::persist`] renames it; otherwise it is removed.
///
/// # Errors
/// The system's.
pub fn unfinished_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    new_in(folder, 0o666)
}

fn new_in(folder: &Path, mode: u32) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder.tempfile_in(folder)
}

fn write_with(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|target| !target.is_file()) {
        let mut stream = fs::OpenOptions::new().write(true).open(path)?;
        return stream.write_all(bytes);
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut file = new_in(folder, mode)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|failure| failure.error)?;
    Ok(())
}

/// Removes whatever blocks the place of one of our files, such as a folder or a pipe: a file could not be put there, or
/// opening it would wait. If it cannot be removed, writing the file reports that.
pub fn clear_place(path: &Path) {
    let Ok(found) = fs::symlink_metadata(path) else {
        return;
    };
    let _ = if found.is_dir() {
        fs::remove_dir_all(path)
    } else if found.is_file() {
        Ok(())
    } else {
        fs::remove_file(path)
    };
}

/// A new temporary folder that nobody else can read or write, removed when it is dropped.
///
/// # Errors
/// The system's.
pub fn private_folder(prefix: &str) -> io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_link_is_replaced_and_its_target_stays() {
        let folder = private_folder("files-").expect("a folder");
        let (victim, link) = (folder.path().join("victim"), folder.path().join("link"));
        fs::write(&victim, "mine").expect("a file");
        symlink(&victim, &link).expect("a link");
        write(&link, "new").expect("a file");
        assert_eq!(fs::read(&victim).expect("the file"), b"mine");
        assert_eq!(fs::read(&link).expect("the file"), b"new");
        assert!(fs::symlink_metadata(&link).expect("a file").is_file());
    }

    #[test]
    fn a_device_is_written_to_and_a_folder_refused() {
        write(Path::new("/dev/null"), "gone").expect("a device");
        let folder = private_folder("files-").expect("a folder");
        assert!(write(folder.path(), "text").is_err());
    }

    #[test]
    fn only_folders_and_pipes_are_removed_from_the_place() {
        let folder = private_folder("files-").expect("a folder");
        let place = |name: &str| folder.path().join(name);
        fs::write(place("file"), "kept").expect("a file");
        fs::create_dir_all(place("folder/within")).expect("folders");
        symlink(place("file"), place("link")).expect("a link");
        for name in ["file", "folder", "link", "none"] {
            clear_place(&place(name));
        }
        assert_eq!(fs::read(place("file")).expect("the file"), b"kept");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_private_folder_is_closed_to_others() {
        let folder = private_folder("files-").expect("a folder");
        let mode = fs::metadata(folder.path()).expect("a folder").permissions();
        assert_eq!(mode.mode() & 0o777, 0o700);
    }
}
