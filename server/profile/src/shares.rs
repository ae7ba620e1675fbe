//! Shares of the sampled energy and their intervals.
//!
//! The posterior is a Dirichlet distribution: a prior of total concentration 1, spread by what is expected, and the samples, of
//! which as many count as independent ones would tell as much. Each share is a Beta distribution by itself (Gelman et al. 2013,
//! "Bayesian Data Analysis", 3.4). Sampling is also off beside chance: each share by a factor whose logarithm has the
//! standard deviation b, after which shares are brought back to a sum of 1. To first order (the delta method) the logarithm of
//! share i then varies by b² ((1 − pᵢ)² + Σ pⱼ² over all others). Both are combined in quadrature on the logarithm.

use crate::batches::{Batches, Moments};
use crate::estimate::Estimate;
use crate::quantile;

/// The prior tells as much as one sample.
const CONCENTRATION: f64 = 1.0;
/// How many batches of a key weigh as much as all keys together when it is judged how alike its neighbouring samples are.
const BATCHES_OF_ALL: f64 = 8.0;

/// The logarithm of a factor that says that nothing is known.
const WIDEST: f64 = 30.0;

/// The posterior of shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    all: Batches,
    /// How many times the variance of independent samples there is, over all keys.
    inflation: f64,
    /// Independent samples that tell as much.
    pub(crate) effective: f64,
    pub(crate) level: f64,
    bias: f64,
    /// Σ pⱼ² over all keys.
    concentration: f64,
    runs: usize,
}

impl Shares {
    /// Of the keys that samples are charged to; each sample has one.
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
        // What was never seen, and what alone was seen, is not certain: its far end is that of a uniform prior.
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

    /// How many times the variance of independent samples a key has: its own by batch means, drawn towards that of all keys
    /// where it is in few batches.
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

    /// Half the interval of a key's energy relative to its mean, as far as runs differ more than chance in sampling makes them:
    /// t(R − 1) · s / √R.
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

/// An estimate whose ends are moved by another relative half width, in quadrature on the logarithm.
pub(crate) fn widened(estimate: Estimate, by: f64) -> Estimate {
    let Estimate { mean, lo, hi } = estimate;
    if mean <= 0.0 || by.is_nan() {
        return estimate;
    }
    let by = by.min(WIDEST);
    // By what the end is moved beyond where it is.
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
