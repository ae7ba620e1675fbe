//! Confidence intervals of shares.

use statrs::distribution::{ContinuousCDF, Normal};

/// The score interval of a share (Wilson 1927, equation 8) at a confidence level such as 0.95: `hits` of `trials`.
///
/// Repeated trials count as fractions of one. Both ends are NaN without trials.
pub fn wilson_interval(hits: f64, trials: f64, confidence: f64) -> (f64, f64) {
    let z = Normal::standard().inverse_cdf(0.5 + confidence / 2.0);
    let n = trials;
    let share = hits / n;
    let centre = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    ((centre - spread) / scale, (centre + spread) / scale)
}
