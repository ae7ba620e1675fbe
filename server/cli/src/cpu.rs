//! How much CPU time this process has used.

use std::time::Duration;

/// CPU time of all threads; `None` where the system does not tell it this way.
#[cfg(target_os = "linux")]
pub(crate) fn used() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanoseconds))
}

/// CPU time of all threads; `None` where the system does not tell it this way.
#[cfg(not(target_os = "linux"))]
pub(crate) const fn used() -> Option<Duration> {
    None
}
