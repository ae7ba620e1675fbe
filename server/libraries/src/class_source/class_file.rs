//! Code shared by all sources of class files.

use std::io::{self, Read};
use std::path::Path;

/// The digest of content that can be read completely.
pub(super) fn digest(content: impl Read) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(content).ok()?;
    Some(hasher.finalize().to_hex().to_string())
}

pub(super) fn no_such_class() -> String {
    "there is no class of this number".to_owned()
}

/// Whether a class file describes a module or a package.
pub(super) fn is_descriptor(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    last == "module-info.class" || last == "package-info.class"
}

pub(super) fn read_file(path: &Path, max_bytes: u64) -> Result<Vec<u8>, String> {
    files::read(path, max_bytes).map_err(|error| unread(&error))
}

fn unread(error: &io::Error) -> String {
    format!("it cannot be read: {error}")
}
