//! Reads threads and the meter while something runs.

use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use meters::Meter;
use profile::{EnergyRun, Window};

use crate::error::ProfilerError;
use crate::threads::Threads;
use crate::windows::{Windows, nanos_since};

/// How often the profiler reads the threads. It does not see threads that begin and end between two readings.
const LOOK: Duration = Duration::from_millis(50);
/// After the program has ended, the profiler waits at most this long, so the last window is long enough for the meter.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// What was recorded of a run, and what could not be recorded.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    pub(crate) run: EnergyRun,
    pub(crate) problems: Vec<String>,
}

/// What was recorded so far of a run in progress.
pub(crate) struct SoFar<'r> {
    pub(crate) began: Instant,
    pub(crate) started_unix_nanos: u64,
    pub(crate) windows: &'r [Window],
    pub(crate) threads: &'r Threads,
}

impl SoFar<'_> {
    /// This data as a separate run.
    pub(crate) fn run(&self) -> EnergyRun {
        EnergyRun {
            started_unix_nanos: self.started_unix_nanos,
            wall_nanos: nanos_since(self.began),
            windows: self.windows.to_vec(),
            ..EnergyRun::default()
        }
    }
}

/// A run that is being watched.
pub(crate) struct Watching<'m> {
    windows: Windows<'m>,
    began: Instant,
    started_unix_nanos: u64,
    window: Duration,
    shortest: Duration,
}

impl<'m> Watching<'m> {
    /// Begins the first window of the meter.
    pub(crate) fn begin(meter: &'m mut dyn Meter, window: Duration) -> Self {
        let shortest = meter.description().shortest_window_s;
        let shortest = Duration::try_from_secs_f64(shortest).unwrap_or_default();
        let began = Instant::now();
        Self {
            windows: Windows::new(meter, began),
            began,
            started_unix_nanos: unix_nanos(),
            window: window.max(shortest),
            shortest,
        }
    }

    /// Reads a process and its descendants until an end is reached.
    pub(crate) fn until<T>(
        mut self,
        threads: &mut Threads,
        pid: u32,
        mut end: impl FnMut(&SoFar<'_>) -> Result<Option<T>, ProfilerError>,
    ) -> Result<(Recorded, T), ProfilerError> {
        let ended = loop {
            threads.look(pid);
            let so_far = SoFar {
                began: self.began,
                started_unix_nanos: self.started_unix_nanos,
                windows: &self.windows.done,
                threads,
            };
            if let Some(ended) = end(&so_far)? {
                break ended;
            }
            if self.windows.open_for_nanos() >= self.window.as_nanos() as u64 {
                self.windows.turn(threads.take_window());
            }
            thread::sleep(LOOK);
        };
        let wall_nanos = nanos_since(self.began);
        let open = Duration::from_nanos(self.windows.open_for_nanos());
        thread::sleep(self.shortest.saturating_sub(open).min(LONGEST_WAIT));
        self.windows.close(threads.take_window());
        let run = EnergyRun {
            started_unix_nanos: self.started_unix_nanos,
            wall_nanos,
            windows: self.windows.done,
            ..EnergyRun::default()
        };
        let problems = self.windows.problems;
        Ok((Recorded { run, problems }, ended))
    }
}

pub(crate) fn unix_nanos() -> u64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
