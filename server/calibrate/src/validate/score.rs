//! How far predictions are off, and how often their intervals hold what was measured.

use harness::suite::{FIBONACCI, MATRIX};
use inference::{quantile, wilson_interval};
use serde::Serialize;

use super::energies::Measured;

/// The share of measurements that an interval is to hold.
pub(super) const INTERVAL: f64 = 0.9;
/// The confidence of the interval of that share.
pub(super) const CONFIDENCE: f64 = 0.95;

/// A program with its prediction.
#[derive(Clone, Debug)]
pub(super) struct Prediction {
    /// The name.
    pub(super) program: String,
    /// The energy of an iteration that was measured.
    pub(super) measured: Measured,
    /// The mean of the energy of an iteration that was predicted, in joules.
    pub(super) predicted_j: f64,
    /// The ends of the interval that holds [`INTERVAL`] of its distribution, in joules.
    pub(super) interval_j: (f64, f64),
    /// The share of executions that have no price.
    pub(super) unpriced: f64,
}

impl Prediction {
    /// The relative error, above 0 where too much was predicted.
    pub(super) fn error(&self) -> f64 {
        self.predicted_j / self.measured.joules - 1.0
    }

    /// True where the interval holds what was measured.
    pub(super) fn is_covered(&self) -> bool {
        let (low, high) = self.interval_j;
        (low..=high).contains(&self.measured.joules)
    }

    /// Half of the interval's width as a share of the prediction.
    fn half_width(&self) -> f64 {
        let (low, high) = self.interval_j;
        (high - low) / 2.0 / self.predicted_j.abs()
    }
}

/// Programs of one kind together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Group {
    /// What they are.
    pub(super) name: &'static str,
    /// How many.
    pub(super) programs: usize,
    /// Mean of the relative errors.
    pub(super) bias: f64,
    /// Median of their absolute values.
    pub(super) median: f64,
    /// Nine tenths of the absolute errors are at most this.
    pub(super) p90: f64,
    /// The largest absolute error.
    pub(super) max: f64,
    /// How many intervals hold what was measured.
    pub(super) covered: usize,
    /// The interval of their share (Wilson).
    pub(super) coverage: (f64, f64),
    /// Median of the half widths of the intervals as shares of the predictions.
    pub(super) half_width: f64,
    /// Median of the measurements' standard errors as shares of them: what a repeated run would differ by.
    pub(super) repeatability: Option<f64>,
}

impl Group {
    fn of(name: &'static str, predictions: &[&Prediction]) -> Self {
        let errors: Vec<f64> = predictions.iter().map(|of| of.error()).collect();
        let absolute: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
        let covered = predictions.iter().filter(|of| of.is_covered()).count();
        let repeatability: Vec<f64> = predictions
            .iter()
            .filter_map(|of| Some(of.measured.standard_error? / of.measured.joules.abs()))
            .collect();
        Self {
            name,
            programs: predictions.len(),
            bias: errors.iter().sum::<f64>() / errors.len() as f64,
            median: quantile(&absolute, 0.5),
            p90: quantile(&absolute, 0.9),
            max: quantile(&absolute, 1.0),
            covered,
            coverage: wilson_interval(covered as u64, predictions.len() as u64, CONFIDENCE),
            half_width: quantile(
                &predictions
                    .iter()
                    .map(|of| of.half_width())
                    .collect::<Vec<_>>(),
                0.5,
            ),
            repeatability: (!repeatability.is_empty()).then(|| quantile(&repeatability, 0.5)),
        }
    }
}

/// All programs, and the groups that there are.
#[derive(Clone, Debug)]
pub(super) struct Validation {
    /// The programs by name.
    pub(super) predictions: Vec<Prediction>,
    /// All together first.
    pub(super) groups: Vec<Group>,
}

impl Validation {
    /// Puts programs together.
    pub(super) fn of(predictions: Vec<Prediction>) -> Self {
        let kinds = [
            ("all", ""),
            ("matrix multiplication", MATRIX),
            ("Fibonacci", FIBONACCI),
            ("composite methods", "composite_"),
            ("given", "given_"),
        ];
        let groups = kinds
            .iter()
            .filter_map(|(name, beginning)| {
                let members: Vec<&Prediction> = predictions
                    .iter()
                    .filter(|of| of.program.starts_with(beginning))
                    .collect();
                (!members.is_empty()).then(|| Group::of(name, &members))
            })
            .collect();
        Self {
            predictions,
            groups,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A prediction of Normal(1, 0.1²) nJ and a measurement.
    fn prediction(program: &str, measured: f64) -> Prediction {
        // 1.645 standard deviations on each side.
        let half = 1.644_853_6e-10;
        Prediction {
            program: program.to_owned(),
            measured: Measured {
                joules: measured * 1e-9,
                standard_error: Some(0.01e-9),
                samples: 10,
            },
            predicted_j: 1e-9,
            interval_j: (1e-9 - half, 1e-9 + half),
            unpriced: 0.0,
        }
    }

    #[test]
    fn errors_are_relative_to_what_was_measured() {
        assert!((prediction("p", 0.8).error() - 0.25).abs() < 1e-12);
        assert!((prediction("p", 1.25).error() + 0.2).abs() < 1e-12);
    }

    #[test]
    fn an_interval_holds_what_lies_within_its_quantiles() {
        for (measured, held) in [(1.16, true), (1.17, false), (0.84, true), (0.83, false)] {
            assert_eq!(prediction("p", measured).is_covered(), held, "{measured}");
        }
    }

    #[test]
    fn groups_count_their_own_programs() {
        let programs = [
            prediction("matrix_int_010", 1.0),
            prediction("composite_7_001", 0.8),
            prediction("composite_7_002", 1.25),
        ];
        let validation = Validation::of(programs.to_vec());
        let names: Vec<&str> = validation.groups.iter().map(|group| group.name).collect();
        assert_eq!(names, ["all", "matrix multiplication", "composite methods"]);
        let all = &validation.groups[0];
        assert_eq!((all.programs, all.covered), (3, 1));
        assert!((all.median - 0.2).abs() < 1e-12);
        assert!((all.max - 0.25).abs() < 1e-12);
        assert!((all.bias - 0.05 / 3.0).abs() < 1e-12);
        assert!((all.half_width - 0.164_485_36).abs() < 1e-6);
        assert!(all.coverage.0 < 1.0 / 3.0 && all.coverage.1 > 1.0 / 3.0);
    }
}
