//! The statistics of Lambert and Power 2008: Bernoulli trials, trials for a confidence, correlation, quartiles.

use statrs::distribution::{ContinuousCDF, Normal};

use inference::quantile;

/// The duration of an event, measured by a clock that is coarser than the event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bernoulli {
    /// The estimate in seconds.
    pub(super) seconds: f64,
    /// Half the width of its interval in seconds.
    pub(super) half_width_s: f64,
    /// The number of trials.
    pub(super) trials: u64,
}

impl Bernoulli {
    /// From the number of trials in which the clock advanced by its resolution (equations 1 and 2).
    pub(super) fn of(advanced: u64, trials: u64, resolution_s: f64, confidence: f64) -> Self {
        let n = trials as f64;
        let p = advanced as f64 / n;
        Self {
            seconds: p * resolution_s,
            half_width_s: z(confidence) * (p * (1.0 - p) / n).sqrt() * resolution_s,
            trials,
        }
    }
}

/// The number of trials to time an event to a relative error with a certain confidence (equation 5). It is 1 if the event is at
/// least as long as the clock's resolution.
pub(super) fn trials_needed(event_s: f64, resolution_s: f64, error: f64, confidence: f64) -> u64 {
    let p = event_s / resolution_s;
    if !(p > 0.0 && p < 1.0) {
        return 1;
    }
    let trials = z(confidence).powi(2) * p * (1.0 - p) / (error * p).powi(2);
    trials.ceil().max(1.0) as u64
}

/// A standard normal variable lies within ± this with the given probability.
fn z(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + confidence / 2.0)
}

/// Pearson's correlation of pairs (equation 7), and the intercept and slope of y = α + β x (equation 8).
pub(super) fn regression(pairs: &[(f64, f64)]) -> (f64, f64, f64) {
    let n = pairs.len() as f64;
    let mean_x = pairs.iter().map(|pair| pair.0).sum::<f64>() / n;
    let mean_y = pairs.iter().map(|pair| pair.1).sum::<f64>() / n;
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        xx += (x - mean_x).powi(2);
        yy += (y - mean_y).powi(2);
        xy += (x - mean_x) * (y - mean_y);
    }
    let slope = xy / xx;
    (xy / (xx * yy).sqrt(), mean_y - slope * mean_x, slope)
}

/// Minimum, quartiles, maximum and mean.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub(super) struct Summary {
    pub(super) min: f64,
    pub(super) first_quartile: f64,
    pub(super) median: f64,
    pub(super) mean: f64,
    pub(super) third_quartile: f64,
    pub(super) max: f64,
}

impl Summary {
    pub(super) fn of(values: &[f64]) -> Self {
        Self {
            min: quantile(values, 0.0),
            first_quartile: quantile(values, 0.25),
            median: quantile(values, 0.5),
            mean: values.iter().sum::<f64>() / values.len() as f64,
            third_quartile: quantile(values, 0.75),
            max: quantile(values, 1.0),
        }
    }

    /// Whether a value is beyond the whiskers of a box plot: one and a half times the distance of the quartiles.
    pub(super) fn is_outlier(&self, value: f64) -> bool {
        let reach = 1.5 * (self.third_quartile - self.first_quartile);
        value < self.first_quartile - reach || value > self.third_quartile + reach
    }
}

/// The middle value.
pub(super) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// From SciPy: `norm.ppf(.975)**2 * .01 * .99 / (.05 * .01)**2`, rounded up.
    #[test]
    fn trials_are_those_of_equation_5() {
        // 1.96² · 0.01 · 0.99 / (0.05 · 0.01)²
        assert_eq!(trials_needed(1e-5, 1e-3, 0.05, 0.95), 152_122);
        assert_eq!(trials_needed(2e-3, 1e-3, 0.05, 0.95), 1);
        assert_eq!(trials_needed(f64::NAN, 1e-3, 0.05, 0.95), 1);
        // A tenth of the error takes a hundred times as many trials.
        let ratio = trials_needed(1e-5, 1e-3, 0.005, 0.95) as f64 / 152_122.0;
        assert!((ratio - 100.0).abs() < 0.01);
    }

    /// Events of 3.7 µs at random times, with a clock of 1 ms.
    #[test]
    fn a_coarse_clock_times_short_events_within_the_interval_it_tells() {
        let mut dice = ChaCha8Rng::seed_from_u64(3);
        let (event_s, resolution_s) = (3.7e-6, 1e-3);
        let trials = trials_needed(event_s, resolution_s, 0.05, 0.95);
        let mut held = 0;
        for _ in 0..40 {
            let advanced = (0..trials)
                .filter(|_| dice.random::<f64>() * resolution_s + event_s >= resolution_s)
                .count();
            let timed = Bernoulli::of(advanced as u64, trials, resolution_s, 0.95);
            assert!(
                (timed.half_width_s / event_s - 0.05).abs() < 0.01,
                "{timed:?}"
            );
            held += u32::from((timed.seconds - event_s).abs() <= timed.half_width_s);
        }
        assert!(held >= 34, "{held} of 40 intervals hold the truth");
    }

    /// From numpy: `corrcoef([1, 2, 3, 4], [2, 4.1, 5.9, 8.3])` and `polyfit(…, 1)`.
    #[test]
    fn correlation_and_line_are_those_of_numpy() {
        let pairs = [(1.0, 2.0), (2.0, 4.1), (3.0, 5.9), (4.0, 8.3)];
        let (r, intercept, slope) = regression(&pairs);
        assert!((r - 0.998_532_955).abs() < 1e-8, "{r}");
        assert!((intercept + 0.1).abs() < 1e-12 && (slope - 2.07).abs() < 1e-12);
    }

    #[test]
    fn outliers_are_beyond_the_whiskers() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 20.0];
        let summary = Summary::of(&values);
        assert!((summary.first_quartile - 2.25).abs() < 1e-12);
        let outliers: Vec<&f64> = values
            .iter()
            .filter(|value| summary.is_outlier(**value))
            .collect();
        assert_eq!(outliers, [&20.0]);
    }
}
