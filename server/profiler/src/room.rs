//! Disk space for recordings. A JVM ends if its own recorder finds the disk full. So its recorder must not start, or continue,
//! with little space left.

use std::path::Path;

/// With less space, the recorder does not start. The agent has the same limit.
const LEAST_TO_BEGIN: u64 = 64 << 20;
/// With less space, the recorder ends. What it writes at its end must still fit.
const LEAST_TO_GO_ON: u64 = 32 << 20;

/// Whether a recorder may begin to write to a folder.
pub(crate) fn may_begin(folder: &Path) -> bool {
    free_bytes(folder).is_none_or(|free| free >= LEAST_TO_BEGIN)
}

/// Whether a recorder may continue.
pub(crate) fn may_go_on(folder: &Path) -> bool {
    free_bytes(folder).is_none_or(|free| free >= LEAST_TO_GO_ON)
}

/// The free space for this user on a folder's disk; `None` if the system does not say.
fn free_bytes(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}
