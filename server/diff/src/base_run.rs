//! A run of the base whose energy was measured.

use crate::change::MethodName;
use serde::Serialize;
use std::fmt;

/// The number of points of a density.
const DENSITY_POINTS: u32 = 80;

/// How far from its median a log-normal density is drawn, in standard deviations of the logarithm.
const DENSITY_WIDTH: f64 = 3.3;

/// A log-normal energy in joules, or a factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogNormalNumber {
    /// Its mean.
    pub mean: f64,
    /// The standard deviation of its logarithm.
    pub log_sd: f64,
}

/// How a profile was used.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProfileUse {
    /// The program that ran.
    pub program: String,
    /// The meter.
    pub meter: String,
    /// Whether the meter is a model, so that its energies are no measurements.
    pub is_modelled: bool,
    /// The Java releases that ran it.
    pub java: Vec<u16>,
    /// The energy of a run in joules, all that it used; `None` if it is unknown.
    pub joules: Option<f64>,
    /// The number of methods of the base that the run measured as they are.
    pub measured: usize,
    /// The measured methods whose code is another one in the base. Their energies are not used.
    pub other_code: Vec<MethodName>,
    /// The number of measured methods that the base does not have.
    pub absent: usize,
    /// Whether there are factors for methods that were not measured.
    pub anchors_others: bool,
}

impl ProfileUse {
    /// Whether the profile is of the base: some of its methods are there as they ran.
    pub const fn fits(&self) -> bool {
        self.measured > 0
    }

    /// Whether the profile is of exactly this code, as far as the base has it.
    pub(crate) const fn is_whole(&self) -> bool {
        self.fits() && self.other_code.is_empty()
    }
}

/// A run of the base whose energy was measured.
pub trait BaseRun: fmt::Debug {
    /// How it was used.
    fn profile(&self) -> &ProfileUse;

    /// The energy of a call of a method of the base, callees included; `None` if the run did not measure it, or ran other code.
    fn energy(&self, method: &MethodName) -> Option<LogNormalNumber>;

    /// How often a run called a method of the base; `None` if this is unknown, or if other code ran.
    fn calls(&self, method: &MethodName) -> Option<u64>;

    /// The factor for a prediction for a method of this class that was not measured.
    fn factor(&self, class: &str) -> Option<LogNormalNumber>;

    /// Whether a prediction with this many calls without a price covers the whole method.
    fn is_whole(&self, unpriced_calls: f64) -> bool;
}

impl LogNormalNumber {
    pub(crate) fn times(self, factor: f64) -> Self {
        Self {
            mean: self.mean * factor,
            ..self
        }
    }

    /// The standard deviation.
    pub(crate) fn sd(self) -> f64 {
        self.mean * self.relative_sd()
    }

    /// The standard deviation as a share of the mean.
    pub(crate) fn relative_sd(self) -> f64 {
        self.log_sd.powi(2).exp_m1().sqrt()
    }

    /// The mean and the standard deviation of a difference with this factor, which is independent of it.
    pub(crate) fn of_difference(self, mean: f64, sd: f64) -> (f64, f64) {
        let more = self.log_sd.powi(2).exp_m1();
        let variance = (more + 1.0) * sd * sd + more * mean * mean;
        (self.mean * mean, self.mean * variance.sqrt())
    }

    /// Points (J, 1/J) of the density from left to right; empty if nothing is uncertain.
    pub(crate) fn density(self) -> Vec<(f64, f64)> {
        let log_mean = self.mean.ln() - self.log_sd.powi(2) / 2.0;
        let at = |z: f64| (log_mean + self.log_sd * z).exp();
        let (low, high) = (at(-DENSITY_WIDTH), at(DENSITY_WIDTH));
        let step = (high - low) / f64::from(DENSITY_POINTS - 1);
        if !step.is_finite() || step <= 0.0 {
            return Vec::new();
        }
        let points = (0..DENSITY_POINTS).map(|place| step.mul_add(f64::from(place), low));
        let density = |energy: f64| {
            let z = (energy.ln() - log_mean) / self.log_sd;
            (-0.5 * z * z).exp() / (energy * self.log_sd * (2.0 * std::f64::consts::PI).sqrt())
        };
        points
            .map(|energy| (energy, density(energy)))
            .filter(|(_, density)| density.is_finite())
            .collect()
    }
}
