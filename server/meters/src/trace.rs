//! Power over time, and its integral.

use crate::error::MeterError;

/// Samples of power in time order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PowerTrace {
    points: Vec<(f64, f64)>,
}

impl PowerTrace {
    /// No samples yet.
    pub const fn new() -> Self {
        Self { points: Vec::new() }
    }

    /// Adds a sample: seconds on the caller's clock, and watts.
    ///
    /// # Errors
    /// [`MeterError::Nonsense`] if the time is not after the last one, or the power is not a number of at least 0.
    pub fn push(&mut self, place: &str, seconds: f64, watts: f64) -> Result<(), MeterError> {
        let nonsense = |found: f64, expected| MeterError::Nonsense {
            place: place.to_owned(),
            found: found.to_string(),
            expected,
        };
        if !seconds.is_finite() || self.points.last().is_some_and(|last| seconds <= last.0) {
            return Err(nonsense(seconds, "a time after the one before it"));
        }
        if !watts.is_finite() || watts < 0.0 {
            return Err(nonsense(watts, "a power in watts from 0 up"));
        }
        self.points.push((seconds, watts));
        Ok(())
    }

    /// The samples as (seconds, watts).
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }

    /// The energy between two times in joules, by the trapezoid rule. The power at the ends is interpolated; before the first and
    /// after the last sample, the nearest one applies. `None` with fewer than two samples.
    pub fn energy(&self, from: f64, to: f64) -> Option<f64> {
        if self.points.len() < 2 || to <= from {
            return None;
        }
        let mut corners = vec![(from, self.power_at(from))];
        corners.extend(
            self.points
                .iter()
                .filter(|point| point.0 > from && point.0 < to),
        );
        corners.push((to, self.power_at(to)));
        Some(
            corners
                .windows(2)
                .map(|pair| (pair[1].0 - pair[0].0) * (pair[0].1 + pair[1].1) / 2.0)
                .sum(),
        )
    }

    fn power_at(&self, seconds: f64) -> f64 {
        let after = self.points.partition_point(|point| point.0 < seconds);
        let known = |at: usize| self.points.get(at).copied();
        match (after.checked_sub(1).and_then(known), known(after)) {
            (Some(before), Some(next)) => {
                let share = (seconds - before.0) / (next.0 - before.0);
                before.1 + share * (next.1 - before.1)
            }
            (Some(only), None) | (None, Some(only)) => only.1,
            (None, None) => f64::NAN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PowerTrace;

    fn ramp() -> PowerTrace {
        let mut trace = PowerTrace::new();
        for second in 0..=4 {
            let second = f64::from(second);
            trace.push("ramp", second, 2.0 * second).unwrap();
        }
        trace
    }

    #[test]
    fn a_ramp_is_integrated_exactly_between_any_two_times() {
        // ∫ 2t dt = t²
        let energy = ramp().energy(0.5, 3.25).unwrap();
        assert!((energy - (3.25 * 3.25 - 0.25)).abs() < 1e-12, "{energy}");
    }

    #[test]
    fn outside_of_the_samples_the_nearest_one_goes_on() {
        let energy = ramp().energy(3.0, 6.0).unwrap();
        assert!((energy - (7.0 + 16.0)).abs() < 1e-12, "{energy}");
    }

    #[test]
    fn times_that_do_not_rise_and_powers_that_cannot_be_are_refused() {
        for (seconds, watts) in [
            (4.0, 1.0),
            (3.0, 1.0),
            (f64::NAN, 1.0),
            (5.0, -1.0),
            (5.0, f64::INFINITY),
        ] {
            assert!(
                ramp().push("ramp", seconds, watts).is_err(),
                "{seconds} {watts}"
            );
        }
    }
}
