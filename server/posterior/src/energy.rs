//! Distributions of an energy.

mod component;
mod mixture;

use crate::joules::Joules;
use crate::normal;

pub use component::{Component, Gaussian, LogNormal};
pub use mixture::Mixture;

/// The distribution of an energy.
///
/// It is a type with variants and never just a mean and a standard deviation: a model of compiled code is off by factors, and for
/// the device `any`, a distribution has as many modes as there are devices.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Energy {
    /// One distribution.
    Single(Component),
    /// One of several distributions, with equal probability.
    Mixture(Mixture),
}

impl Energy {
    /// One distribution, or the equal mixture of several.
    pub(crate) fn equal_mixture(mut components: Vec<Component>) -> Self {
        match (components.len(), components.pop()) {
            (1, Some(only)) => Self::Single(only),
            (_, last) => {
                components.extend(last);
                Self::Mixture(Mixture::new(components))
            }
        }
    }

    /// Applies one function to a single distribution, or the other to a mixture.
    fn of(&self, single: impl Fn(Component) -> f64, mixture: impl Fn(&Mixture) -> f64) -> f64 {
        match self {
            Self::Single(component) => single(*component),
            Self::Mixture(several) => mixture(several),
        }
    }

    /// The mean; for a mixture, the mean of its means.
    pub fn mean(&self) -> Joules {
        Joules(self.of(Component::mean_j, Mixture::mean))
    }

    /// The standard deviation; for a mixture, including the spread between its components.
    pub fn sd(&self) -> Joules {
        Joules(self.of(Component::sd_j, Mixture::sd))
    }

    /// The smallest energy that is not exceeded with probability `p`.
    ///
    /// For 0 and 1, it is the end of the distribution, which is infinite unless the energy is certain or has no tail on that side.
    /// It is NaN if `p` is not a probability.
    pub fn quantile(&self, p: f64) -> Joules {
        let single = |component: Component| component.quantile_at(normal::quantile(p));
        Joules(self.of(single, |mixture| mixture.quantile(p)))
    }

    /// `quantile(p)` as displayed for the worst-case path: never below 0.
    pub fn wcec_quantile(&self, p: f64) -> Joules {
        let quantile = self.quantile(p);
        if quantile < Joules::ZERO {
            Joules::ZERO
        } else {
            quantile
        }
    }

    /// The energy that is exceeded with a probability of one half.
    pub fn median(&self) -> Joules {
        self.quantile(0.5)
    }

    /// Probability density at `energy`, per joule.
    pub fn pdf(&self, Joules(energy): Joules) -> f64 {
        self.of(
            |component| component.density(energy),
            |mixture| mixture.density(energy),
        )
    }

    /// Probability of an energy up to `energy`.
    pub fn cdf(&self, Joules(energy): Joules) -> f64 {
        self.of(
            |component| normal::cdf(component.standardised(energy)),
            |mixture| mixture.cdf(energy),
        )
    }

    /// Probability of an energy above `energy`, accurate even if `1 - cdf` would round to 0.
    pub fn survival(&self, Joules(energy): Joules) -> f64 {
        self.of(
            |component| normal::survival(component.standardised(energy)),
            |mixture| mixture.survival(energy),
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Component, Energy, Gaussian, Joules};

    fn mixture(components: &[(f64, f64)]) -> Energy {
        Energy::equal_mixture(
            components
                .iter()
                .map(|&(mean, sd)| Component::Gaussian(Gaussian::new(mean, sd * sd)))
                .collect(),
        )
    }

    #[test]
    fn one_component_is_no_mixture() {
        assert!(matches!(
            mixture(&[(1.0, 2.0)]),
            Energy::Single(Component::Gaussian(_))
        ));
        assert!(matches!(
            mixture(&[(1.0, 2.0), (3.0, 2.0)]),
            Energy::Mixture(_)
        ));
    }

    #[test]
    fn the_median_between_two_far_modes_is_in_the_middle() {
        let energy = mixture(&[(-1.0, 1e-3), (1.0, 1e-3)]);
        // Between the modes, the probability is one half within rounding, so any position is valid.
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

    fn factors(components: &[(f64, f64)]) -> Energy {
        let of = |&(mean, log_sd): &(f64, f64)| Component::off_by_a_factor(mean, 0.0, log_sd);
        Energy::equal_mixture(components.iter().map(of).collect())
    }

    /// From `scipy.stats.lognorm(s, scale=mean * exp(-s * s / 2))` and, for the mixture, `scipy.optimize.brentq` on the mean of
    /// two `cdf`s (SciPy 1.17.1).
    #[test]
    fn log_normal_energies_are_those_of_scipy() {
        let close = |found: f64, wanted: f64| {
            assert!((found / wanted - 1.0).abs() < 1e-9, "{found} {wanted}");
        };
        let one = factors(&[(2.0, 0.7)]);
        close(one.mean().0, 2.0);
        close(one.sd().0, 1.590_366_272_222_067_5);
        close(one.quantile(0.05).0, 0.494_973_843_954_217_3);
        close(one.median().0, 1.565_409_076_483_736_3);
        close(one.quantile(0.999).0, 13.616_874_489_080_605);
        close(one.pdf(Joules(1.5)), 0.379_239_390_746_913_1);
        close(one.survival(Joules(30.0)), 1.228_884_564_636_428_2e-05);
        assert_eq!(one.cdf(Joules(-1.0)).to_bits(), 0.0_f64.to_bits());
        let two = factors(&[(2.0, 0.7), (5.0, 0.3)]);
        close(two.quantile(0.05).0, 0.638_305_088_139_604_2);
        close(two.quantile(0.95).0, 7.208_568_570_987_314);
        close(two.sd().0, 2.166_058_860_286_554_5);
    }

    /// From `scipy.stats.lognorm(s, loc=2-c, scale=c*exp(-s*s/2))` with `t = 2*sinh(arcsinh(1/2)/3)`, `s = sqrt(log1p(t*t))` and `c =
    /// 0.5/t` (SciPy 1.17.1): mean 2, standard deviation 0.5 and skewness 1.
    #[test]
    fn a_skewed_energy_is_that_of_scipy_and_its_mirror_image() {
        let close = |found: f64, wanted: f64| {
            assert!((found / wanted - 1.0).abs() < 1e-9, "{found} {wanted}");
        };
        let third = 0.5_f64.powi(3);
        let right = Energy::Single(Component::of_moments(2.0, 0.25, third));
        close(right.mean().0, 2.0);
        close(right.sd().0, 0.5);
        close(right.quantile(0.05).0, 1.328_992_185_568_341_3);
        close(right.median().0, 1.925_227_027_857_723_3);
        close(right.quantile(0.999).0, 4.349_160_545_391_937);
        close(right.pdf(Joules(2.2)), 0.625_335_079_131_185_5);
        close(right.cdf(Joules(1.0)), 0.000_866_119_360_353_822_3);
        close(right.survival(Joules(5.0)), 0.000_171_004_127_170_495_43);
        let left = Energy::Single(Component::of_moments(-2.0, 0.25, -third));
        close(left.mean().0, -2.0);
        close(left.quantile(0.95).0, -1.328_992_185_568_341_3);
        close(left.pdf(Joules(-2.2)), 0.625_335_079_131_185_5);
        close(left.survival(Joules(-1.0)), 0.000_866_119_360_353_822_3);
        close(left.cdf(Joules(-5.0)), 0.000_171_004_127_170_495_43);
        assert_eq!(right.cdf(Joules(-9.0)).to_bits(), 0.0_f64.to_bits());
        assert_eq!(left.survival(Joules(9.0)).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn moments_of_one_log_normal_energy_need_no_shift() {
        let (mean, log_sd) = (3e-8_f64, 0.6_f64);
        let relative = (log_sd * log_sd).exp_m1();
        let variance = mean * mean * relative;
        let third = mean.powi(3) * relative * relative * (relative + 3.0);
        let found = Energy::Single(Component::of_moments(mean, variance, third));
        let wanted = factors(&[(mean, log_sd)]);
        for p in [0.01, 0.3, 0.99] {
            let (found, wanted) = (found.quantile(p).0, wanted.quantile(p).0);
            assert!((found / wanted - 1.0).abs() < 1e-9, "{found} {wanted}");
        }
        assert!(found.cdf(Joules(1e-12)) < 1e-12);
    }

    #[test]
    fn what_is_not_above_nothing_is_not_off_by_a_factor() {
        assert!(matches!(
            factors(&[(-1.0, 0.5)]),
            Energy::Single(Component::Gaussian(_))
        ));
        assert!(matches!(
            factors(&[(0.0, 0.5)]),
            Energy::Single(Component::Gaussian(_))
        ));
        assert!(matches!(
            factors(&[(1.0, 0.0)]),
            Energy::Single(Component::Gaussian(_))
        ));
        assert!(factors(&[(f64::NAN, 0.5)]).quantile(0.5).0.is_nan());
    }

    proptest! {
        #[test]
        fn a_quantile_of_skewed_energies_is_the_inverse_of_the_probability(
            components in prop::collection::vec((-10.0_f64..10.0, 0.01_f64..3.0, -4.0_f64..4.0), 1..4),
            p in 0.001_f64..0.999,
        ) {
            let of = |&(mean, sd, skewness): &(f64, f64, f64)| {
                Component::of_moments(mean, sd * sd, skewness * sd * sd * sd)
            };
            let energy = Energy::equal_mixture(components.iter().map(of).collect());
            let x = energy.quantile(p);
            prop_assert!((energy.cdf(x) - p).abs() < 1e-6, "{} {p}", energy.cdf(x));
            prop_assert!((energy.cdf(x) + energy.survival(x) - 1.0).abs() < 1e-9);
        }

        #[test]
        fn a_quantile_of_factors_is_the_inverse_of_the_probability(
            components in prop::collection::vec((1e-9_f64..1e3, 0.05_f64..2.0), 1..5),
            exponent in 0.0_f64..9.0,
            upper: bool,
        ) {
            let energy = factors(&components);
            let tail = 0.5 * 10.0_f64.powf(-exponent);
            let p = if upper { 1.0 - tail } else { tail };
            let x = energy.quantile(p);
            let (found, wanted) =
                if upper { (energy.survival(x), 1.0 - p) } else { (energy.cdf(x), p) };
            let slack = energy.pdf(x) * x.0 * 1e-12;
            prop_assert!((found - wanted).abs() <= 1e-9 * wanted + slack, "{found:e} {wanted:e}");
        }

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
            // A narrow component is steep: one unit in the last place of x changes p this much.
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
