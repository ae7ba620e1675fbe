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
        Estimated { value, low, high }
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
