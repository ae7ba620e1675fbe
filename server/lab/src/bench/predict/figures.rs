//! Errors of predictions, with intervals that respect that programs of one algorithm are alike.
//!
//! Two programs of one algorithm err alike, so they are not two independent trials. Intervals of medians, quantiles and means are
//! percentiles of a bootstrap that draws whole clusters (Davison and Hinkley 1997, section 3.8; Field and Welsh 2007). The interval
//! of a share is Wilson's with the effective number of trials: their number divided by the design effect, from the variance
//! between clusters (Korn and Graubard 1998; Franco, Little, Louis and Slud 2019).

use std::collections::BTreeMap;

use inference::{quantile, wilson_interval};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

/// The confidence level of all intervals.
pub(super) const CONFIDENCE: f64 = 0.95;
/// How often clusters are drawn.
pub(super) const REPLICATES: usize = 2000;
const SEED: u64 = 1;

/// A program's prediction and measurement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Observed {
    /// Its number among all programs.
    pub(super) program: usize,
    pub(super) cluster: String,
    /// The name without the size.
    pub(super) code: String,
    pub(super) size: Option<u64>,
    /// In joules; the median if the model is off by factors.
    pub(super) predicted: f64,
    pub(super) measured: f64,
    /// Whether the interval of the prediction contains the measurement.
    pub(super) is_covered: bool,
}

/// What an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorKind {
    /// A share of the measured value: 0.1 is a tenth too high or too low.
    Share,
    /// A factor: 1.1 is 1.1 times too high or too low.
    Factor,
}

/// A value with the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Estimated {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The errors of a group of programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ErrorFigures {
    pub(super) programs: usize,
    pub(super) clusters: usize,
    /// Of the absolute errors.
    pub(super) median: Estimated,
    /// Nine tenths of the absolute errors are at most this large.
    pub(super) p90: Estimated,
    /// The mean error with its sign; for factors, the geometric mean of predicted by measured.
    pub(super) bias: Estimated,
    /// The share of programs in the intervals of their predictions.
    pub(super) coverage: Estimated,
}

impl ErrorKind {
    /// The absolute error.
    pub(super) fn size_of(self, predicted: f64, measured: f64) -> f64 {
        let ratio = predicted / measured;
        match self {
            Self::Share => (ratio - 1.0).abs(),
            Self::Factor if ratio > 0.0 && ratio.is_finite() => ratio.max(ratio.recip()),
            Self::Factor => f64::INFINITY,
        }
    }

    /// The mean of errors with signs.
    pub(super) fn bias(self, ratios: impl Iterator<Item = f64>) -> f64 {
        match self {
            Self::Share => mean(ratios.map(|ratio| ratio - 1.0)),
            Self::Factor => {
                let factors = ratios.filter(|ratio| *ratio > 0.0 && ratio.is_finite());
                mean(factors.map(f64::ln)).exp()
            }
        }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    sum / count
}

impl ErrorFigures {
    /// The figures of some programs; `None` without any.
    pub(super) fn of(kind: ErrorKind, programs: &[&Observed]) -> Option<Self> {
        if programs.is_empty() {
            return None;
        }
        let clusters = Clusters::of(programs.iter().map(|of| of.cluster.as_str()));
        let ratio = |at: usize| programs[at].predicted / programs[at].measured;
        let size = |at: usize| kind.size_of(programs[at].predicted, programs[at].measured);
        let quantile_of = |probability: f64| {
            clusters.bootstrap(|drawn| {
                let sizes: Vec<f64> = drawn.iter().map(|at| size(*at)).collect();
                quantile(&sizes, probability)
            })
        };
        let covered: Vec<bool> = programs.iter().map(|of| of.is_covered).collect();
        Some(Self {
            programs: programs.len(),
            clusters: clusters.members.len(),
            median: quantile_of(0.5),
            p90: quantile_of(0.9),
            bias: clusters.bootstrap(|drawn| kind.bias(drawn.iter().map(|at| ratio(*at)))),
            coverage: clusters.share(&covered),
        })
    }
}

/// Which items belong together.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    members: Vec<Vec<usize>>,
}

impl Clusters {
    /// Items with the same name belong together.
    pub(super) fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, name) in names.enumerate() {
            members.entry(name).or_default().push(at);
        }
        Self {
            members: members.into_values().collect(),
        }
    }

    /// How often each cluster is drawn, in each replicate.
    pub(super) fn draws(&self, replicates: usize) -> impl Iterator<Item = Vec<u32>> {
        let count = self.members.len();
        let mut dice = ChaCha8Rng::seed_from_u64(SEED);
        (0..replicates).map(move |_| {
            let mut times = vec![0; count];
            for _ in 0..count {
                times[dice.random_range(0..count)] += 1;
            }
            times
        })
    }

    /// The number of the cluster of each item.
    pub(super) fn numbers(&self) -> Vec<usize> {
        let items = self.members.iter().map(Vec::len).sum();
        let mut numbers = vec![0; items];
        for (number, members) in self.members.iter().enumerate() {
            for at in members {
                numbers[*at] = number;
            }
        }
        numbers
    }

    /// A statistic of all items, with the interval from drawing clusters.
    fn bootstrap(&self, statistic: impl Fn(&[usize]) -> f64) -> Estimated {
        let all: Vec<usize> = self.members.iter().flatten().copied().collect();
        let mut drawn = Vec::with_capacity(all.len());
        let values: Vec<f64> = self
            .draws(REPLICATES)
            .map(|times| {
                drawn.clear();
                for (members, times) in self.members.iter().zip(times) {
                    for _ in 0..times {
                        drawn.extend_from_slice(members);
                    }
                }
                statistic(&drawn)
            })
            .collect();
        Estimated::between(statistic(&all), &values)
    }

    /// The share of items for which something is true.
    pub(super) fn share(&self, is_true: &[bool]) -> Estimated {
        let all = is_true.len() as f64;
        let value = is_true.iter().filter(|of| **of).count() as f64 / all;
        let trials = self.effective_trials(is_true, value);
        let (low, high) = wilson_interval(value * trials, trials, CONFIDENCE);
        // Rounding may lead a little below 0.
        Estimated {
            value,
            low: low.max(0.0),
            high: high.min(1.0),
        }
    }

    /// The number of independent trials that would tell as much about a share as these items do.
    fn effective_trials(&self, is_true: &[bool], share: f64) -> f64 {
        let all = is_true.len() as f64;
        let clusters = self.members.len() as f64;
        // Nothing varies, so nothing shows how alike the items of a cluster are.
        if share <= 0.0 || share >= 1.0 || clusters < 2.0 {
            return clusters;
        }
        let squares: f64 = self
            .members
            .iter()
            .map(|members| {
                let hits = members.iter().filter(|at| is_true[**at]).count() as f64;
                (hits - share * members.len() as f64).powi(2)
            })
            .sum();
        let variance = clusters / (clusters - 1.0) * squares / all.powi(2);
        (share * (1.0 - share) / variance).min(all)
    }
}

impl Estimated {
    /// A value with the percentiles of its replicates.
    pub(super) fn between(value: f64, replicates: &[f64]) -> Self {
        let tail = (1.0 - CONFIDENCE) / 2.0;
        Self {
            value,
            low: quantile(replicates, tail),
            high: quantile(replicates, 1.0 - tail),
        }
    }
}

/// The largest size of each code.
pub(super) fn each_code_once(programs: &[Observed]) -> Vec<&Observed> {
    let mut codes: BTreeMap<&str, &Observed> = BTreeMap::new();
    for program in programs {
        let known = codes.entry(&program.code).or_insert(program);
        if known.size < program.size {
            *known = program;
        }
    }
    codes.into_values().collect()
}

/// Each size of a code, predicted by the model and the measured run of another size of the same code. Intervals mean nothing
/// here.
pub(super) fn anchored(programs: &[Observed]) -> Vec<Observed> {
    let mut codes: BTreeMap<&str, Vec<&Observed>> = BTreeMap::new();
    for program in programs {
        codes.entry(&program.code).or_default().push(program);
    }
    let mut found = Vec::new();
    for sizes in codes.into_values() {
        for anchor in &sizes {
            for other in sizes.iter().filter(|other| other.size != anchor.size) {
                found.push(Observed {
                    predicted: other.predicted * anchor.measured / anchor.predicted,
                    is_covered: false,
                    ..(*other).clone()
                });
            }
        }
    }
    found
}

/// Made-up programs, for tests here and of pairs.
#[cfg(test)]
pub(super) mod example {
    use super::Observed;

    const CLUSTERS: &str = "aaaabbbccccccddefffggh";
    const PREDICTED: [f64; 22] = [
        1.1, 2.3, 0.9, 4.0, 1.7, 3.3, 0.8, 2.2, 2.9, 5.1, 0.7, 1.9, 6.0, 1.4, 2.6, 3.8, 7.5, 0.6,
        1.2, 2.4, 9.0, 1.5,
    ];
    const MEASURED: [f64; 22] = [
        1.0, 2.5, 1.0, 3.5, 2.4, 4.1, 1.0, 2.0, 2.8, 5.5, 0.8, 1.8, 5.7, 1.5, 2.5, 4.9, 9.9, 0.7,
        1.1, 2.5, 8.1, 2.5,
    ];
    const OUTSIDE: [usize; 6] = [4, 5, 11, 15, 16, 21];

    pub(in super::super) fn programs() -> Vec<Observed> {
        CLUSTERS
            .chars()
            .enumerate()
            .map(|(at, cluster)| Observed {
                program: at,
                cluster: cluster.to_string(),
                code: at.to_string(),
                size: None,
                predicted: PREDICTED[at],
                measured: MEASURED[at],
                is_covered: !OUTSIDE.contains(&at),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found}, not {expected}"
        );
    }

    fn figures(kind: ErrorKind) -> ErrorFigures {
        let programs = example::programs();
        let programs: Vec<&Observed> = programs.iter().collect();
        ErrorFigures::of(kind, &programs).unwrap()
    }

    /// All expected values are by `reference.py`.
    #[test]
    fn errors_are_those_of_numpy_and_scipy() {
        let found = figures(ErrorKind::Share);
        assert_eq!((found.programs, found.clusters), (22, 8));
        close(found.median.value, 0.1, 1e-8);
        close(found.p90.value, 0.240_630_798, 1e-8);
        close(found.bias.value, -0.066_007_953, 1e-8);
        let found = figures(ErrorKind::Factor);
        close(found.median.value, 1.105_555_556, 1e-8);
        close(found.p90.value, 1.316_947_368, 1e-8);
        close(found.bias.value, 0.921_720_54, 1e-8);
    }

    /// The variance is that of `statsmodels`' regression on a constant, robust to clusters.
    #[test]
    fn the_interval_of_a_share_has_the_effective_number_of_trials_of_statsmodels() {
        let found = figures(ErrorKind::Share).coverage;
        close(found.value, 0.727_272_727, 1e-8);
        close(found.low, 0.496_023_523, 1e-9);
        close(found.high, 0.878_421_324, 1e-9);
        // 22 independent trials would give a narrower one.
        let (low, high) = wilson_interval(16.0, 22.0, CONFIDENCE);
        assert!(found.low < low && high < found.high);
    }

    /// `NumPy` drew clusters 200,000 times.
    #[test]
    fn intervals_are_those_of_a_bootstrap_of_clusters() {
        let found = figures(ErrorKind::Share);
        close(found.median.low, 0.069_696_97, 0.004);
        close(found.median.high, 0.197_560_98, 1e-3);
        close(found.p90.low, 0.1375, 0.02);
        close(found.p90.high, 0.4, 1e-6);
        close(found.bias.low, -0.166_662_54, 0.01);
        close(found.bias.high, -0.005_781_67, 0.005);
    }

    #[test]
    fn without_a_miss_each_cluster_is_one_trial() {
        let clusters = Clusters::of(["a", "a", "b"].into_iter());
        let (low, high) = wilson_interval(2.0, 2.0, CONFIDENCE);
        let found = clusters.share(&[true; 3]);
        assert_eq!(
            (found.value, found.low, found.high),
            (1.0, low, high.min(1.0))
        );
    }

    fn sized(size: u64, predicted: f64, measured: f64) -> Observed {
        Observed {
            program: 0,
            cluster: "a".to_owned(),
            code: "a.b".to_owned(),
            size: Some(size),
            predicted,
            measured,
            is_covered: true,
        }
    }

    #[test]
    fn a_code_counts_with_its_largest_size() {
        let programs = [
            sized(9, 1.0, 1.0),
            sized(100, 2.0, 2.0),
            sized(20, 3.0, 3.0),
        ];
        let codes = each_code_once(&programs);
        assert_eq!(codes.len(), 1);
        assert_eq!(codes[0].size, Some(100));
    }

    /// Both predictions are half of what was measured, and the third is a quarter.
    #[test]
    fn an_anchor_takes_the_factor_of_one_size_away() {
        let programs = [
            sized(1, 1.0, 2.0),
            sized(2, 10.0, 20.0),
            sized(3, 100.0, 400.0),
        ];
        let found = anchored(&programs);
        let errors: Vec<f64> = found
            .iter()
            .map(|of| ErrorKind::Factor.size_of(of.predicted, of.measured))
            .collect();
        assert_eq!(errors, [1.0, 2.0, 1.0, 2.0, 2.0, 2.0]);
        assert!(anchored(&programs[..1]).is_empty());
    }

    #[test]
    fn a_program_without_cost_is_off_by_no_factor() {
        let size = |kind: ErrorKind, measured| kind.size_of(1.0, measured);
        assert!(size(ErrorKind::Factor, 0.0).is_infinite());
        assert!(size(ErrorKind::Factor, -1.0).is_infinite());
        close(size(ErrorKind::Factor, 4.0), 4.0, 1e-12);
        close(size(ErrorKind::Share, 4.0), 0.75, 1e-12);
    }
}
