//! How much the skewness of an energy can move its quantiles.
//!
//! The energy is a sum of log-normal prices that vary together, and of normal parts. No price is counted less than 0 times, and no
//! covariance of their logarithms is below 0. Then the skewness of the sum is between 0 and that of its widest price:
//!
//! With the weights wᵢ, R as in [`posterior::Posterior`] and the variance v = wᵀRw, each (Rw)ᵢ is at most √(Rᵢᵢ v), so that
//! 3 Σ wᵢ(Rw)ᵢ² ≤ 3 t v^1.5, where t² is the largest Rᵢᵢ. For A with Aᵢⱼ = √wᵢ Rᵢⱼ √wⱼ, tr A³ ≤ (tr A²)^1.5 ≤ (t² v)^1.5. The
//! third moment is the sum of both, and a log-normal price with the relative standard deviation t has the skewness 3t + t³.
//!
//! So the energy is a shifted log-normal one whose t, as in `Component::of_moments`, is between 0 and that of the widest price.

/// A range for the t of a distribution.
#[derive(Clone, Copy, Debug)]
pub(super) struct MostSkewed {
    /// Its largest value.
    t: f64,
}

/// Room for the parts that a third moment leaves out, which may be others at smaller counts. In 4,000 random sums of the default
/// model's prices, none had a larger third moment than one with greater counts.
const SLACK: f64 = 1.01;

/// The steps of a golden-section search; the range is then 10⁻⁸ of the first one.
const STEPS: u32 = 40;

impl MostSkewed {
    /// For prices whose standard deviation is at most this share of their mean.
    pub(super) const fn new(t: f64) -> Self {
        Self { t }
    }

    /// Whether nothing is skewed.
    pub(super) fn is_none(self) -> bool {
        self.t <= 0.0
    }

    /// The same for an energy of which more is known: at most this third central moment, and at least this variance.
    pub(super) fn within(self, third: f64, variance: f64) -> Self {
        let skewness = SLACK * third / variance.powf(1.5);
        let t = 2.0 * ((0.5 * skewness).asinh() / 3.0).sinh();
        if variance > 0.0 && t < self.t {
            Self { t: t.max(0.0) }
        } else {
            self
        }
    }

    /// The least standard normal value with the same probability below it as `room`, in standard deviations above the mean.
    pub(super) fn least_standardised(self, room: f64) -> f64 {
        let lowest = minimum(self.t, |t| standardised(room, t));
        lowest.min(room)
    }

    /// The largest quantile, in standard deviations above the mean, for the standard normal value `z`.
    pub(super) fn largest_quantile(self, z: f64) -> f64 {
        let highest = -minimum(self.t, |t| -quantile(z, t));
        highest.max(z)
    }
}

/// With the part L that has the mean 1/t and the variance 1, L − 1/t ≤ x for the standard normal value ln(1 + xt)/s + s/2.
fn standardised(x: f64, t: f64) -> f64 {
    let s = (t * t).ln_1p().sqrt();
    (x * t).ln_1p() / s + 0.5 * s
}

/// The inverse of [`standardised`].
fn quantile(z: f64, t: f64) -> f64 {
    let s = (t * t).ln_1p().sqrt();
    s.mul_add(z, -0.5 * s * s).exp_m1() / t
}

/// The minimum over (0, end] of a function that falls and then grows, or only does one of them.
fn minimum(end: f64, of: impl Fn(f64) -> f64) -> f64 {
    if end <= 0.0 {
        return f64::INFINITY;
    }
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let (mut low, mut high) = (0.0, end);
    let inside = |low: f64, high: f64| {
        let step = golden * (high - low);
        (high - step, low + step)
    };
    let (mut left, mut right) = inside(low, high);
    let mut least = of(end);
    for _ in 0..STEPS {
        let (at_left, at_right) = (of(left), of(right));
        least = least.min(at_left).min(at_right);
        if at_left <= at_right {
            high = right;
        } else {
            low = left;
        }
        (left, right) = inside(low, high);
    }
    least
}

#[cfg(test)]
mod tests {
    use super::{MostSkewed, quantile, standardised};
    use proptest::prelude::*;

    /// `scipy.stats.lognorm(s, loc=-1/t, scale=exp(-s**2/2)/t)` with `s = sqrt(log1p(t**2))`, and its extremes over a grid of
    /// 300,000 values of t up to 3 (SciPy 1.17.1).
    #[test]
    fn the_bounds_are_those_of_scipy() {
        let close = |found: f64, wanted: f64| {
            assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
        };
        close(standardised(2.0, 0.5), 1.703_538_925);
        close(quantile(2.326_347_874, 0.9), 3.845_040_918);
        close(MostSkewed::new(3.0).least_standardised(3.0), 2.081_386_528);
        close(
            MostSkewed::new(3.0).largest_quantile(2.326_347_874),
            3.975_461_138,
        );
    }

    #[test]
    fn without_skewness_nothing_changes() {
        let none = MostSkewed::new(0.0);
        assert_eq!(none.least_standardised(2.0).to_bits(), 2.0_f64.to_bits());
        assert_eq!(none.largest_quantile(2.0).to_bits(), 2.0_f64.to_bits());
    }

    proptest! {
        #[test]
        fn no_smaller_skewness_is_outside(
            most in 0.01_f64..3.0, share in 0.0_f64..1.0, room in 0.0_f64..40.0,
        ) {
            let t = (most * share).max(1e-6);
            let bounds = MostSkewed::new(most);
            prop_assert!(bounds.least_standardised(room) <= standardised(room, t) + 1e-6);
            let z = room / 5.0;
            prop_assert!(bounds.largest_quantile(z) >= quantile(z, t) - 1e-6);
        }
    }
}
