//! One distribution of an energy on one device.

use crate::joules::Joules;
use crate::normal;

/// A normal distribution. With a standard deviation of 0, it is a certain value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    mean: f64,
    sd: f64,
}

/// A log-normal distribution with a shift, for example of an energy that is off by a factor.
///
/// Without a shift, the median is exp(−s²/2) times the mean, where s is the standard deviation of the logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogNormal {
    /// What is added to the log-normal part, in joules.
    shift: f64,
    /// The mean of the log-normal part in joules. If it is below 0, the distribution is mirrored: its long tail is on the left.
    scale: f64,
    /// s, above 0.
    log_sd: f64,
}

/// Below this skewness, a distribution is treated as normal: no quantile up to p99.9 moves by a thousandth of a standard deviation.
const SMALLEST_SKEWNESS: f64 = 5e-4;

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
        Joules(self.shift + self.scale)
    }

    /// The standard deviation: √(exp(s²) − 1) times the mean of the log-normal part.
    pub fn sd(self) -> Joules {
        Joules(self.scale.abs() * (self.log_sd * self.log_sd).exp_m1().sqrt())
    }

    /// s, the standard deviation of the logarithm. Without a shift, 0.4 means that the energy is off by at most ×/÷1.5 in two of
    /// three cases.
    pub const fn log_sd(self) -> f64 {
        self.log_sd
    }

    /// The mean of the logarithm of the log-normal part.
    fn centre(self) -> f64 {
        (-0.5 * self.log_sd).mul_add(self.log_sd, self.scale.abs().ln())
    }

    /// What of x is in the log-normal part, as a positive number.
    fn part(self, x: f64) -> f64 {
        (x - self.shift) * self.scale.signum()
    }

    fn standardised(self, x: f64) -> f64 {
        let part = self.part(x);
        let z = if part > 0.0 {
            (part.ln() - self.centre()) / self.log_sd
        } else if part.is_nan() {
            f64::NAN
        } else {
            f64::NEG_INFINITY
        };
        z * self.scale.signum()
    }

    /// The quantile of the log-normal part.
    fn part_at(self, z: f64) -> f64 {
        self.log_sd
            .mul_add(z * self.scale.signum(), self.centre())
            .exp()
    }

    fn quantile_at(self, z: f64) -> f64 {
        self.part_at(z).mul_add(self.scale.signum(), self.shift)
    }

    /// The density and its derivative.
    fn density_and_slope(self, x: f64) -> (f64, f64) {
        let part = self.part(x);
        if part > 0.0 {
            let z = (part.ln() - self.centre()) / self.log_sd;
            let density = normal::pdf(z) / (self.log_sd * part);
            let slope = -density / part * (1.0 + z / self.log_sd);
            (density, slope * self.scale.signum())
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
                shift: 0.0,
                scale: mean,
                log_sd: log_variance.sqrt(),
            })
        } else {
            let misfit = (log_sd * log_sd).exp_m1() * mean * mean;
            Self::Gaussian(Gaussian::new(mean, variance + misfit))
        }
    }

    /// The distribution with this mean (J), variance (J²) and third central moment (J³): log-normal with a shift, or normal without
    /// skewness.
    ///
    /// Source: Johnson, Kotz and Balakrishnan 1994, "Continuous Univariate Distributions", volume 1, section 14.3. With t² = exp(s²)
    /// − 1, the skewness is t³ + 3t, so t = 2 sinh(asinh(skewness / 2) / 3). For one log-normal energy, the shift is 0.
    pub(crate) fn of_moments(mean: f64, variance: f64, third: f64) -> Self {
        let sd = variance.max(0.0).sqrt();
        let skewness = third / (sd * sd * sd);
        if !skewness.is_finite() || skewness.abs() < SMALLEST_SKEWNESS {
            return Self::Gaussian(Gaussian::new(mean, variance));
        }
        let t = 2.0 * ((0.5 * skewness).asinh() / 3.0).sinh();
        let scale = sd / t;
        Self::LogNormal(LogNormal {
            shift: mean - scale,
            scale,
            log_sd: (t * t).ln_1p().sqrt(),
        })
    }

    pub(crate) fn mean_j(self) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.mean,
            Self::LogNormal(log_normal) => log_normal.mean().0,
        }
    }

    pub(crate) fn sd_j(self) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.sd,
            Self::LogNormal(log_normal) => log_normal.sd().0,
        }
    }

    /// P(X > 0).
    pub(crate) fn probability_above_zero(self) -> f64 {
        normal::survival(self.standardised(0.0))
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
                log_normal.log_sd * log_normal.part_at(z).min(log_normal.scale.abs())
            }
        }
    }
}
