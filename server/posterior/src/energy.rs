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

    /// The smallest x whose probability reaches p.
    fn quantile(&self, p: f64) -> f64 {
        let z = normal::quantile(p);
        if z.is_nan()
            || self
                .components
                .iter()
                .any(|part| part.mean.is_nan() || part.sd.is_nan())
        {
            return f64::NAN;
        }
        let (low, high) = self.ends(z);
        if !(low.is_finite() && high.is_finite()) {
            // At p = 0 the lowest end is the answer, at p = 1 the highest.
            return if p <= 0.5 { low } else { high };
        }
        let narrowest = self
            .components
            .iter()
            .map(|part| part.sd)
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

    /// A place next to the quantile: by the moments where the components overlap, and where they
    /// lie apart by the outermost one, which then makes up the tail alone.
    fn start_of_search(&self, p: f64, z: f64) -> f64 {
        let (mean, sd) = (self.mean(), self.sd());
        let within = self.average(|part| part.sd * part.sd);
        let share = self.components.len() as f64 * p.min(1.0 - p);
        if within > 0.5 * sd * sd || share >= 1.0 {
            sd.mul_add(z, mean)
        } else if p > 0.5 {
            self.ends(normal::quantile(1.0 - share)).1
        } else {
            self.ends(normal::quantile(share)).0
        }
    }

    /// Halley's method kept inside a bracket, which is halved where the steps leave it or do not
    /// shrink, as between two far modes where the density is almost 0.
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
            // The error left is of the third power of the step: nothing, after a small one.
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
                // Neighbouring numbers next to 0, where the resolution underflows.
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

    /// How far the probability at x exceeds p, with its two derivatives.
    ///
    /// In the upper half the complements are compared, for they keep their digits there.
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
            let density = weight * normal::pdf(z) / part.sd;
            excess.density += density;
            excess.slope -= density * z / part.sd;
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

/// The distance below which two numbers of a bracket are the same within rounding.
fn resolution(low: f64, high: f64) -> f64 {
    2.0 * f64::EPSILON * low.abs().max(high.abs())
}

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Energy, Gaussian, Joules};

    fn mixture(components: &[(f64, f64)]) -> Energy {
        Energy::equal_mixture(
            components
                .iter()
                .map(|&(mean, sd)| Gaussian::new(mean, sd * sd))
                .collect(),
        )
    }

    #[test]
    fn one_component_is_no_mixture() {
        assert!(matches!(mixture(&[(1.0, 2.0)]), Energy::Gaussian(_)));
        assert!(matches!(
            mixture(&[(1.0, 2.0), (3.0, 2.0)]),
            Energy::Mixture(_)
        ));
    }

    #[test]
    fn the_median_between_two_far_modes_is_in_the_middle() {
        let energy = mixture(&[(-1.0, 1e-3), (1.0, 1e-3)]);
        // Between the modes the probability is one half within rounding, so any place will do.
        assert!(energy.median().0.abs() < 0.999);
        assert!((energy.quantile(0.25).0 + 1.0).abs() < 1e-12);
        assert!((energy.quantile(0.75).0 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_certain_energy_has_no_spread() {
        let energy = mixture(&[(2.0, 0.0)]);
        for p in [0.0, 0.3, 1.0] {
            assert_eq!(energy.quantile(p), Joules(2.0));
        }
        assert_eq!(
            (energy.cdf(Joules(1.9)), energy.cdf(Joules(2.0))),
            (0.0, 1.0)
        );
        assert!(energy.pdf(Joules(2.0)).is_infinite());
        assert_eq!(energy.pdf(Joules(1.0)).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn certain_components_make_steps() {
        let energy = mixture(&[(1.0, 0.0), (3.0, 0.0)]);
        assert_eq!(energy.quantile(0.3), Joules(1.0));
        assert_eq!(energy.quantile(0.5), Joules(1.0));
        assert!((energy.quantile(0.7).0 - 3.0).abs() < 1e-14);
        assert!((energy.sd().0 - 1.0).abs() < 1e-15);
    }

    #[test]
    fn brackets_at_the_ends_of_the_number_range_come_to_an_end() {
        let widest = mixture(&[(-1.7e308, 0.0), (1.7e308, 0.0)]);
        assert!((widest.quantile(0.7).0 / 1.7e308 - 1.0).abs() < 1e-15);
        let smallest = f64::from_bits(1);
        let narrowest = mixture(&[(0.0, 0.0), (smallest, 0.0)]);
        assert_eq!(narrowest.quantile(0.7), Joules(smallest));
        let huge = mixture(&[(-1e308, 1e150), (1e308, 1e150)]);
        assert!((huge.quantile(0.75).0 / 1e308 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_probability_has_no_quantile() {
        for energy in [mixture(&[(1.0, 2.0)]), mixture(&[(1.0, 2.0), (3.0, 1.0)])] {
            for p in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
                assert!(energy.quantile(p).0.is_nan());
                assert!(energy.wcec_quantile(p).0.is_nan());
            }
            assert_eq!(energy.quantile(0.0), Joules(f64::NEG_INFINITY));
            assert_eq!(energy.quantile(1.0), Joules(f64::INFINITY));
            assert_eq!(energy.wcec_quantile(0.0), Joules::ZERO);
        }
    }

    #[test]
    fn what_is_not_a_number_stays_so() {
        for components in [
            &[(f64::NAN, 1.0), (0.0, 1.0)][..],
            &[(0.0, f64::NAN), (1.0, 1.0)],
        ] {
            let energy = mixture(components);
            assert!(energy.quantile(0.5).0.is_nan());
            assert!(energy.sd().0.is_nan());
            assert!(energy.cdf(Joules(0.5)).is_nan());
        }
    }

    proptest! {
        #[test]
        fn a_quantile_is_the_inverse_of_the_probability(
            components in prop::collection::vec((-1e3_f64..1e3, 1e-6_f64..1e3), 1..5),
            exponent in 0.0_f64..12.0,
            upper: bool,
        ) {
            let energy = mixture(&components);
            let tail = 0.5 * 10.0_f64.powf(-exponent);
            let p = if upper { 1.0 - tail } else { tail };
            let x = energy.quantile(p);
            let (found, wanted) =
                if upper { (energy.survival(x), 1.0 - p) } else { (energy.cdf(x), p) };
            // A narrow component is steep: one unit in the last place of x moves p this much.
            let slack = energy.pdf(x) * 16.0 * f64::EPSILON * 1e4;
            prop_assert!((found - wanted).abs() <= 1e-10 * wanted + slack, "{found:e} {wanted:e}");
        }

        #[test]
        fn quantiles_grow_with_the_probability(
            components in prop::collection::vec((-10.0_f64..10.0, 1e-3_f64..10.0), 1..5),
            mut ps in prop::collection::vec(1e-9_f64..1.0, 2..6),
        ) {
            ps.sort_by(f64::total_cmp);
            let energy = mixture(&components);
            let quantiles: Vec<f64> = ps.iter().map(|&p| energy.quantile(p).0).collect();
            prop_assert!(quantiles.is_sorted_by(|a, b| *a <= *b + 1e-12));
        }

        #[test]
        fn certain_parts_beside_uncertain_ones_still_have_quantiles(
            certain in -10.0_f64..10.0, mean in -10.0_f64..10.0, sd in 1e-3_f64..10.0, p in 0.001_f64..0.999,
        ) {
            let energy = mixture(&[(certain, 0.0), (mean, sd)]);
            let x = energy.quantile(p);
            prop_assert!(energy.cdf(x + Joules(1e-9)) >= p - 1e-9);
            prop_assert!(energy.cdf(x - Joules(1e-9)) <= p + 1e-9);
        }
    }
}
