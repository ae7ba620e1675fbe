//! How far predictions of whole programs are off, beyond what their own distributions say.

/// A program that no fit has seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut {
    /// What was measured, in joules.
    pub measured: f64,
    /// What was predicted, in joules.
    pub predicted: f64,
    /// Variance of the difference of the two without a discrepancy, in square joules: that of the features, of the noise
    /// of execution and of the measurement.
    pub variance: f64,
}

/// The largest discrepancy considered; a prediction that is off by ten times itself is none.
const LARGEST: f64 = 10.0;
const SMALLEST: f64 = 1e-6;
/// Places of the grid that the search begins with.
const GRID: usize = 200;

/// The s of the greatest likelihood with measured ~ Normal(predicted, √(variance + (s · predicted)²)); 0 if the
/// variances explain the differences, and none without a program that can be used.
pub fn estimate(programs: &[HeldOut]) -> Option<f64> {
    let usable: Vec<&HeldOut> = programs
        .iter()
        .filter(|program| {
            program.measured.is_finite()
                && program.predicted.is_finite()
                && program.predicted != 0.0
                && program.variance >= 0.0
        })
        .collect();
    if usable.is_empty() {
        return None;
    }
    let log_likelihood = |s: f64| -> f64 {
        let terms = usable.iter().map(|program| {
            let variance =
                (program.variance + (s * program.predicted).powi(2)).max(f64::MIN_POSITIVE);
            -0.5 * (variance.ln() + (program.measured - program.predicted).powi(2) / variance)
        });
        terms.sum()
    };
    // The likelihood may have more than one peak, so the best of a grid in log s is where the search begins.
    let (low, high) = (SMALLEST.ln(), LARGEST.ln());
    let step = (high - low) / GRID as f64;
    let best = (0..=GRID)
        .map(|index| low + step * index as f64)
        .max_by(|a, b| log_likelihood(a.exp()).total_cmp(&log_likelihood(b.exp())))?;
    let found = golden_section(best - step, best + step, |log| log_likelihood(log.exp())).exp();
    if found <= SMALLEST * step.exp() || log_likelihood(0.0) >= log_likelihood(found) {
        return Some(0.0);
    }
    Some(found.min(LARGEST))
}

/// Where a function with one peak between two places has it.
fn golden_section(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    while high - low > 1e-10 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if value(a) < value(b) {
            low = a;
        } else {
            high = b;
        }
    }
    f64::midpoint(low, high)
}
