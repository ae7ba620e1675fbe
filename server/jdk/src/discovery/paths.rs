//! Canonical paths of folders.

use std::path::{Path, PathBuf};

/// Resolves links. Leaves out the `\\?\` prefix of Windows, which `java` does not accept.
pub(super) fn canonical(path: &Path) -> std::io::Result<PathBuf> {
    let resolved = std::fs::canonicalize(path)?;
    Ok(
        match resolved
            .to_str()
            .and_then(|text| text.strip_prefix(r"\\?\"))
        {
            Some(plain) if cfg!(windows) && !plain.starts_with("UNC") => PathBuf::from(plain),
            _ => resolved,
        },
    )
}

/// The path of `java` in the folder of a JDK.
pub(super) fn java_executable(home: &Path) -> PathBuf {
    home.join("bin")
        .join(format!("java{}", std::env::consts::EXE_SUFFIX))
}
