//! Predictions of a posterior for vectors of feature counts.

use std::collections::BTreeMap;

use crate::document::{Category, Structure};
use crate::energy::{Component, Energy};
use crate::features::Features;
use crate::joules::Joules;
use crate::posterior::{Device, Posterior};
use crate::sum::CompensatedSum;

/// The comparison of two programs A and B under one posterior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnergyComparison {
    /// Mean of the expected energy of A minus that of B.
    pub delta_mean: Joules,
    /// Standard deviation of that difference: the posterior's uncertainty about it.
    pub delta_sd: Joules,
    /// Probability that the expected energy of A exceeds that of B.
    pub p_greater: f64,
    /// Standard deviation that the noise of execution adds to the difference of one run of A and one run of B. It shows how runs
    /// scatter, not which program costs more.
    pub execution_noise_sd: Joules,
}

/// The mean of cᵀθ and the terms of its variance, before a device is chosen.
struct Linear {
    counts: Vec<(usize, f64)>,
    mean: f64,
    /// The variance of cᵀθ.
    variance: f64,
    /// The third central moment of cᵀθ.
    third: f64,
    /// What the discrepancy of features adds to the variance.
    misfit: f64,
    device_count: f64,
}

impl Posterior {
    /// cᵀE\[θ\], with `device_count` times the device level: linear in the features.
    pub fn mean(&self, features: &Features, device: Device) -> Joules {
        let mut sum = self.feature_sum(features);
        sum.add_product(features.device_count, self.device_mean(device));
        Joules(sum.value())
    }

    /// The distribution of the energy of one run.
    ///
    /// mean = cᵀE\[θ\] and variance = cᵀCov(θ)c + N σ² + (s · mean)² + τ² Σ (cₖE\[θₖ\])², with the device level in θ but not in
    /// the last sum. The terms are: the uncertainty of the features, which grows with the square of the counts; the independent
    /// noise of `N` executions, the convolution of Nyholm, Mostowski and Reichenbach 2025, section 5; the discrepancy of the
    /// program; and that of each feature, which matters more the fewer features the energy comes from. For [`Device::Any`], it is
    /// the equal mixture of these over the devices.
    ///
    /// Transferred features are log-normal, so a distribution with them is skewed: it is the shifted log-normal one with the mean,
    /// the variance and the third central moment of the sum. In other models it is normal.
    ///
    /// In the compiled structure, a program is off by a factor. The distribution is log-normal with the same mean, and the
    /// variance of its logarithm is s² + ln(1 + (cᵀCov(θ)c + N σ²) / mean²).
    ///
    /// The discrepancy applies to a whole, so predict a total rather than adding predictions.
    pub fn predict(&self, features: &Features, device: Device) -> Energy {
        let linear = self.linear(features);
        // A difference of programs can have a negative N, but then executes nothing.
        let noise = features.n_noise.max(0.0) * self.sigma_mean().powi(2);
        self.mixed(device, |feature| {
            let (mean, variance) = self.with_device(&linear, feature);
            if self.is_off_by_factors() {
                Component::off_by_a_factor(mean, variance + noise, self.discrepancy())
            } else {
                let misfit = self.misfit(&linear, mean);
                Component::of_moments(mean, variance + noise + misfit, linear.third)
            }
        })
    }

    /// Whether a whole program is off by a factor, so that its energy is log-normal. The discrepancy is then the standard
    /// deviation of a logarithm.
    pub fn is_off_by_factors(&self) -> bool {
        self.structure() == Structure::Compiled
    }

    /// The mean broken down by category. The parts add up to [`Posterior::mean`].
    ///
    /// Includes every category of the posterior's structure, in the order of [`Category`], and transferred prices and given energies if
    /// there are any.
    pub fn shares(&self, features: &Features, device: Device) -> Vec<(Category, Joules)> {
        let categories: &[Category] = match self.structure() {
            Structure::Additive => &[
                Category::Operation,
                Category::DataType,
                Category::DataSize,
                Category::Device,
                Category::CallCell,
            ],
            Structure::Instruction => &[Category::Device, Category::Instruction],
            Structure::Compiled => &[Category::Device, Category::Work],
        };
        let mut sums: BTreeMap<Category, CompensatedSum> = categories
            .iter()
            .map(|&category| (category, CompensatedSum::default()))
            .collect();
        for (id, count) in features.iter() {
            // An identifier of another posterior becomes visible as a share that is NaN.
            let category = self
                .feature(id)
                .map_or(Category::Device, |feature| feature.category);
            sums.entry(category)
                .or_default()
                .add_product(count, self.feature_mean(id));
        }
        sums.entry(Category::Device)
            .or_default()
            .add_product(features.device_count, self.device_mean(device));
        if features.given_joules != 0.0 {
            sums.entry(Category::Given)
                .or_default()
                .add_product(features.given_joules, 1.0);
        }
        sums.into_iter()
            .map(|(category, sum)| (category, Joules(sum.value())))
            .collect()
    }

    /// Which of two programs is expected to cost more, and how sure that is.
    ///
    /// With c = a − b, common parts cancel. P(A > B) is Φ of the mean of cᵀθ divided by √(cᵀCov(θ)c + (s · mean)² + τ² Σ
    /// (cₖE\[θₖ\])²), for each device and then mixed; with transferred features, cᵀθ is skewed as in
    /// [`Posterior::predict`]. The discrepancies apply only to the part that differs, and the noise of execution is kept separate.
    ///
    /// In the compiled structure, the part that only A has and the part that only B has are off by separate factors: (s · mean)²
    /// is replaced by (exp(s²) − 1) times the sum of the squared means of the two parts. So added code is not certain to cost
    /// more, because a compiler may generate other code for the rest.
    pub fn compare(&self, a: &Features, b: &Features, device: Device) -> EnergyComparison {
        self.compare_beside(None, a, b, device)
    }

    /// The same if the energy of B was measured, in units of its prediction.
    ///
    /// A may repeat a part of B, as after a loop that runs twice as often. So the difference is written as r · B and a rest. r · B
    /// is known from the measurement, and only the rest has the uncertainty of the posterior and the discrepancies; the parts by
    /// which it is above and below 0 are off by separate factors. r is the median of what the difference has of each feature
    /// of B, weighted by the energy of the feature in B. B was measured on one device, so devices differ only in the ratio of the
    /// difference to B. If all that leaves more uncertainty than [`Posterior::compare`], nothing is taken from the measurement.
    pub fn compare_with_measured(
        &self,
        a: &Features,
        b: &Features,
        device: Device,
    ) -> EnergyComparison {
        let plain = self.compare(a, b, device);
        let share = self.repeated_share(&a.difference(b), b, device);
        let beside = self.compare_beside(Some(share), a, b, device);
        if beside.delta_sd < plain.delta_sd {
            EnergyComparison {
                delta_mean: plain.delta_mean,
                ..beside
            }
        } else {
            plain
        }
    }

    /// The size of the part of A − B that repeats no part of B, as in [`Posterior::compare_with_measured`]: √(more² + less²), where
    /// `more` and `less` are its parts above and below 0.
    pub fn beside_measured(&self, a: &Features, b: &Features, device: Device) -> Joules {
        let mut rest = a.difference(b);
        let share = self.repeated_share(&rest, b, device);
        rest.add_scaled(b, -share);
        Joules(squared_parts(self, &rest).sqrt())
    }

    /// The median of what a difference has of each feature of B, weighted by the energy of the feature in B.
    fn repeated_share(&self, difference: &Features, b: &Features, device: Device) -> f64 {
        let features = b.iter().map(|(id, count)| {
            let energy = (count * self.feature_mean(id)).abs();
            (difference.count(id) / count, energy)
        });
        let others = [
            (
                difference.device_count / b.device_count,
                (b.device_count * self.device_mean(device)).abs(),
            ),
            (
                difference.given_joules / b.given_joules,
                b.given_joules.abs(),
            ),
        ];
        let mut shares: Vec<(f64, f64)> = features
            .chain(others)
            .filter(|(share, energy)| share.is_finite() && *energy > 0.0)
            .collect();
        shares.sort_by(|one, two| one.0.total_cmp(&two.0));
        let half = shares.iter().map(|(_, energy)| energy).sum::<f64>() / 2.0;
        let mut below = 0.0;
        let median = shares.iter().find(|(_, energy)| {
            below += energy;
            below >= half
        });
        median.map_or(0.0, |(share, _)| *share)
    }

    /// Compares A with B. With `measured`, the part of the difference that is this many times B is certain, and the result is in
    /// units of the prediction of B.
    fn compare_beside(
        &self,
        measured: Option<f64>,
        a: &Features,
        b: &Features,
        device: Device,
    ) -> EnergyComparison {
        let mut difference = a.difference(b);
        let share = measured.unwrap_or(0.0);
        difference.add_scaled(b, -share);
        let linear = self.linear(&difference);
        let certain = measured.map(|_| (self.linear(b), self.mean(b, device).0));
        let discrepancy = self.discrepancy().powi(2);
        let of_factors = if self.is_off_by_factors() {
            Some(discrepancy.exp_m1() * squared_parts(self, &difference))
        } else {
            measured.map(|_| discrepancy * squared_parts(self, &difference) + linear.misfit)
        };
        let components = self.components(device, |feature| {
            let (mean, variance) = self.with_device(&linear, feature);
            let misfit = of_factors.unwrap_or_else(|| self.misfit(&linear, mean));
            let (of_b, scale) = certain.as_ref().map_or((0.0, 1.0), |(linear, mean)| {
                let of_b = self.with_device(linear, feature).0;
                (share * of_b, mean / of_b)
            });
            let variance = (variance + misfit) * scale * scale;
            let third = linear.third * scale * scale * scale;
            Component::of_moments((mean + of_b) * scale, variance, third)
        });
        let p_greater = components
            .iter()
            .map(|delta| probability_above_zero(*delta))
            .sum::<f64>()
            / components.len() as f64;
        let delta = Energy::equal_mixture(components);
        EnergyComparison {
            delta_mean: delta.mean(),
            delta_sd: delta.sd(),
            p_greater,
            execution_noise_sd: Joules(self.sigma_mean() * (a.n_noise + b.n_noise).max(0.0).sqrt()),
        }
    }

    /// Cov(aᵀθ, bᵀθ) in square joules on one device, with its level in θ: the common uncertainty of two parts of a program. It
    /// does not include the noise of execution. NaN for [`Device::Any`], whose parts differ.
    pub fn covariance(&self, a: &Features, b: &Features, device: Device) -> f64 {
        let level = match device {
            Device::Named(index) => self.device_features.get(index).copied(),
            Device::Any => None,
        };
        let Some(level) = level else {
            return f64::NAN;
        };
        let counts = |features: &Features| -> Vec<(usize, f64)> {
            features
                .iter()
                .map(|(id, count)| (id.index(), count))
                .chain([(level, features.device_count)])
                .collect()
        };
        let (a, b) = (counts(a), counts(b));
        let mut sum = CompensatedSum::default();
        for (index, count) in a {
            sum.add_product(count, self.covariance.row_dot(index, &b));
        }
        sum.value()
    }

    /// τ² Σ aₖbₖE\[θₖ\]² in square joules, without the device level: the covariance of two parts of a program through the
    /// discrepancy of features. With a = b, it is the added variance.
    pub fn shared_misfit(&self, a: &Features, b: &Features) -> f64 {
        match self.feature_discrepancy() {
            0.0 => 0.0,
            discrepancy => discrepancy.powi(2) * self.shared_squares(a, b),
        }
    }

    /// Σ aₖbₖE\[θₖ\]² in square joules, without the device level.
    pub fn shared_squares(&self, a: &Features, b: &Features) -> f64 {
        let mut sum = CompensatedSum::default();
        for (id, count) in a.iter() {
            let other = b.count(id);
            if other != 0.0 {
                let mean = self.feature_mean(id);
                sum.add_product(count * mean, other * mean);
            }
        }
        sum.value()
    }

    /// What the discrepancies of a whole program and of its features add to the variance.
    fn misfit(&self, linear: &Linear, mean: f64) -> f64 {
        (self.discrepancy() * mean).powi(2) + linear.misfit
    }

    fn feature_sum(&self, features: &Features) -> CompensatedSum {
        let mut sum = CompensatedSum::default();
        for (id, count) in features.iter() {
            sum.add_product(count, self.feature_mean(id));
        }
        sum.add_product(features.given_joules, 1.0);
        sum
    }

    fn linear(&self, features: &Features) -> Linear {
        let counts: Vec<(usize, f64)> = features
            .iter()
            .map(|(id, count)| (id.index(), count))
            .collect();
        Linear {
            mean: self.feature_sum(features).value(),
            variance: self.covariance.quadratic(&counts),
            third: self.covariance.third_moment(&counts),
            misfit: self.shared_misfit(features, features),
            device_count: features.device_count,
            counts,
        }
    }

    /// Mean and variance of cᵀθ including the level of one device.
    fn with_device(&self, linear: &Linear, device_feature: Option<usize>) -> (f64, f64) {
        let Some(index) = device_feature else {
            return (f64::NAN, f64::NAN);
        };
        let count = linear.device_count;
        let covariance = self.covariance.row_dot(index, &linear.counts);
        let variance = linear.variance
            + 2.0 * count * covariance
            + count * count * self.covariance.variance(index);
        (linear.mean + count * self.means[index], variance)
    }

    fn mixed(&self, device: Device, of: impl Fn(Option<usize>) -> Component) -> Energy {
        Energy::equal_mixture(self.components(device, of))
    }

    /// A distribution for each device; `None` stands for a device of another posterior.
    fn components(
        &self,
        device: Device,
        of: impl Fn(Option<usize>) -> Component,
    ) -> Vec<Component> {
        match device {
            Device::Any => self
                .device_features
                .iter()
                .map(|&feature| of(Some(feature)))
                .collect(),
            Device::Named(index) => vec![of(self.device_features.get(index).copied())],
        }
    }
}

/// m₊² + m₋² in square joules, where m₊ is the sum of the positive parts of a difference and m₋ that of the negative parts, without
/// the device level.
fn squared_parts(posterior: &Posterior, difference: &Features) -> f64 {
    let (mut more, mut less) = (CompensatedSum::default(), CompensatedSum::default());
    let parts = difference
        .iter()
        .map(|(id, count)| count * posterior.feature_mean(id));
    for part in parts.chain([difference.given_joules]) {
        let side = if part < 0.0 { &mut less } else { &mut more };
        side.add_product(part, 1.0);
    }
    more.value().powi(2) + less.value().powi(2)
}

/// P(X > 0); one half if X is certainly 0, because then neither program costs more.
fn probability_above_zero(delta: Component) -> f64 {
    let (mean, sd) = (delta.mean_j(), delta.sd_j());
    if sd > 0.0 || mean.is_nan() || sd.is_nan() {
        delta.probability_above_zero()
    } else if mean > 0.0 {
        1.0
    } else if mean < 0.0 {
        0.0
    } else {
        0.5
    }
}
