//! Predictions of a posterior for vectors of feature counts.

use std::collections::BTreeMap;

use crate::document::{Category, Structure};
use crate::energy::{Component, Energy};
use crate::features::Features;
use crate::joules::Joules;
use crate::posterior::{Device, Posterior};
use crate::sum::CompensatedSum;

/// The mean of cᵀθ and the terms of its variance, before a device is chosen.
pub(crate) struct Linear {
    counts: Vec<(usize, f64)>,
    pub(crate) mean: f64,
    /// The variance of cᵀθ.
    pub(crate) variance: f64,
    /// The third central moment of cᵀθ.
    pub(crate) third: f64,
    /// What the discrepancy of features adds to the variance.
    pub(crate) misfit: f64,
    device_count: f64,
}

/// The variance and the third central moment after a standard deviation was added to that of a distribution, with the same
/// skewness.
fn widened(variance: f64, third: f64, more_sd: f64) -> (f64, f64) {
    if more_sd <= 0.0 {
        return (variance, third);
    }
    let sd = variance.max(0.0).sqrt();
    let by = if sd > 0.0 { (sd + more_sd) / sd } else { 1.0 };
    ((sd + more_sd).powi(2), third * by.powi(3))
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
    /// What another path has more in its standard deviation is added to that of the sum, as if both varied together; the skewness
    /// stays the same.
    ///
    /// The discrepancy applies to a whole, so predict a total rather than adding predictions.
    pub fn predict(&self, features: &Features, device: Device) -> Energy {
        let linear = self.linear(features);
        // A difference of programs can have a negative N, but then executes nothing.
        let noise = features.n_noise.max(0.0) * self.sigma_mean().powi(2);
        self.mixed(device, |feature| {
            let (mean, variance) = self.with_device(&linear, feature);
            if self.is_off_by_factors() {
                let (variance, _) = widened(variance + noise, 0.0, features.other_path_sd);
                Component::off_by_a_factor(mean, variance, self.discrepancy())
            } else {
                let variance = variance + noise + self.misfit(&linear, mean);
                let (variance, third) = widened(variance, linear.third, features.other_path_sd);
                Component::of_moments(mean, variance, third)
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
    pub(crate) fn misfit(&self, linear: &Linear, mean: f64) -> f64 {
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

    pub(crate) fn linear(&self, features: &Features) -> Linear {
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
    pub(crate) fn with_device(&self, linear: &Linear, device_feature: Option<usize>) -> (f64, f64) {
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
    pub(crate) fn components(
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
