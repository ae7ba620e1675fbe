//! Distributions of an energy.

use crate::joules::Joules;
use crate::normal;

/// The distribution of an energy.
///
/// It is a type with variants and never a bare mean and standard deviation, because under the
/// device `any` it has as many modes as there are devices.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Energy {
    /// One normal distribution.
    Gaussian(Gaussian),
    /// One of several normal distributions, each as likely as the others.
    Mixture(Mixture),
}

/// A normal distribution; with a standard deviation of 0 a certain value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    mean: f64,
    sd: f64,
}

/// Normal distributions of equal weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixture {
    components: Vec<Gaussian>,
}

impl Gaussian {
    pub(crate) fn new(mean: f64, variance: f64) -> Self {
        // Rounding can leave a variance of zero a little below it; a NaN must stay one.
        let variance = if variance < 0.0 { 0.0 } else { variance };
        Self {
            mean,
            sd: variance.sqrt(),
        }
    }

    /// The mean.
    pub fn mean(self) -> Joules {
        Joules(self.mean)
    }

    /// The standard deviation.
    pub fn sd(self) -> Joules {
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
        // A certain value has no tails: zero times infinity must not come in.
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
            // All the probability sits in one point.
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

impl Mixture {
    /// The distributions that it mixes with equal weights.
    pub fn components(&self) -> &[Gaussian] {
        &self.components
    }

    fn average(&self, f: impl Fn(Gaussian) -> f64) -> f64 {
        self.components
            .iter()
            .map(|&component| f(component))
            .sum::<f64>()
            / self.components.len() as f64
    }

    fn mean(&self) -> f64 {
        self.average(|component| component.mean)
    }

    /// By the law of total variance: the mean of the variances plus the variance of the means.
    fn sd(&self) -> f64 {
        let mean = self.mean();
        self.average(|component| component.sd.powi(2) + (component.mean - mean).powi(2))
            .sqrt()
    }

    fn cdf(&self, x: f64) -> f64 {
        self.average(|component| normal::cdf(component.standardised(x)))
    }

    fn survival(&self, x: f64) -> f64 {
        self.average(|component| normal::survival(component.standardised(x)))
    }

    fn density(&self, x: f64) -> f64 {
        self.average(|component| component.density(x))
    }

    /// The smallest x whose probability reaches p, by Newton steps kept inside a bracket.
    ///
    /// The quantiles of the components bracket that of the mixture. Where a step leaves the
    /// bracket or the bracket does not shrink, as between two far modes where the density is
    /// almost 0, it is halved.
    fn quantile(&self, p: f64) -> f64 {
        let z = normal::quantile(p);
        let ends = self
            .components
            .iter()
            .map(|component| component.quantile_at(z));
        let (mut low, mut high) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                // min and max would pass over a NaN.
                if x.is_nan() {
                    (x, x)
                } else {
                    (
                        if x < low { x } else { low },
                        if x > high { x } else { high },
                    )
                }
            });
        if !(low.is_finite() && high.is_finite()) {
            // p is 0, 1 or no probability, or a component is not finite.
            return low + (high - low).max(0.0);
        }
        // In the upper half the complement is used, for it keeps its digits there.
        let upper = p > 0.5;
        let excess = |x: f64| {
            if upper {
                (1.0 - p) - self.survival(x)
            } else {
                self.cdf(x) - p
            }
        };
        if excess(low) >= 0.0 {
            return low;
        }
        let mut x = (self.sd() * z + self.mean()).clamp(low, high);
        for _ in 0..MAX_STEPS {
            let g = excess(x);
            let width = high - low;
            if g >= 0.0 {
                high = x;
            } else {
                low = x;
            }
            let newton = x - g / self.density(x);
            let middle = low + 0.5 * (high - low);
            let shrinks = high - low <= 0.5 * width;
            let next = if newton > low
                && newton < high
                && (shrinks || (newton - x).abs() < 0.25 * width)
            {
                newton
            } else {
                middle
            };
            if (next - x).abs() <= 2.0 * f64::EPSILON * x.abs() || next <= low || next >= high {
                return if next <= low { high } else { next };
            }
            x = next;
        }
        x
    }
}

/// Enough halvings to take any bracket of finite numbers down to neighbours.
const MAX_STEPS: u32 = 2200;

impl Energy {
    /// One normal distribution, or the equal mixture of several.
    pub(crate) fn equal_mixture(mut components: Vec<Gaussian>) -> Self {
        match (components.len(), components.pop()) {
            (1, Some(only)) => Self::Gaussian(only),
            (_, last) => {
                components.extend(last);
                Self::Mixture(Mixture { components })
            }
        }
    }

    /// The mean; of a mixture the mean of its means.
    pub fn mean(&self) -> Joules {
        match self {
            Self::Gaussian(gaussian) => gaussian.mean(),
            Self::Mixture(mixture) => Joules(mixture.mean()),
        }
    }

    /// The standard deviation; of a mixture with the spread between its components.
    pub fn sd(&self) -> Joules {
        match self {
            Self::Gaussian(gaussian) => gaussian.sd(),
            Self::Mixture(mixture) => Joules(mixture.sd()),
        }
    }

    /// The smallest energy that is not exceeded with probability `p`.
    ///
    /// It is infinite at 0 and 1 unless the energy is certain, and not a number where `p` is
    /// no probability.
    pub fn quantile(&self, p: f64) -> Joules {
        Joules(match self {
            Self::Gaussian(gaussian) => gaussian.quantile_at(normal::quantile(p)),
            Self::Mixture(mixture) => mixture.quantile(p),
        })
    }

    /// `quantile(p)` as it is shown for the worst-case path: never below 0.
    pub fn wcec_quantile(&self, p: f64) -> Joules {
        let quantile = self.quantile(p);
        if quantile < Joules::ZERO {
            Joules::ZERO
        } else {
            quantile
        }
    }

    /// The energy that is exceeded as often as not.
    pub fn median(&self) -> Joules {
        self.quantile(0.5)
    }

    /// Probability density at `energy`, per joule.
    pub fn pdf(&self, energy: Joules) -> f64 {
        match self {
            Self::Gaussian(gaussian) => gaussian.density(energy.0),
            Self::Mixture(mixture) => mixture.density(energy.0),
        }
    }

    /// Probability of an energy up to `energy`.
    pub fn cdf(&self, energy: Joules) -> f64 {
        match self {
            Self::Gaussian(gaussian) => normal::cdf(gaussian.standardised(energy.0)),
            Self::Mixture(mixture) => mixture.cdf(energy.0),
        }
    }

    /// Probability of an energy above `energy`, exact where `1 - cdf` would round to 0.
    pub fn survival(&self, energy: Joules) -> f64 {
        match self {
            Self::Gaussian(gaussian) => normal::survival(gaussian.standardised(energy.0)),
            Self::Mixture(mixture) => mixture.survival(energy.0),
        }
    }
}
