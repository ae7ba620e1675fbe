//! Paths that are not the most expensive on average, but may have a higher quantile.

use crate::pattern::{Pattern, Provenance};
use crate::tally::{PatternId, Tally};
use posterior::{Device, Features, Posterior};

/// The name of the pattern that counts joules of [`Features::other_path_sd`].
pub(crate) const OTHER_PATH: &str = "other_path";

/// A quantile up to 99% of a shifted log-normal distribution is at most this many standard deviations above the mean: 3.98, at a
/// relative standard deviation of 3.
const MOST_SDS: f64 = 4.0;

/// A difference of sums below this share is rounding.
const ROUNDING: f64 = 1e-9;

/// The pattern of a standard deviation of another path. It costs nothing on average.
pub(crate) fn pattern() -> Pattern {
    Pattern {
        operation: OTHER_PATH,
        data_type: "",
        data_size: String::new(),
        provenance: Provenance::Modelled,
        features: Features::other_path(1.0),
    }
}

/// For each pattern, the standard deviation that one execution adds at most, and the mean in units of [`MOST_SDS`] standard
/// deviations, in joules. If prices vary together, these add up. The discrepancy of whole programs is a share of the mean.
pub(crate) fn weights(posterior: &Posterior, patterns: &[Pattern], means: &[f64]) -> Vec<f64> {
    let of_mean = if posterior.is_off_by_factors() {
        0.0
    } else {
        posterior.discrepancy()
    };
    let devices = 0..posterior.devices().len();
    let weight = |(pattern, mean): (&Pattern, &f64)| {
        let features = &pattern.features;
        let variance = |device| posterior.covariance(features, features, Device::Named(device));
        let variance = devices.clone().map(variance).fold(0.0, f64::max);
        let variance = variance + posterior.shared_misfit(features, features);
        let known = variance.sqrt() + features.other_path_sd;
        (1.0 / MOST_SDS + of_mean).mul_add(*mean, known)
    };
    patterns.iter().zip(means).map(weight).collect()
}

/// Measures by how much the quantiles of another path may exceed those of the path with the highest mean.
///
/// Let the chosen path have the mean m and the standard deviation s, and another one m − d and s + e. Its quantile at k standard
/// deviations is higher by k·e − d, which is at most k times the difference of their [`PathSpread::weight`]s for each k up to
/// [`MOST_SDS`]. The weight takes all prices as varying together. If those of the chosen path do so less than those of the
/// other, the difference can be too small.
#[derive(Debug, Clone, Copy)]
pub struct PathSpread<'p> {
    weights: &'p [f64],
    pattern: PatternId,
}

impl<'p> PathSpread<'p> {
    pub(crate) const fn new(weights: &'p [f64], pattern: PatternId) -> Self {
        Self { weights, pattern }
    }

    /// The weight of one execution of a pattern in joules.
    pub fn of_one(&self, pattern: PatternId) -> f64 {
        let weight = self.weights.get(usize::from(pattern.0));
        weight.copied().unwrap_or_default()
    }

    /// The weight of what is executed in joules.
    pub fn weight(&self, tally: &Tally) -> f64 {
        tally.mean(self.weights)
    }

    /// Makes the distribution of a path as wide as that of another one with this weight.
    pub fn widen(&self, chosen: &mut Tally, other: f64) {
        let own = self.weight(chosen);
        let more = other - own;
        if more > ROUNDING * own.abs().max(other.abs()) {
            chosen.add(self.pattern, more);
        }
    }
}
