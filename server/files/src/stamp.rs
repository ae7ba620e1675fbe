//! Detects a changed file without reading it.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

/// Two changes within this time may have the same stamp, because file systems record times in steps of up to two seconds.
const COARSEST_STEP: Duration = Duration::from_secs(2);

/// The size of a file and the times of its changes, including changes that keep its modification time, if the system records
/// them.
pub fn stamp(metadata: &Metadata) -> Vec<u8> {
    let mut stamp = metadata.len().to_le_bytes().to_vec();
    stamp.extend(modified(metadata).as_nanos().to_le_bytes());
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        stamp.extend(metadata.ctime().to_le_bytes());
        stamp.extend(metadata.ctime_nsec().to_le_bytes());
        stamp.extend(metadata.ino().to_le_bytes());
    }
    stamp
}

/// Whether the last change is so long ago that every later change will change the [`stamp`].
pub fn is_settled(metadata: &Metadata) -> bool {
    let last = modified(metadata);
    #[cfg(unix)]
    let last = {
        use std::os::unix::fs::MetadataExt;
        last.max(Duration::from_secs(
            u64::try_from(metadata.ctime()).unwrap_or_default(),
        ))
    };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.is_ok_and(|now| now > last.saturating_add(COARSEST_STEP))
}

/// Whether two paths lead to one file; false if the system does not say.
pub fn are_one_file(one: &Metadata, two: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (one.dev(), one.ino()) == (two.dev(), two.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (one, two);
        false
    }
}

/// When a file's contents were changed, since 1970; zero if the system does not say.
fn modified(metadata: &Metadata) -> Duration {
    let time = metadata.modified().ok();
    let since = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    since.unwrap_or_default()
}
