//! How often methods were called in each of the meter's windows.

use std::collections::HashMap;

use crate::analysis::WindowRow;
use crate::record::{CallReading, MethodIndex};

/// The minimum length of a window in readings. Calls of a reading at an edge are divided by time.
const READINGS_A_WINDOW: u64 = 5;
/// Windows with less than this part of the mean power say hardly anything about calls, and most would hide what the others show.
const LEAST_POWER: f64 = 0.1;
const NANOS: f64 = 1e9;

/// Consecutive windows of the meter, merged into one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CallWindow {
    start_nanos: u64,
    end_nanos: u64,
    /// Joules of Java code.
    pub(crate) joules: f64,
}

impl CallWindow {
    pub(crate) fn nanos(&self) -> u64 {
        self.end_nanos.saturating_sub(self.start_nanos)
    }

    pub(crate) fn starts_by(&self, at_nanos: u64) -> bool {
        self.start_nanos <= at_nanos
    }

    pub(crate) fn has(&self, at_nanos: u64) -> bool {
        (self.start_nanos..self.end_nanos).contains(&at_nanos)
    }

    fn power(&self) -> f64 {
        self.joules / self.nanos().max(1) as f64
    }
}

/// The measured windows of a run in time order. They are merged until they are long enough for the run's readings and at least
/// `least_nanos` long. Windows that stay too short are left out, and so are windows in which Java code did almost nothing.
pub(crate) fn call_windows(
    windows: &[WindowRow],
    run: usize,
    readings: &[CallReading],
    least_nanos: u64,
) -> Vec<CallWindow> {
    let mut lengths: Vec<u64> = readings
        .iter()
        .map(|reading| reading.end_nanos.saturating_sub(reading.start_nanos))
        .collect();
    lengths.sort_unstable();
    let typical = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    let shortest = typical.saturating_mul(READINGS_A_WINDOW);
    let shortest = shortest.max(least_nanos).max(1);
    let mut measured: Vec<CallWindow> = windows
        .iter()
        .filter(|window| window.run == run)
        .filter_map(|window| {
            Some(CallWindow {
                start_nanos: (window.start_seconds * NANOS).round() as u64,
                end_nanos: (window.end_seconds * NANOS).round() as u64,
                joules: window.java_joules?,
            })
        })
        .collect();
    measured.sort_by_key(|window| (window.start_nanos, window.end_nanos));
    let mut joined: Vec<CallWindow> = Vec::new();
    let mut open: Option<CallWindow> = None;
    for window in measured {
        let goes_on = |open: &CallWindow| {
            let gap = window.start_nanos.saturating_sub(open.end_nanos);
            window.start_nanos >= open.end_nanos && gap <= shortest / 10
        };
        let last_end = joined.last().map_or(0, |window| window.end_nanos);
        let next = match open.filter(goes_on) {
            Some(open) => CallWindow {
                start_nanos: open.start_nanos,
                end_nanos: window.end_nanos,
                joules: open.joules + window.joules,
            },
            None => window,
        };
        open = Some(next);
        if next.nanos() >= shortest && next.start_nanos >= last_end {
            joined.push(next);
            open = None;
        }
    }
    let joules: f64 = joined.iter().map(|window| window.joules).sum();
    let nanos: f64 = joined.iter().map(|window| window.nanos() as f64).sum();
    joined.retain(|window| {
        let power = window.power();
        power > 0.0 && power >= LEAST_POWER * joules / nanos
    });
    joined
}

/// The calls of each method in each window. The calls of a reading are spread over its time.
pub(crate) fn count_calls(
    windows: &[CallWindow],
    readings: &[CallReading],
    methods: &[MethodIndex],
    first: impl Fn(MethodIndex) -> Option<MethodIndex>,
) -> Vec<Vec<f64>> {
    let places: HashMap<MethodIndex, usize> = methods.iter().copied().zip(0..).collect();
    let mut counts = vec![vec![0.0; windows.len()]; methods.len()];
    // Changes of the calls per nanosecond from one window to the next, for readings that cover whole windows. So each reading
    // changes only two windows.
    let mut rates = vec![vec![0.0; windows.len() + 1]; methods.len()];
    for reading in readings {
        let Some(place) = first(reading.method).and_then(|method| places.get(&method)) else {
            continue;
        };
        let (start, end) = (reading.start_nanos, reading.end_nanos);
        let calls = reading.calls as f64;
        let begin = windows.partition_point(|window| window.end_nanos <= start);
        if end <= start {
            if windows
                .get(begin)
                .is_some_and(|window| window.start_nanos <= start)
            {
                counts[*place][begin] += calls;
            }
            continue;
        }
        let rate = calls / (end - start) as f64;
        let behind = windows.partition_point(|window| window.start_nanos < end);
        if begin >= behind {
            continue;
        }
        let overlap = |window: &CallWindow| {
            let from = window.start_nanos.max(start);
            window.end_nanos.min(end).saturating_sub(from) as f64
        };
        counts[*place][begin] += rate * overlap(&windows[begin]);
        if behind - begin > 1 {
            counts[*place][behind - 1] += rate * overlap(&windows[behind - 1]);
            rates[*place][begin + 1] += rate;
            rates[*place][behind - 1] -= rate;
        }
    }
    for (counts, rates) in counts.iter_mut().zip(&rates) {
        let mut rate: f64 = 0.0;
        for ((count, window), more) in counts.iter_mut().zip(windows).zip(rates) {
            rate += more;
            *count += rate.max(0.0) * window.nanos() as f64;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::{CallWindow, call_windows, count_calls};
    use crate::analysis::WindowRow;
    use crate::record::{CallReading, MethodIndex};

    fn reading(start_nanos: u64, end_nanos: u64, calls: u64) -> CallReading {
        CallReading {
            start_nanos,
            end_nanos,
            method: MethodIndex(0),
            calls,
        }
    }

    fn window(start: u64, end: u64, joules: Option<f64>) -> WindowRow {
        WindowRow {
            run: 0,
            start_seconds: start as f64 * 1e-9,
            end_seconds: end as f64 * 1e-9,
            joules,
            watts: None,
            cpu_seconds: 0.0,
            java_joules: joules,
        }
    }

    #[test]
    fn calls_are_divided_by_time() {
        let windows =
            [(0, 100), (100, 200), (250, 300)].map(|(start_nanos, end_nanos)| CallWindow {
                start_nanos,
                end_nanos,
                joules: 1.0,
            });
        let methods = [MethodIndex(0)];
        let count = |readings: &[CallReading]| count_calls(&windows, readings, &methods, Some);
        assert_eq!(count(&[reading(10, 20, 7)]), [[7.0, 0.0, 0.0]]);
        assert_eq!(count(&[reading(50, 150, 10)]), [[5.0, 5.0, 0.0]]);
        assert_eq!(count(&[reading(0, 400, 40)]), [[10.0, 10.0, 5.0]]);
        assert_eq!(count(&[reading(210, 240, 40)]), [[0.0, 0.0, 0.0]]);
        assert_eq!(count(&[reading(120, 120, 3)]), [[0.0, 3.0, 0.0]]);
        assert_eq!(count(&[reading(400, 500, 3)]), [[0.0, 0.0, 0.0]]);
    }

    #[test]
    fn short_windows_are_joined_and_gaps_are_not() {
        let readings = [reading(0, 10, 1)];
        let windows = [
            window(0, 30, Some(1.0)),
            window(30, 60, Some(2.0)),
            window(60, 70, Some(4.0)),
            window(70, 90, None),
            window(90, 140, Some(8.0)),
            window(140, 150, Some(16.0)),
        ];
        let found = call_windows(&windows, 0, &readings, 0);
        let found: Vec<(u64, u64, f64)> = found
            .iter()
            .map(|one| (one.start_nanos, one.end_nanos, one.joules))
            .collect();
        assert_eq!(found, [(0, 60, 3.0), (90, 140, 8.0)]);
        assert_eq!(call_windows(&windows, 1, &readings, 0), []);
        let longer = call_windows(&windows, 0, &readings, 60);
        assert_eq!(longer.len(), 2, "{longer:?}");
        let longest = call_windows(&windows, 0, &readings, 61);
        assert_eq!(longest.len(), 1, "{longest:?}");
        assert!((longest[0].joules - 7.0).abs() < 1e-9);
    }

    #[test]
    fn idle_windows_are_left_out() {
        let readings = [reading(0, 10, 1)];
        let joules = [10.0, 0.0, 0.2, 10.0, 9.0];
        let windows: Vec<WindowRow> = (0..)
            .zip(joules)
            .map(|(at, joules)| window(50 * at, 50 * (at + 1), Some(joules)))
            .collect();
        let found = call_windows(&windows, 0, &readings, 0);
        let found: Vec<f64> = found.iter().map(|window| window.joules).collect();
        assert_eq!(found, [10.0, 10.0, 9.0]);
    }
}
