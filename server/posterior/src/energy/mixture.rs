//! Mixtures of distributions with equal weights.

use super::component::Component;
use crate::normal;

/// A mixture of distributions with equal weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixture {
    components: Vec<Component>,
}

impl Mixture {
    pub(super) const fn new(components: Vec<Component>) -> Self {
        Self { components }
    }

    /// Its components.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    fn average(&self, f: impl Fn(Component) -> f64) -> f64 {
        self.components
            .iter()
            .map(|&component| f(component))
            .sum::<f64>()
            / self.components.len() as f64
    }

    pub(super) fn mean(&self) -> f64 {
        self.average(Component::mean_j)
    }

    /// By the law of total variance: the mean of the variances plus the variance of the means.
    pub(super) fn sd(&self) -> f64 {
        let mean = self.mean();
        self.average(|component| component.sd_j().powi(2) + (component.mean_j() - mean).powi(2))
            .sqrt()
    }

    pub(super) fn cdf(&self, x: f64) -> f64 {
        self.average(|component| normal::cdf(component.standardised(x)))
    }

    pub(super) fn survival(&self, x: f64) -> f64 {
        self.average(|component| normal::survival(component.standardised(x)))
    }

    pub(super) fn density(&self, x: f64) -> f64 {
        self.average(|component| component.density(x))
    }

    /// The smallest x whose probability reaches p.
    pub(super) fn quantile(&self, p: f64) -> f64 {
        let z = normal::quantile(p);
        if z.is_nan()
            || self
                .components
                .iter()
                .any(|part| part.mean_j().is_nan() || part.sd_j().is_nan())
        {
            return f64::NAN;
        }
        let (low, high) = self.ends(z);
        if !(low.is_finite() && high.is_finite()) {
            // At p = 0, the answer is the lowest end; at p = 1, the highest.
            return if p <= 0.5 { low } else { high };
        }
        let narrowest = self
            .components
            .iter()
            .map(|part| part.width_at(z))
            .fold(f64::INFINITY, f64::min);
        if narrowest > 0.0 {
            let start = self.start_of_search(p, z);
            self.smooth_quantile(p, (low, high), start.clamp(low, high), narrowest)
        } else {
            self.stepped_quantile(p, (low, high))
        }
    }

    /// The lowest and the highest quantile of the components, which bracket that of the mixture.
    fn ends(&self, z: f64) -> (f64, f64) {
        let quantiles = self.components.iter().map(|part| part.quantile_at(z));
        quantiles.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
            (low.min(x), high.max(x))
        })
    }

    /// A starting point near the quantile: from the moments if the components overlap; otherwise from the outermost one, which
    /// alone makes up the tail.
    fn start_of_search(&self, p: f64, z: f64) -> f64 {
        let (mean, sd) = (self.mean(), self.sd());
        let within = self.average(|part| part.sd_j() * part.sd_j());
        let share = self.components.len() as f64 * p.min(1.0 - p);
        if within > 0.5 * sd * sd || share >= 1.0 {
            sd.mul_add(z, mean)
        } else if p > 0.5 {
            self.ends(normal::quantile(1.0 - share)).1
        } else {
            self.ends(normal::quantile(share)).0
        }
    }

    /// Halley's method inside a bracket. The bracket is halved if a step leaves it or does not shrink, as between two distant
    /// modes, where the density is almost 0.
    fn smooth_quantile(
        &self,
        p: f64,
        (mut low, mut high): (f64, f64),
        start: f64,
        narrowest: f64,
    ) -> f64 {
        let tolerance = resolution(low, high);
        let mut x = start;
        let mut last_step = high - low;
        while high - low > tolerance {
            let Excess {
                value,
                density,
                slope,
            } = self.excess(x, p);
            if value >= 0.0 {
                high = x;
            } else {
                low = x;
            }
            let newton = value / density;
            let bend = 1.0 - 0.5 * newton * slope / density;
            let step = if bend > 0.5 { newton / bend } else { newton };
            let next = x - step;
            // The remaining error is of third order in the step, so it is negligible after a small step.
            if step.abs() <= 1e-6 * narrowest {
                return next;
            }
            let shrinks = step.abs() <= 0.5 * last_step;
            let taken = if shrinks && next > low && next < high {
                next
            } else {
                f64::midpoint(low, high)
            };
            last_step = (taken - x).abs();
            x = taken;
        }
        high
    }

    /// Bisection, for distributions whose probability jumps at a certain value.
    fn stepped_quantile(&self, p: f64, (mut low, mut high): (f64, f64)) -> f64 {
        if self.excess(low, p).value >= 0.0 {
            return low;
        }
        let tolerance = resolution(low, high);
        while high - low > tolerance {
            let x = f64::midpoint(low, high);
            if x <= low || x >= high {
                // Neighbouring numbers near 0, where the resolution underflows.
                break;
            }
            if self.excess(x, p).value >= 0.0 {
                high = x;
            } else {
                low = x;
            }
        }
        high
    }

    /// By how much the probability at x exceeds p, with two derivatives.
    ///
    /// In the upper half, the complements are compared, because they keep their digits there.
    fn excess(&self, x: f64, p: f64) -> Excess {
        let weight = 1.0 / self.components.len() as f64;
        let upper = p > 0.5;
        let mut excess = Excess {
            value: if upper { 1.0 - p } else { -p },
            density: 0.0,
            slope: 0.0,
        };
        for part in &self.components {
            let z = part.standardised(x);
            let (density, slope) = part.density_and_slope(x);
            excess.density += weight * density;
            excess.slope += weight * slope;
            excess.value += if upper {
                -weight * normal::cdf(-z)
            } else {
                weight * normal::cdf(z)
            };
        }
        excess
    }
}

/// The distance of a distribution function from a probability, with its derivatives.
struct Excess {
    value: f64,
    density: f64,
    slope: f64,
}

/// Two ends of a bracket closer than this are equal within rounding.
fn resolution(low: f64, high: f64) -> f64 {
    2.0 * f64::EPSILON * low.abs().max(high.abs())
}
