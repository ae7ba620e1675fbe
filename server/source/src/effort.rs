//! How long a thread has worked.

use std::time::Duration;
#[cfg(not(unix))]
use std::time::Instant;

/// The work of the current thread since a certain time. Threads that it waits for do not count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    #[cfg(unix)]
    start: rustix::time::Timespec,
    #[cfg(not(unix))]
    start: Instant,
}

#[cfg(unix)]
impl Effort {
    pub(crate) fn start() -> Self {
        let start = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Self { start }
    }

    /// CPU time of the thread since the start.
    pub(crate) fn spent(self) -> Duration {
        let now = Self::start().start;
        let spent = now - self.start;
        Duration::try_from(spent).unwrap_or_default()
    }
}

#[cfg(not(unix))]
impl Effort {
    pub(crate) fn start() -> Self {
        let start = Instant::now();
        Self { start }
    }

    /// Time since the start.
    pub(crate) fn spent(self) -> Duration {
        self.start.elapsed()
    }
}
