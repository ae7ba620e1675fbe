//! Shares of the sampled energy and their intervals.
//!
//! The posterior is a Dirichlet distribution. Its prior has a total concentration of 1, spread as expected. Samples count as the
//! number of independent samples with the same information. Each share then has a Beta distribution (Gelman et al. 2013,
//! "Bayesian Data Analysis", 3.4). Sampling is also biased: each share is off by a factor whose logarithm has the standard
//! deviation b, and then shares are scaled to a sum of 1. To first order (the delta method), the logarithm of share i then varies
//! by b² ((1 − pᵢ)² + Σ pⱼ² over all others). Both are combined in quadrature on the logarithm.

use crate::batches::{Batches, Moments};
use crate::estimate::Estimate;
use crate::quantile;

/// The prior counts as one sample.
const CONCENTRATION: f64 = 1.0;
/// A key's own estimate of how similar its neighbouring samples are is averaged with that of all keys, which has the weight of
/// this many batches.
const BATCHES_OF_ALL: f64 = 8.0;

/// The logarithm of a factor that means "unknown".
const WIDEST: f64 = 30.0;

/// The posterior of shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    all: Batches,
    /// The variance over all keys, divided by that of independent samples.
    inflation: f64,
    /// The number of independent samples with the same information.
    pub(crate) effective: f64,
    pub(crate) level: f64,
    bias: f64,
    /// Σ pⱼ² over all keys.
    concentration: f64,
    runs: usize,
}

impl Shares {
    /// The shares of the keys that samples are charged to. Each sample has one key.
    pub(crate) fn new<'m>(
        all: Batches,
        own: impl Iterator<Item = &'m Moments>,
        level: f64,
        bias: f64,
        runs: usize,
    ) -> Self {
        let kish = all.kish();
        let (mut found, mut independent, mut concentration) = (0.0, 0.0, 0.0);
        for key in own {
            let share = if all.sum > 0.0 {
                key.sum / all.sum
            } else {
                0.0
            };
            concentration += share * share;
            if let Some(variance) = all.variance(key) {
                found += variance;
                independent += share * (1.0 - share) / kish;
            }
        }
        let inflation = if independent > 0.0 {
            (found / independent).max(1.0)
        } else {
            1.0
        };
        Self {
            all,
            inflation,
            effective: kish / inflation,
            level,
            bias,
            concentration,
            runs,
        }
    }

    /// The posterior mean of a share, from its part of the weights and of the prior.
    pub(crate) fn mean(&self, sum: f64, prior: f64) -> f64 {
        let observed = if self.all.sum > 0.0 {
            sum / self.all.sum
        } else {
            0.0
        };
        (self.effective * observed + CONCENTRATION * prior) / (self.effective + CONCENTRATION)
    }

    /// A share with its interval.
    pub(crate) fn estimate(&self, mean: f64, key: &Moments) -> Estimate {
        let mean = mean.clamp(0.0, 1.0);
        let samples = self.all.kish() / self.inflation_of(key);
        let all = samples + CONCENTRATION;
        let (a, b) = (mean * all, (1.0 - mean) * all);
        let tail = 0.5 * (1.0 - self.level);
        // A share that was never sampled, or that has all samples, is not certain. Its far end is that of a uniform prior.
        let low = quantile::beta(a, b.max(1.0), tail).min(mean);
        let high = quantile::beta(a.max(1.0), b, 1.0 - tail).max(mean);
        let others = (self.concentration - mean * mean).max(0.0);
        let bias = self.bias * ((1.0 - mean) * (1.0 - mean) + others).sqrt();
        let bias = bias * quantile::normal(1.0 - tail);
        let variance = mean * (1.0 - mean) / all;
        let runs = self.between_runs(key, variance);
        widened(
            Estimate {
                mean,
                lo: low,
                hi: high,
            },
            bias.hypot(runs),
        )
    }

    /// A key's variance divided by that of independent samples: its own by batch means, shrunk towards that of all keys if the
    /// key is in few batches.
    fn inflation_of(&self, key: &Moments) -> f64 {
        let share = if self.all.sum > 0.0 {
            key.sum / self.all.sum
        } else {
            0.0
        };
        let independent = share * (1.0 - share) / self.all.kish();
        match self.all.variance(key) {
            Some(variance) if independent > 0.0 => {
                let batches = self.all.batches_of(key);
                let own = batches * variance / independent + BATCHES_OF_ALL * self.inflation;
                (own / (batches + BATCHES_OF_ALL)).max(1.0)
            }
            _ => self.inflation,
        }
    }

    /// Half the interval of a key's energy relative to its mean, as far as runs differ by more than sampling error: t(R − 1) · s
    /// / √R.
    fn between_runs(&self, key: &Moments, variance_of_share: f64) -> f64 {
        if self.runs < 2 || key.sum <= 0.0 {
            return 0.0;
        }
        let runs = self.runs as f64;
        let found = (key.run_squares - key.sum * key.sum / runs) / (runs - 1.0);
        let by_chance = self.all.sum * self.all.sum / runs * variance_of_share;
        let excess = (found - by_chance).max(0.0);
        quantile::student(self.level, self.runs - 1) * (excess / runs).sqrt() / (key.sum / runs)
    }
}

/// Moves the ends of an estimate outwards by another relative half width, in quadrature on the logarithm.
pub(crate) fn widened(estimate: Estimate, by: f64) -> Estimate {
    let Estimate { mean, lo, hi } = estimate;
    if mean <= 0.0 || by.is_nan() {
        return estimate;
    }
    let by = by.min(WIDEST);
    // How far the end moves beyond its current position.
    let moved = |distance: f64| (distance.hypot(by) - distance).exp();
    Estimate {
        mean,
        lo: if lo > 0.0 {
            lo / moved(mean.ln() - lo.ln())
        } else {
            0.0
        },
        hi: hi * moved(hi.ln() - mean.ln()),
    }
}
