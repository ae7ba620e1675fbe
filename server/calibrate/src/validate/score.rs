//! The errors of predictions, and how often their intervals contain the measurement.

use std::collections::BTreeMap;

use calibrate::Prediction;
use harness::suite::{FIBONACCI, MATRIX};
use inference::wilson_interval;
use posterior::Validated;
use serde::Serialize;

/// The confidence level of the interval of that share.
pub(super) const CONFIDENCE: f64 = 0.95;

/// The executed code. Each of the paper's programs is measured in many sizes.
fn code(of: &Prediction) -> &str {
    let is_sized = [MATRIX, FIBONACCI]
        .iter()
        .any(|beginning| of.program.starts_with(beginning));
    of.program
        .rsplit_once('_')
        .filter(|_| is_sized)
        .map_or(&of.program, |(code, _)| code)
}

/// A group of programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Group {
    /// Its name.
    pub(super) name: &'static str,
    /// The number of programs.
    pub(super) programs: usize,
    /// Mean of the relative errors.
    pub(super) bias: f64,
    /// Median of their absolute values.
    pub(super) median: f64,
    /// Nine tenths of the absolute errors are at most this large.
    pub(super) p90: f64,
    /// The largest absolute error.
    pub(super) max: f64,
    /// How many intervals contain the measurement. A code with several sizes counts with the share of its sizes.
    pub(super) covered: f64,
    /// The confidence interval of that share (Wilson).
    pub(super) coverage: (f64, f64),
    /// Median of the half widths of the intervals as shares of the predictions.
    pub(super) half_width: f64,
    /// Median of the measurements' relative standard errors: how much a repeated run would differ.
    pub(super) repeatability: Option<f64>,
}

impl Group {
    fn of(name: &'static str, predictions: &[&Prediction]) -> Self {
        let of_one: Vec<(&Prediction, f64)> = predictions.iter().map(|of| (*of, 1.0)).collect();
        Self::weighted(name, predictions.len(), &of_one)
    }

    /// Every code counts once, however many of its sizes were measured. The model's error on a code is the same share in all
    /// sizes, but the interval of a share requires independent trials.
    fn of_codes(name: &'static str, predictions: &[&Prediction]) -> Self {
        let mut sizes: BTreeMap<&str, f64> = BTreeMap::new();
        for of in predictions {
            *sizes.entry(code(of)).or_default() += 1.0;
        }
        let weighted: Vec<(&Prediction, f64)> = predictions
            .iter()
            .filter_map(|of| Some((*of, 1.0 / sizes.get(code(of))?)))
            .collect();
        Self::weighted(name, sizes.len(), &weighted)
    }

    fn weighted(name: &'static str, programs: usize, predictions: &[(&Prediction, f64)]) -> Self {
        let all = programs as f64;
        let quantile_of = |value: &dyn Fn(&Prediction) -> Option<f64>, probability| {
            let values: Vec<(f64, f64)> = predictions
                .iter()
                .filter_map(|(of, weight)| Some((value(of)?, *weight)))
                .collect();
            weighted_quantile(values, probability)
        };
        let error = |of: &Prediction| Some(of.error.abs());
        let covered = predictions
            .iter()
            .filter(|(of, _)| of.is_covered())
            .map(|(_, weight)| weight)
            .sum();
        // A program without cost is not off by a factor.
        let finite = || predictions.iter().filter(|(of, _)| of.error.is_finite());
        let bias = finite().map(|(of, weight)| of.error * weight).sum::<f64>()
            / finite().map(|(_, weight)| weight).sum::<f64>();
        let repeatability =
            |of: &Prediction| Some(of.measured.standard_error? / of.measured.joules.abs());
        Self {
            name,
            programs,
            bias,
            median: quantile_of(&error, 0.5).unwrap_or(f64::NAN),
            p90: quantile_of(&error, 0.9).unwrap_or(f64::NAN),
            max: quantile_of(&error, 1.0).unwrap_or(f64::NAN),
            covered,
            coverage: wilson_interval(covered, all, CONFIDENCE),
            half_width: quantile_of(&|of| Some(of.half_width()), 0.5).unwrap_or(f64::NAN),
            repeatability: quantile_of(&repeatability, 0.5),
        }
    }
}

/// The weighted quantile for a probability. With equal weights, it is Hazen's, which gives the usual median. `None` without
/// values.
fn weighted_quantile(mut values: Vec<(f64, f64)>, probability: f64) -> Option<f64> {
    values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let wanted = probability * values.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut below = 0.0;
    let mut before: Option<(f64, f64)> = None;
    for (value, weight) in values {
        let middle = below + weight / 2.0;
        if middle >= wanted {
            return Some(match before {
                Some((place, smaller)) => {
                    smaller + (value - smaller) * (wanted - place) / (middle - place)
                }
                None => value,
            });
        }
        before = Some((middle, value));
        below += weight;
    }
    before.map(|(_, value)| value)
}

/// All programs, and their groups.
#[derive(Clone, Debug)]
pub(super) struct Validation {
    /// The programs by name.
    pub(super) predictions: Vec<Prediction>,
    /// All programs together come first.
    pub(super) groups: Vec<Group>,
}

impl Validation {
    /// Groups programs.
    pub(super) fn of(predictions: Vec<Prediction>) -> Self {
        let kinds = [
            ("all", ""),
            ("matrix multiplication", MATRIX),
            ("Fibonacci", FIBONACCI),
            ("composite methods", "composite_"),
            ("given", "given_"),
        ];
        let mut groups: Vec<Group> = kinds
            .iter()
            .filter_map(|(name, beginning)| {
                let members: Vec<&Prediction> = predictions
                    .iter()
                    .filter(|of| of.program.starts_with(beginning))
                    .collect();
                (!members.is_empty()).then(|| Group::of(name, &members))
            })
            .collect();
        let members: Vec<&Prediction> = predictions.iter().collect();
        let codes = Group::of_codes("each code once", &members);
        if codes.programs < members.len() {
            groups.insert(1, codes);
        }
        Self {
            predictions,
            groups,
        }
    }

    /// The summary in a model's file: the errors of predictions, each code once.
    pub(super) fn summary(&self) -> Validated {
        let members: Vec<&Prediction> = self.predictions.iter().collect();
        let codes = Group::of_codes("each code once", &members);
        Validated {
            programs: codes.programs as u64,
            bias: codes.bias,
            median_error: codes.median,
            p90_error: codes.p90,
            in_90_intervals: codes.covered / codes.programs.max(1) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use calibrate::MeasuredEnergy;
    use posterior::Features;

    use super::*;

    /// A prediction of Normal(1, 0.1²) nJ and a measurement.
    fn prediction(program: &str, measured: f64) -> Prediction {
        // 1.645 standard deviations on each side.
        let half = 1.644_853_6e-10;
        Prediction {
            program: program.to_owned(),
            measured: MeasuredEnergy {
                joules: measured * 1e-9,
                standard_error: Some(0.01e-9),
                samples: 10,
            },
            features: Features::new(),
            predicted_j: 1e-9,
            central_j: 1e-9,
            interval_j: (1e-9 - half, 1e-9 + half),
            error: 1.0 / measured - 1.0,
            unpriced: 0.0,
        }
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
        assert_eq!((all.programs, all.covered), (3, 1.0));
        assert!((all.median - 0.2).abs() < 1e-12);
        assert!((all.max - 0.25).abs() < 1e-12);
        assert!((all.bias - 0.05 / 3.0).abs() < 1e-12);
        assert!((all.half_width - 0.164_485_36).abs() < 1e-6);
        assert!(all.coverage.0 < 1.0 / 3.0 && all.coverage.1 > 1.0 / 3.0);
    }

    /// Four sizes of one code, one of which is inside its interval, weigh as much as one other program.
    #[test]
    fn the_sizes_of_a_code_count_once_together() {
        let programs = [
            prediction("matrix_int_010", 1.0),
            prediction("matrix_int_020", 0.8),
            prediction("matrix_int_030", 0.8),
            prediction("matrix_int_040", 0.8),
            prediction("composite_7_001", 1.0),
        ];
        let validation = Validation::of(programs.to_vec());
        let codes = &validation.groups[1];
        assert_eq!((codes.name, codes.programs), ("each code once", 2));
        assert!((codes.covered - 1.25).abs() < 1e-12);
        assert!((codes.bias - (0.75 * 0.25) / 2.0).abs() < 1e-12);
        let (low, high) = wilson_interval(1.25, 2.0, CONFIDENCE);
        assert!((codes.coverage.0 - low).abs() + (codes.coverage.1 - high).abs() < 1e-12);
        assert!(validation.groups[0].coverage.1 < codes.coverage.1);
    }

    #[test]
    fn weights_of_a_quantile_stand_for_so_many_values() {
        let equal = |values: &[f64]| values.iter().map(|value| (*value, 1.0)).collect();
        assert_eq!(weighted_quantile(equal(&[3.0, 1.0, 2.0]), 0.5), Some(2.0));
        assert_eq!(
            weighted_quantile(equal(&[4.0, 1.0, 2.0, 3.0]), 0.5),
            Some(2.5)
        );
        assert_eq!(weighted_quantile(equal(&[4.0, 1.0]), 1.0), Some(4.0));
        assert_eq!(
            weighted_quantile(vec![(1.0, 4.0), (5.0, 1.0)], 0.4),
            Some(1.0)
        );
        assert_eq!(weighted_quantile(Vec::new(), 0.5), None);
    }
}
