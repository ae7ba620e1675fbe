//! The CPU times of processes, from `/proc`.

use std::path::PathBuf;
use std::time::Duration;

use crate::{SYSTEM, read_text};

/// The CPU time that a process has used so far, in user mode and in the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessTimes {
    /// Its own.
    pub own: Duration,
    /// That of its children that have ended, and of their children.
    pub ended_children: Duration,
}

/// The CPU times of a process, in steps of [`clock_tick`]; `None` if it does not exist, or on a system without `/proc`.
pub fn process_times(process: u32) -> Option<ProcessTimes> {
    let path = PathBuf::from(format!("/proc/{process}/stat"));
    times(&read_text(&path, SYSTEM).ok()?, clock_tick())
}

/// The length of one tick of the clock with which the kernel counts CPU time.
pub fn clock_tick() -> Duration {
    #[cfg(unix)]
    {
        Duration::from_nanos(1_000_000_000 / rustix::param::clock_ticks_per_second().max(1))
    }
    #[cfg(not(unix))]
    {
        Duration::from_millis(10)
    }
}

/// Reads `utime`, `stime`, `cutime` and `cstime`, the fields 14 to 17 of `/proc/PID/stat` (proc(5)).
fn times(stat: &str, tick: Duration) -> Option<ProcessTimes> {
    // The second field, a name in parentheses, may contain spaces and parentheses.
    let (_, behind) = stat.rsplit_once(')')?;
    let mut numbers = behind.split_whitespace().skip(11);
    let mut next = || -> Option<u64> { numbers.next()?.parse().ok() };
    let nanoseconds = u64::try_from(tick.as_nanos()).ok()?;
    let mut both = || {
        let ticks = next()?.saturating_add(next()?);
        Some(Duration::from_nanos(ticks.saturating_mul(nanoseconds)))
    };
    Some(ProcessTimes {
        own: both()?,
        ended_children: both()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_contain_spaces_and_parentheses() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194304 9 8 7 6 150 25 3 2 20 0 1 0 99";
        let expected = ProcessTimes {
            own: Duration::from_millis(1_750),
            ended_children: Duration::from_millis(50),
        };
        assert_eq!(times(stat, Duration::from_millis(10)), Some(expected));
        for damaged in [
            "",
            "7 (a",
            "7 (a) S 1",
            "7 (a) S 1 7 7 0 -1 4 9 8 7 6 x 25 3 2",
        ] {
            assert_eq!(times(damaged, Duration::from_millis(10)), None);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_that_works_uses_cpu_time() {
        let own = || process_times(std::process::id()).map(|times| times.own);
        let before = own().expect("a time");
        let mut sum = 0_u64;
        while own().expect("a time") < before + Duration::from_millis(50) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert_eq!(process_times(u32::MAX), None);
    }
}
