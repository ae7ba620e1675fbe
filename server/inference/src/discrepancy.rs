//! How far predictions of whole programs are off, beyond the spread of their own distributions.

use std::collections::BTreeMap;

/// A program that no fit has seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut {
    /// The measured energy in joules.
    pub measured: f64,
    /// The predicted energy in joules.
    pub predicted: f64,
    /// The variance of their difference without a discrepancy, in square joules: that of the features, of the noise of executions
    /// and of the measurement.
    pub variance: f64,
    /// Σ (cₖE\[θₖ\])² over its features, in square joules.
    pub squares: f64,
}

impl HeldOut {
    /// The same with a prediction that is this many times as high. The variance of the measurement is taken as small.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            measured: self.measured,
            predicted: factor * self.predicted,
            variance: factor * factor * self.variance,
            squares: factor * factor * self.squares,
        }
    }

    /// ln(measured / predicted); `None` if one of them is not positive.
    fn log_error(&self) -> Option<f64> {
        let is_usable = self.measured > 0.0 && self.predicted > 0.0;
        let error = (self.measured / self.predicted).ln();
        (is_usable && error.is_finite()).then_some(error)
    }

    /// The variance of the measurement's logarithm around that of the prediction, without a discrepancy.
    pub fn log_variance(&self) -> f64 {
        (self.variance.max(0.0) / self.predicted.powi(2)).ln_1p()
    }
}

/// The share by which predictions are off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Discrepancy {
    /// s, for whole programs.
    pub of_program: f64,
    /// τ, for each feature of a program separately.
    pub of_feature: f64,
}

impl Discrepancy {
    /// The variance of a program's measurement around its prediction, in square joules.
    pub fn variance(self, program: &HeldOut) -> f64 {
        self.of_feature.powi(2).mul_add(
            program.squares,
            (self.of_program * program.predicted).powi(2) + program.variance,
        )
    }
}

/// The largest discrepancy considered. A prediction that is off by ten times its value is useless.
const LARGEST: f64 = 10.0;
const SMALLEST: f64 = 1e-6;
/// Grid points at which the search for the size begins.
const GRID: usize = 200;
/// Grid points at which the search for the features' part begins.
const PARTS: usize = 20;

/// The s and τ with the greatest likelihood for measured ~ Normal(predicted, √(variance + (s · predicted)² + τ² · squares)). They
/// are 0 if the variances explain the differences. `None` without a usable program.
///
/// τ makes programs whose energy comes from few features deviate more than others, which distinguishes it from s.
pub fn estimate(programs: &[HeldOut]) -> Option<Discrepancy> {
    let usable: Vec<HeldOut> = programs
        .iter()
        .filter(|program| {
            program.measured.is_finite()
                && program.predicted.is_finite()
                && program.predicted != 0.0
                && program.variance >= 0.0
                && program.squares >= 0.0
        })
        .copied()
        .collect();
    if usable.is_empty() {
        return None;
    }
    let concentrations: Vec<f64> = usable
        .iter()
        .map(|program| program.squares / program.predicted.powi(2))
        .collect();
    // For a program of the usual concentration, the part is the features' share of the variance.
    let usual = crate::quantile(&concentrations, 0.5);
    let sized = |part: f64| {
        let shares: Vec<f64> = concentrations
            .iter()
            .map(|concentration| part.mul_add(concentration / usual - 1.0, 1.0))
            .collect();
        size(&usable, &shares)
    };
    if usual <= 0.0 {
        let of_program = size(&usable, &vec![1.0; usable.len()]).0;
        return Some(Discrepancy {
            of_program,
            of_feature: 0.0,
        });
    }
    let step = 1.0 / PARTS as f64;
    let best = (0..=PARTS)
        .map(|index| step * index as f64)
        .max_by(|a, b| sized(*a).1.total_cmp(&sized(*b).1))?;
    let (low, high) = ((best - step).max(0.0), (best + step).min(1.0));
    let found = golden_section(low, high, 1e-7, |part| sized(part).1);
    // The maximum may be at an end of the range.
    let part = [low, found, high]
        .into_iter()
        .max_by(|a, b| sized(*a).1.total_cmp(&sized(*b).1))?;
    let size = sized(part).0;
    Some(Discrepancy {
        of_program: size * (1.0 - part).sqrt(),
        of_feature: (size * (part / usual).sqrt()).min(LARGEST),
    })
}

/// ln of the factor by which algorithms cost more than predicted: the mean over algorithms of the mean over the variants of each,
/// which err alike. `None` without a usable program.
pub fn log_bias<A: Ord>(programs: impl IntoIterator<Item = (A, HeldOut)>) -> Option<f64> {
    let mut errors: BTreeMap<A, Vec<f64>> = BTreeMap::new();
    for (algorithm, program) in programs {
        errors
            .entry(algorithm)
            .or_default()
            .extend(program.log_error());
    }
    let mean = |values: &[f64]| {
        let count = values.len() as f64;
        (count > 0.0).then(|| values.iter().sum::<f64>() / count)
    };
    let of_each: Vec<f64> = errors.values().filter_map(|errors| mean(errors)).collect();
    mean(&of_each)
}

/// The s with the greatest likelihood for ln measured ~ Normal(ln predicted, √(s² + variance of the logarithm)). `None` without a
/// usable program.
pub fn of_factors(programs: &[HeldOut]) -> Option<f64> {
    let usable: Vec<(f64, f64)> = programs
        .iter()
        .filter_map(|program| Some((program.log_error()?, program.log_variance())))
        .filter(|(_, variance)| variance.is_finite())
        .collect();
    if usable.is_empty() {
        return None;
    }
    let log_likelihood = |s: f64| -> f64 {
        let terms = usable.iter().map(|(off, variance)| {
            let variance = s.mul_add(s, *variance).max(f64::MIN_POSITIVE);
            -0.5 * (variance.ln() + off * off / variance)
        });
        terms.sum()
    };
    let log_s = golden_section(SMALLEST.ln(), LARGEST.ln(), 1e-10, |log| {
        log_likelihood(log.exp())
    });
    Some(log_s.exp())
}

/// The k with the greatest likelihood for the variances + (k · predicted)² · share, and the logarithm of that likelihood.
fn size(programs: &[HeldOut], shares: &[f64]) -> (f64, f64) {
    let log_likelihood = |k: f64| -> f64 {
        let terms = programs.iter().zip(shares).map(|(program, share)| {
            let variance = (k * program.predicted)
                .powi(2)
                .mul_add(*share, program.variance)
                .max(f64::MIN_POSITIVE);
            -0.5 * (variance.ln() + (program.measured - program.predicted).powi(2) / variance)
        });
        terms.sum()
    };
    // The likelihood may have several peaks, so the search begins at the best point of a grid in log k.
    let (low, high) = (SMALLEST.ln(), LARGEST.ln());
    let step = (high - low) / GRID as f64;
    let best = (0..=GRID)
        .map(|index| low + step * index as f64)
        .max_by(|a, b| log_likelihood(a.exp()).total_cmp(&log_likelihood(b.exp())))
        .unwrap_or(low);
    let log_k = golden_section(best - step, best + step, 1e-10, |log| {
        log_likelihood(log.exp())
    });
    let (found, none) = (log_k.exp(), log_likelihood(0.0));
    let likelihood = log_likelihood(found);
    if found <= SMALLEST * step.exp() || none >= likelihood {
        return (0.0, none);
    }
    (found.min(LARGEST), likelihood)
}

/// The maximum of a function with a single peak in a range.
fn golden_section(mut low: f64, mut high: f64, width: f64, value: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    while high - low > width {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if value(a) < value(b) {
            low = a;
        } else {
            high = b;
        }
    }
    f64::midpoint(low, high)
}
