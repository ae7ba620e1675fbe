//! Limits the CPU time of a request. On a busy machine, a request may take long although its own work is short.

use std::time::Duration;

/// A request ends after this many times its limit, however little CPU time it got.
const MAX_WAIT_FACTOR: u32 = 5;
/// A process that used less than this share of a core is not working. It may wait forever.
const LEAST_SHARE: f64 = 0.02;
/// The shortest time until the next check.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);

/// How much longer to wait for a request that has taken `elapsed`, while its process used the CPU time `used`. `None` if it must
/// end: it has used its limit, it does not work, or its CPU time is unknown.
pub(super) fn extension(
    limit: Duration,
    elapsed: Duration,
    used: Option<Duration>,
) -> Option<Duration> {
    let used = used?;
    let is_working = used.as_secs_f64() >= LEAST_SHARE * elapsed.as_secs_f64();
    let end = limit.saturating_mul(MAX_WAIT_FACTOR);
    if !is_working || used >= limit || elapsed >= end {
        return None;
    }
    let left = limit.saturating_sub(used).min(end.saturating_sub(elapsed));
    Some(left.max(SHORTEST_WAIT))
}

/// The CPU time of a process since its start; `None` if the system does not report it this way.
#[cfg(target_os = "linux")]
pub(super) fn used_by(process: u32) -> Option<Duration> {
    let path = std::path::PathBuf::from(format!("/proc/{process}/stat"));
    let stat = files::read(&path, 4096).ok()?;
    let nanoseconds = 1_000_000_000 / rustix::param::clock_ticks_per_second().max(1);
    let ticks = ticks(&String::from_utf8_lossy(&stat))?;
    Some(Duration::from_nanos(ticks.saturating_mul(nanoseconds)))
}

/// The CPU time of a process since its start; `None` if the system does not report it this way.
#[cfg(not(target_os = "linux"))]
pub(super) const fn used_by(_process: u32) -> Option<Duration> {
    None
}

/// The CPU time in the text of `/proc/PID/stat`, in clock ticks: `utime` and `stime`, the fields 14 and 15 of proc(5).
#[cfg(target_os = "linux")]
fn ticks(stat: &str) -> Option<u64> {
    // The second field, a name in parentheses, may contain spaces and parentheses.
    let (_, behind) = stat.rsplit_once(')')?;
    let mut numbers = behind.split_whitespace().skip(11);
    let user: u64 = numbers.next()?.parse().ok()?;
    let system: u64 = numbers.next()?.parse().ok()?;
    user.checked_add(system)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(20);

    fn after(elapsed: f64, used: f64) -> Option<Duration> {
        let used = Some(Duration::from_secs_f64(used));
        extension(LIMIT, Duration::from_secs_f64(elapsed), used)
    }

    #[test]
    fn a_request_on_a_busy_machine_gets_its_cpu_time() {
        assert_eq!(after(20.0, 5.0), Some(Duration::from_secs(15)));
        assert_eq!(after(90.0, 5.0), Some(Duration::from_secs(10)));
        assert_eq!(after(20.0, 19.999), Some(SHORTEST_WAIT));
    }

    #[test]
    fn a_request_ends_that_used_its_limit_or_does_not_work_or_waited_too_long() {
        assert_eq!(after(20.0, 20.0), None);
        assert_eq!(after(20.0, 0.1), None);
        assert_eq!(after(100.0, 5.0), None);
        assert_eq!(extension(LIMIT, LIMIT, None), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_cpu_time_of_a_process_is_what_it_used() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194304 9 8 7 6 150 25 3 2 20 0 1 0 99";
        assert_eq!(ticks(stat), Some(175));
        assert_eq!(ticks("7 (a"), None);
        let own = std::process::id();
        let before = used_by(own).unwrap();
        let mut sum = 0_u64;
        while used_by(own).unwrap() < before + Duration::from_millis(50) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert_eq!(used_by(u32::MAX), None);
    }
}
