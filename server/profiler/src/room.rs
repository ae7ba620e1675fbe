//! Room for recordings. A virtual machine whose own recorder finds the disk full ends itself, so that its recorder must not
//! begin, or go on, where little is left.

use std::path::Path;

/// With less the recorder does not begin; the agent has the same number.
const LEAST_TO_BEGIN: u64 = 64 << 20;
/// With less it ends. What it still writes at its end has to fit.
const LEAST_TO_GO_ON: u64 = 32 << 20;

/// Whether a recorder may begin to write to a folder.
pub(crate) fn may_begin(folder: &Path) -> bool {
    free_bytes(folder).is_none_or(|free| free >= LEAST_TO_BEGIN)
}

/// Whether a recorder may go on.
pub(crate) fn may_go_on(folder: &Path) -> bool {
    free_bytes(folder).is_none_or(|free| free >= LEAST_TO_GO_ON)
}

/// What this user may still write on the disk of a folder; `None` if the system does not say.
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
