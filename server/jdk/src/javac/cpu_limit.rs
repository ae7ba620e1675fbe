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
}
