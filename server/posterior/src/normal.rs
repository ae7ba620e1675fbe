//! The standard normal distribution, accurate far into both tails.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

use libm::erfc;
use statrs::function::erf::erfc_inv;

/// 1/√(2π)
const DENSITY_AT_ZERO: f64 = 0.398_942_280_401_432_7;

pub(crate) fn pdf(z: f64) -> f64 {
    DENSITY_AT_ZERO * (-0.5 * z * z).exp()
}

/// The probability of a value up to `z`.
pub(crate) fn cdf(z: f64) -> f64 {
    0.5 * erfc(-z * FRAC_1_SQRT_2)
}

/// The probability of a value above `z`, which `1 - cdf(z)` would lose to rounding.
pub(crate) fn survival(z: f64) -> f64 {
    0.5 * erfc(z * FRAC_1_SQRT_2)
}

/// The value whose `cdf` is `p`: −∞ at 0, +∞ at 1, NaN outside of [0, 1].
pub(crate) fn quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        f64::NAN
    } else if p <= 0.5 {
        -SQRT_2 * erfc_inv(2.0 * p)
    } else {
        SQRT_2 * erfc_inv(2.0 * (1.0 - p))
    }
}
