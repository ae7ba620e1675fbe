//! One distribution of an energy on one device.

use crate::joules::Joules;
use crate::normal;

/// A normal distribution. With a standard deviation of 0, it is a certain value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    mean: f64,
    sd: f64,
}

/// The distribution of an energy whose logarithm is normal, for example because a model is off by a factor.
///
/// With the standard deviation s of the logarithm, the median is exp(−s²/2) times the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogNormal {
    /// Above 0.
    mean: f64,
    /// s, above 0.
    log_sd: f64,
}

/// One distribution of an energy.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Component {
    /// A normal distribution.
    Gaussian(Gaussian),
    /// A log-normal distribution.
    LogNormal(LogNormal),
}

impl Gaussian {
    pub(crate) fn new(mean: f64, variance: f64) -> Self {
        // Rounding can make a variance of zero slightly negative; a NaN must remain.
        let variance = if variance < 0.0 { 0.0 } else { variance };
        Self {
            mean,
            sd: variance.sqrt(),
        }
    }

    /// The mean.
    pub const fn mean(self) -> Joules {
        Joules(self.mean)
    }

    /// The standard deviation.
    pub const fn sd(self) -> Joules {
        Joules(self.sd)
    }

    fn standardised(self, x: f64) -> f64 {
        if self.sd > 0.0 || self.sd.is_nan() {
            (x - self.mean) / self.sd
        } else if x < self.mean {
            f64::NEG_INFINITY
        } else if x >= self.mean {
            f64::INFINITY
        } else {
            f64::NAN
        }
    }

    fn quantile_at(self, z: f64) -> f64 {
        // A certain value has no tails: avoid zero times infinity.
        if self.sd == 0.0 && !z.is_nan() {
            self.mean
        } else {
            self.sd.mul_add(z, self.mean)
        }
    }

    fn density(self, x: f64) -> f64 {
        if self.sd > 0.0 {
            normal::pdf(self.standardised(x)) / self.sd
        } else if self.sd == 0.0 {
            // All the probability is at one point.
            if x - self.mean == 0.0 {
                f64::INFINITY
            } else {
                0.0
            }
        } else {
            f64::NAN
        }
    }
}

impl LogNormal {
    /// The mean.
    pub const fn mean(self) -> Joules {
        Joules(self.mean)
    }

    /// The standard deviation: √(exp(s²) − 1) times the mean.
    pub fn sd(self) -> Joules {
        Joules(self.mean * (self.log_sd * self.log_sd).exp_m1().sqrt())
    }

    /// s, the standard deviation of the logarithm. 0.4 means that the energy is off by at most ×/÷1.5 in two of three cases.
    pub const fn log_sd(self) -> f64 {
        self.log_sd
    }

    /// The mean of the logarithm.
    fn centre(self) -> f64 {
        (-0.5 * self.log_sd).mul_add(self.log_sd, self.mean.ln())
    }

    fn standardised(self, x: f64) -> f64 {
        if x > 0.0 {
            (x.ln() - self.centre()) / self.log_sd
        } else if x.is_nan() {
            f64::NAN
        } else {
            f64::NEG_INFINITY
        }
    }

    fn quantile_at(self, z: f64) -> f64 {
        self.log_sd.mul_add(z, self.centre()).exp()
    }

    /// The density and its derivative.
    fn density_and_slope(self, x: f64) -> (f64, f64) {
        if x > 0.0 {
            let z = self.standardised(x);
            let density = normal::pdf(z) / (self.log_sd * x);
            (density, -density / x * (1.0 + z / self.log_sd))
        } else {
            (0.0, 0.0)
        }
    }
}

impl Component {
    /// The distribution of an energy with this mean (J) and variance (J²) that is also off by a factor whose logarithm has the
    /// standard deviation `log_sd`.
    ///
    /// The variance is converted to one of the logarithm, too: ln(1 + variance / mean²). An energy that is not positive has no
    /// logarithm, and is normal.
    pub(crate) fn off_by_a_factor(mean: f64, variance: f64, log_sd: f64) -> Self {
        let of_variance = (variance.max(0.0) / (mean * mean)).ln_1p();
        let log_variance = log_sd.mul_add(log_sd, of_variance);
        if mean > 0.0 && log_variance > 0.0 && log_variance.is_finite() {
            Self::LogNormal(LogNormal {
                mean,
                log_sd: log_variance.sqrt(),
            })
        } else {
            let misfit = (log_sd * log_sd).exp_m1() * mean * mean;
            Self::Gaussian(Gaussian::new(mean, variance + misfit))
        }
    }

    pub(crate) fn mean_j(self) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.mean,
            Self::LogNormal(log_normal) => log_normal.mean,
        }
    }

    pub(crate) fn sd_j(self) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.sd,
            Self::LogNormal(log_normal) => log_normal.sd().0,
        }
    }

    /// The z of the standard normal distribution with the same probability below it.
    pub(super) fn standardised(self, x: f64) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.standardised(x),
            Self::LogNormal(log_normal) => log_normal.standardised(x),
        }
    }

    pub(super) fn quantile_at(self, z: f64) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.quantile_at(z),
            Self::LogNormal(log_normal) => log_normal.quantile_at(z),
        }
    }

    pub(super) fn density(self, x: f64) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.density(x),
            Self::LogNormal(log_normal) => log_normal.density_and_slope(x).0,
        }
    }

    /// The density at x of an uncertain distribution, and its derivative.
    pub(super) fn density_and_slope(self, x: f64) -> (f64, f64) {
        match self {
            Self::Gaussian(gaussian) => {
                let z = gaussian.standardised(x);
                let density = normal::pdf(z) / gaussian.sd;
                (density, -density * z / gaussian.sd)
            }
            Self::LogNormal(log_normal) => log_normal.density_and_slope(x),
        }
    }

    /// The width of the distribution near its quantile of the standardised z, for scaling the steps of a search.
    pub(super) fn width_at(self, z: f64) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.sd,
            Self::LogNormal(log_normal) => {
                log_normal.log_sd * log_normal.quantile_at(z).min(log_normal.mean)
            }
        }
    }
}
