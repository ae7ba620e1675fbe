//! The CPU time that this process has used.

use std::time::Duration;

/// The CPU time of all threads; `None` if the system does not report it this way.
#[cfg(target_os = "linux")]
pub(crate) fn used() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanoseconds))
}

/// The CPU time of all threads; `None` if the system does not report it this way.
#[cfg(not(target_os = "linux"))]
pub(crate) const fn used() -> Option<Duration> {
    None
}
