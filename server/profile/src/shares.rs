//! Shares of the sampled energy and their intervals.
//!
//! The posterior is a Dirichlet distribution. Its prior has a total concentration of 1, spread as expected. Samples count as the
//! number of independent samples with the same information (see `series`). Each share then has a Beta distribution (Gelman et al. 2013,
//! "Bayesian Data Analysis", 3.4). Sampling is also biased: each share is off by a factor whose logarithm has the standard
//! deviation b, and then shares are scaled to a sum of 1. To first order (the delta method), the logarithm of share i then varies
//! by b² ((1 − pᵢ)² + Σ pⱼ² over all others). Both are combined in quadrature on the logarithm.

use crate::estimate::Estimate;
use crate::quantile;
use crate::series::{AllSamples, Moments};

/// The prior counts as one sample.
const CONCENTRATION: f64 = 1.0;
/// A key's own estimate of how exact its samples are is averaged with that of independent samples, which has the weight of this
/// many visits: what is hardly ever sampled may come and go many times between samples.
const VISITS_IF_INDEPENDENT: f64 = 1.0;
/// The variance divided by that of independent samples is at least this: samplers lose a few per cent of their samples, and the
/// distances between samples vary.
const LEAST_INFLATION: f64 = 0.05;

/// The logarithm of a factor that means "unknown".
const WIDEST: f64 = 30.0;

/// The posterior of shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    all: AllSamples,
    /// The number of independent samples with the same information.
    pub(crate) effective: f64,
    pub(crate) level: f64,
    /// Σ pⱼ² over all keys.
    concentration: f64,
    runs: usize,
}

impl Shares {
    /// The shares of the keys that samples are charged to. Each sample has one key.
    pub(crate) fn new<'m>(
        all: AllSamples,
        own: impl Iterator<Item = &'m Moments>,
        level: f64,
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
            let (of_key, if_independent) = all.variances(key);
            found += of_key;
            independent += if_independent;
        }
        let inflation = if independent > 0.0 {
            (found / independent).max(LEAST_INFLATION)
        } else {
            1.0
        };
        Self {
            all,
            effective: kish / inflation,
            level,
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
        let samples = self.all.kish();
        (samples * observed + CONCENTRATION * prior) / (samples + CONCENTRATION)
    }

    /// A share with its interval. The bias is the standard deviation of the logarithm of its factor.
    pub(crate) fn estimate(&self, mean: f64, key: &Moments, bias: f64) -> Estimate {
        let mean = mean.clamp(0.0, 1.0);
        let samples = self.all.kish() / self.inflation_of(key);
        let all = samples + CONCENTRATION;
        let (a, b) = (mean * all, (1.0 - mean) * all);
        let tail = 0.5 * (1.0 - self.level);
        // A share that was never sampled, or that has all samples, is not certain. Its far end is that of a uniform prior.
        let low = quantile::beta(a, b.max(1.0), tail).min(mean);
        let high = quantile::beta(a.max(1.0), b, 1.0 - tail).max(mean);
        let others = (self.concentration - mean * mean).max(0.0);
        let bias = bias * ((1.0 - mean) * (1.0 - mean) + others).sqrt();
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

    /// A key's variance divided by that of independent samples, shrunk towards that of independent ones if the key has few visits.
    fn inflation_of(&self, key: &Moments) -> f64 {
        let (found, independent) = self.all.variances(key);
        if independent <= 0.0 {
            return 1.0;
        }
        let visits = key.visits();
        let own = visits * found / independent + VISITS_IF_INDEPENDENT;
        (own / (visits + VISITS_IF_INDEPENDENT)).max(LEAST_INFLATION)
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
