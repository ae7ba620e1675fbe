//! A cost as numbers, so that an upper bound over ranges of its symbols needs only a few multiplications.
//!
//! Let fₜ be the factors of the terms, each of which executes a vector of features once. The energy on a device has the mean Σ
//! fₜ·mₜ and the variance ΣΣ fₜ·fᵤ·Kₜᵤ + σ²·Σ fₜ·Nₜ + (s·mean)², as in [`posterior::Posterior::predict`]; K is the covariance,
//! including the discrepancy of the features. If each fₜ is in a range, so are these sums, term by term. In the compiled
//! structure, the energy is log-normal, and s² + ln(1 + variance / mean²) is the variance of its logarithm.
//!
//! Transferred prices make the energy skewed; [`super::skew`] bounds what that changes. What another path has more in its standard
//! deviation is added to that of the sum.

use super::skew::MostSkewed;
use super::space::{Cell, Space};
use crate::range::Interval;
use cost::{Cost, Factor, Symbol};
use libm::erfc;
use posterior::{Device, Features, Posterior};
use pricing::Pricer;
use std::f64::consts::FRAC_1_SQRT_2;
use std::sync::Arc;

/// Costs with more terms are not broken down.
const MAX_TERMS: usize = 64;
/// A smaller difference between a probability and the quantile does not count.
const ROUNDING: f64 = 1e-12;

/// The energy of a method on each of the devices.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) terms: Vec<Part>,
    /// Kₜᵤ for each device, row by row.
    covariance: Vec<Vec<f64>>,
    devices: usize,
    /// σ², square joules
    noise: f64,
    /// s
    discrepancy: f64,
    /// Whether the energy is log-normal.
    is_factor: bool,
    /// The most that the energy can be skewed, whatever the values are.
    skew: MostSkewed,
    /// The features of each term.
    features: Vec<Features>,
    posterior: Arc<Posterior>,
}

/// A term of the cost.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) factor: Factor,
    /// mₜ on each device, joules.
    pub(crate) means: Vec<f64>,
    /// Nₜ
    pub(crate) events: f64,
    /// What another path has more in its standard deviation, joules.
    pub(crate) other_path_sd: f64,
}

impl Form {
    /// `None` if the cost has too many terms.
    pub(crate) fn new(cost: &Cost, pricer: &Pricer, device: Device) -> Option<Self> {
        if cost.terms().len() > MAX_TERMS {
            return None;
        }
        let posterior = pricer.posterior();
        let devices: Vec<Device> = match device {
            Device::Any => (0..posterior.devices().len()).map(Device::Named).collect(),
            named @ Device::Named(_) => vec![named],
        };
        let features = cost.terms().iter();
        let features: Vec<Features> = features.map(|term| pricer.features(&term.tally)).collect();
        let covariance = devices.iter().map(|device| {
            let common = |a: &Features, b: &Features| {
                posterior.covariance(a, b, *device) + posterior.shared_misfit(a, b)
            };
            let rows = features
                .iter()
                .flat_map(|a| features.iter().map(|b| common(a, b)).collect::<Vec<_>>());
            rows.collect()
        });
        let terms = cost.terms().iter().zip(&features);
        Some(Self {
            covariance: covariance.collect(),
            terms: terms
                .map(|(term, features)| Part {
                    factor: term.factor.clone(),
                    means: devices
                        .iter()
                        .map(|device| posterior.mean(features, *device).0)
                        .collect(),
                    events: features.n_noise,
                    other_path_sd: features.other_path_sd,
                })
                .collect(),
            devices: devices.len(),
            noise: posterior.sigma().mean.0.powi(2),
            discrepancy: posterior.discrepancy(),
            is_factor: posterior.is_off_by_factors(),
            skew: MostSkewed::new(
                features
                    .iter()
                    .map(|features| posterior.log_normal_spread(features))
                    .fold(0.0, f64::max),
            ),
            posterior: Arc::clone(posterior),
            features,
        })
    }

    /// Whether the energy is at most the budget with the given probability, for all values in the cell. The budget is its
    /// smallest in the cell. False may also mean that this is unknown.
    pub(crate) fn holds(&self, space: &Space, cell: &Cell, budget: f64, quantile: f64) -> bool {
        if budget.is_nan() || budget < 0.0 {
            return false;
        }
        let of = |symbol: &Symbol| range_of(space, cell, symbol);
        let factors: Vec<Interval> = self
            .terms
            .iter()
            .map(|part| part.factor.range(&of))
            .collect();
        let probabilities: Vec<f64> = (0..self.devices)
            .map(|device| self.probability(device, &factors, budget))
            .collect();
        let mean = probabilities.iter().sum::<f64>() / probabilities.len() as f64;
        // The quantile of a mixture grows with the spread of its parts only above all of their means.
        probabilities.iter().all(|p| *p >= 0.5) && mean >= quantile - ROUNDING
    }

    /// A lower bound of the probability of an energy up to the budget on one device.
    fn probability(&self, device: usize, factors: &[Interval], budget: f64) -> f64 {
        let upper =
            |value: f64, (low, high): Interval| times(value, if value > 0.0 { high } else { low });
        let (mut mean, mut events, mut variance) = (0.0, 0.0, 0.0);
        let mut other_path_sd = 0.0;
        for (part, factor) in self.terms.iter().zip(factors) {
            mean += upper(part.means[device], *factor);
            events += upper(part.events, *factor);
            other_path_sd += upper(part.other_path_sd, *factor);
        }
        let other_path_sd = f64::max(other_path_sd, 0.0);
        let rows = self.covariance[device].chunks(factors.len().max(1));
        for (row, (low, high)) in rows.zip(factors) {
            for (covariance, (other_low, other_high)) in row.iter().zip(factors) {
                let product = (times(*low, *other_low), times(*high, *other_high));
                variance += upper(*covariance, product);
            }
        }
        let variance = variance.max(0.0) + times(self.noise, f64::max(events, 0.0));
        if self.is_factor {
            if mean <= 0.0 {
                return 1.0;
            }
            let lower = |value: f64, (low, high): Interval| {
                times(value, if value > 0.0 { low } else { high })
            };
            let least = self.terms.iter().zip(factors);
            let least = least.map(|(part, factor)| lower(part.means[device], *factor));
            let variance = (variance.sqrt() + other_path_sd).powi(2);
            let log_sd = self.log_sd(variance, least.sum::<f64>().max(0.0));
            return Self::factor_probability(budget / mean, log_sd);
        }
        let variance: f64 = variance + times(self.discrepancy, mean).powi(2);
        let sd = variance.sqrt() + other_path_sd;
        // The order of summation changes rounding.
        let room = budget * (1.0 + ROUNDING) - mean;
        if room < 0.0 || room.is_nan() {
            return 0.0;
        }
        if sd <= 0.0 {
            return 1.0;
        }
        let skew = self.most_skewed(device, factors);
        let standardised = skew.least_standardised(room / sd);
        0.5 * erfc(-standardised * FRAC_1_SQRT_2)
    }

    /// The most that the energy can be skewed on one device: its largest third moment by its least variance.
    fn most_skewed(&self, device: usize, factors: &[Interval]) -> MostSkewed {
        if self.skew.is_none() || factors.iter().any(|(_, high)| high.is_infinite()) {
            return self.skew;
        }
        let mut most = Features::new();
        for (features, (low, high)) in self.features.iter().zip(factors) {
            for (id, count) in features.iter() {
                most.add(id, times(count, if count > 0.0 { *high } else { *low }));
            }
        }
        let lower =
            |value: f64, (low, high): Interval| times(value, if value > 0.0 { low } else { high });
        let events = self.terms.iter().zip(factors);
        let events = events.map(|(part, factor)| lower(part.events, *factor));
        let mut variance = times(self.noise, f64::max(events.sum(), 0.0));
        let rows = self.covariance[device].chunks(factors.len().max(1));
        for (row, (low, high)) in rows.zip(factors) {
            for (covariance, (other_low, other_high)) in row.iter().zip(factors) {
                let product = (times(*low, *other_low), times(*high, *other_high));
                variance += lower(*covariance, product);
            }
        }
        self.skew
            .within(self.posterior.third_moment(&most), variance)
    }

    /// An upper bound of the logarithm's standard deviation, from an upper bound of the variance and a lower bound of the mean.
    fn log_sd(&self, variance: f64, mean: f64) -> f64 {
        let of_variance = if variance > 0.0 {
            (variance / (mean * mean)).ln_1p()
        } else {
            0.0
        };
        self.discrepancy
            .mul_add(self.discrepancy, of_variance)
            .sqrt()
    }

    /// A lower bound of the probability of a log-normal energy up to the budget. `times_mean` is the budget divided by the
    /// mean, and `log_sd` the largest standard deviation of the logarithm.
    ///
    /// With L = ln(budget / mean), the standardised budget is L/σ + σ/2. It falls until σ = √(2L) and grows from there.
    fn factor_probability(times_mean: f64, log_sd: f64) -> f64 {
        let room = times_mean.ln() + ROUNDING;
        if room <= 0.0 || room.is_nan() || log_sd.is_nan() {
            return 0.0;
        }
        if log_sd <= 0.0 {
            return 1.0;
        }
        let lowest = log_sd.min((2.0 * room).sqrt());
        let standardised = room / lowest + lowest / 2.0;
        0.5 * erfc(-standardised * FRAC_1_SQRT_2)
    }

    /// Coefficients of an upper bound Σ fₜ·cₜ plus a constant of the quantile on one device for all values of the symbols, as
    /// `(constant, [cₜ])`. The sd of a sum is at most the sum of the sds, and that of the independent part √(N σ²) ≤ σ·(N/(2√M)
    /// + √M/2) for any number M.
    ///
    /// A log-normal quantile is its mean times a factor that grows with the sd's share of the mean; for a sum, that share is at
    /// most the largest of its terms. The constant is infinite if that gives no bound: if σ is not 0, or a term is subtracted.
    pub(crate) fn linear(&self, device: usize, z: f64, at_events: f64) -> (f64, Vec<f64>) {
        let (sigma, root) = (self.noise.sqrt(), at_events.sqrt());
        let size = self.terms.len();
        if self.is_factor {
            let log_sds = self.terms.iter().enumerate().map(|(index, part)| {
                let variance = self.covariance[device][index * size + index].max(0.0);
                let sd = variance.sqrt() + part.other_path_sd;
                self.log_sd(sd * sd, part.means[device])
            });
            // Beyond z, the factor falls again.
            let log_sd = log_sds.fold(0.0, f64::max).min(z);
            let factor = log_sd.mul_add(z, -0.5 * log_sd * log_sd).exp();
            let coefficients = self.terms.iter().map(|part| part.means[device] * factor);
            let is_sum_of_shares =
                sigma <= 0.0 && self.terms.iter().all(|part| part.means[device] >= 0.0);
            let constant = if is_sum_of_shares { 0.0 } else { f64::INFINITY };
            return (constant, coefficients.collect());
        }
        let z = self.skew.largest_quantile(z);
        let coefficients = self.terms.iter().enumerate().map(|(index, part)| {
            let variance = self.covariance[device][index * size + index].max(0.0);
            let mean = part.means[device];
            let noise = sigma * part.events.max(0.0) / (2.0 * root);
            let sd = variance.sqrt() + self.discrepancy * mean.abs() + noise;
            mean + z * (sd + part.other_path_sd)
        });
        (z * sigma * root / 2.0, coefficients.collect())
    }

    pub(crate) const fn devices(&self) -> usize {
        self.devices
    }
}

/// The range of a symbol in a cell.
pub(crate) fn range_of(space: &Space, cell: &Cell, symbol: &Symbol) -> Interval {
    let index = space.of_symbol(symbol);
    let range = index.and_then(|index| cell.get(index)).copied();
    range.unwrap_or((0.0, f64::INFINITY))
}

/// Zero times anything is zero, even times infinity.
fn times(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}
