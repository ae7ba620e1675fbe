//! The digest of a JDK's classes. It depends only on their bytes, so prices from one machine serve every machine with the same
//! JDK. A note caches the digest as long as the file's metadata stays the same.

use super::file_digest::hash_of;
use jdk::Jdk;
use std::path::Path;

/// A longer note is invalid.
const MAX_NOTE_BYTES: u64 = 256;

/// The length of a digest in bytes.
const DIGEST: usize = 32;

/// `None` if the file cannot be read.
pub(super) fn of(jdk: &Jdk, cache: &Path) -> Option<blake3::Hash> {
    let modules = jdk.modules_file();
    let metadata = modules.metadata().ok()?;
    let place = blake3::hash(modules.as_os_str().as_encoded_bytes()).to_hex();
    let note = cache.join("library").join(format!("{place}.modules"));
    let stamp = files::stamp(&metadata);
    if let Ok(noted) = files::read(&note, MAX_NOTE_BYTES)
        && let Some((digest, seen)) = noted.split_at_checked(DIGEST)
        && seen == stamp
        && let Ok(digest) = blake3::Hash::from_slice(digest)
    {
        return Some(digest);
    }
    let digest = hash_of(&modules).ok()?;
    if files::is_settled(&metadata) {
        let mut noted = digest.as_bytes().to_vec();
        noted.extend(stamp);
        // If the note cannot be written, the file is read again the next time.
        let _ = std::fs::create_dir_all(cache.join("library"));
        let _ = files::write(&note, noted);
    }
    Some(digest)
}
