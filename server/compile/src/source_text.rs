//! Java files on disk.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use files::Limits;

/// `module-info.java` would make a module of all files compiled with it. Neither it nor `package-info.java` has code.
pub(crate) fn holds_no_code(file: &Path) -> bool {
    file.file_name()
        .is_some_and(|name| name == "module-info.java" || name == "package-info.java")
}

/// The text of a file. Invalid UTF-8 becomes replacement characters, as in javac.
pub(crate) fn read(file: &Path, limits: &Limits) -> Result<Arc<str>, String> {
    match files::read(file, limits.max_source_bytes) {
        Err(error) if error.kind() == ErrorKind::FileTooLarge => {
            Err(format!("the file is not compiled: {error}"))
        }
        Err(error) => Err(format!("the file cannot be read: {error}")),
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into()),
    }
}
