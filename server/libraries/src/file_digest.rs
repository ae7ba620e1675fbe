//! The digest of a jar or another large file.

use files::Bounded;
use std::io;
use std::path::Path;

/// The digest of a file's contents.
pub(super) fn hash_of(file: &Path) -> io::Result<blake3::Hash> {
    let file = Bounded::new(files::open(file)?, files::JAR);
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file)?;
    Ok(hasher.finalize())
}
