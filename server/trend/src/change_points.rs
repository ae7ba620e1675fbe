//! Finds the places where a curve changes its level, with probabilities: the exact posterior of a model of segments.
//!
//! The logarithms of the values of a segment are normal with an unknown mean and an unknown variance (normal-inverse-gamma
//! prior). Before each value, a new segment begins with the probability [`CHANGE`]. The sums over all ways to divide the curve
//! follow from recursions from both ends (Fearnhead 2006, "Exact and efficient Bayesian inference for multiple changepoint
//! problems", Statistics and Computing 16). So does the most probable division, whose boundaries are the change points.

use libm::lgamma;

/// The prior probability that a new segment begins at a value: one in a hundred commits.
const CHANGE: f64 = 0.01;

/// The prior of a segment's variance: that of commits that change an energy by about half a percent, with the weight of two
/// values.
const SHAPE: f64 = 1.0;
const SCALE: f64 = 2.5e-5;

/// The prior of a segment's mean, with the weight of a ten-thousandth of a value, so levels may differ by factors.
const WEIGHT: f64 = 1e-4;

/// Only the last values of longer curves are used, because the time grows with the square of the length.
pub(crate) const LONGEST: usize = 5_000;

/// A change of level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangePoint {
    /// The index of the first value of the new level.
    pub at: usize,
    /// The posterior probability that a segment begins exactly there.
    pub probability: f64,
    /// The mean of the new level divided by that of the old one.
    pub factor: f64,
}

/// The change points of a curve of positive values, in order. Values that are not positive and finite have no logarithm, so the
/// curve must not contain any.
pub fn change_points(values: &[f64]) -> Vec<ChangePoint> {
    let logs = logs(values);
    let segments = Segments::new(&logs);
    let boundaries = segments.most_probable();
    let probabilities = segments.probabilities();
    let mean = |from: usize, to: usize| segments.mean(from, to);
    let mut found = Vec::new();
    for (place, at) in boundaries.iter().enumerate() {
        let before = place.checked_sub(1).map_or(0, |before| boundaries[before]);
        let after = boundaries.get(place + 1).copied().unwrap_or(logs.len());
        found.push(ChangePoint {
            at: *at,
            probability: probabilities[*at],
            factor: (mean(*at, after) - mean(before, *at)).exp(),
        });
    }
    found
}

/// For each value of a curve, the posterior probability that a segment begins there; 0 for the first one.
pub fn probabilities(values: &[f64]) -> Vec<f64> {
    Segments::new(&logs(values)).probabilities()
}

/// The log evidence of a curve, summed over all divisions.
pub fn log_evidence(values: &[f64]) -> f64 {
    let logs = logs(values);
    Segments::new(&logs)
        .backward()
        .first()
        .copied()
        .unwrap_or_default()
}

fn logs(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| value.ln()).collect()
}

/// Sums over a curve, from which the marginal likelihood of any segment follows directly.
struct Segments {
    /// The running sums of the values and of their squares, as differences from the mean.
    sums: Vec<(f64, f64)>,
    centre: f64,
    /// The terms that depend only on a segment's length.
    of_length: Vec<f64>,
}

impl Segments {
    fn new(logs: &[f64]) -> Self {
        let centre = logs.iter().sum::<f64>() / logs.len().max(1) as f64;
        let mut sums = vec![(0.0, 0.0)];
        let (mut sum, mut squares) = (0.0, 0.0);
        for log in logs {
            let value = log - centre;
            sum += value;
            squares += value * value;
            sums.push((sum, squares));
        }
        let of_length = (0..=logs.len()).map(|length| {
            let length = length as f64;
            let shape = SHAPE + length / 2.0;
            lgamma(shape) - lgamma(SHAPE)
                + SHAPE * SCALE.ln()
                + (WEIGHT / (WEIGHT + length)).ln() / 2.0
                - length / 2.0 * (2.0 * std::f64::consts::PI).ln()
        });
        Self {
            centre,
            of_length: of_length.collect(),
            sums,
        }
    }

    fn len(&self) -> usize {
        self.sums.len() - 1
    }

    /// The mean of the logarithms of some values.
    fn mean(&self, from: usize, to: usize) -> f64 {
        let (sum, length) = (self.sums[to].0 - self.sums[from].0, to - from);
        self.centre + sum / length.max(1) as f64
    }

    /// The log marginal likelihood of these values as one segment.
    fn log_marginal(&self, from: usize, to: usize) -> f64 {
        let length = (to - from) as f64;
        let sum = self.sums[to].0 - self.sums[from].0;
        let squares = self.sums[to].1 - self.sums[from].1;
        // The prior's mean is that of all values, which is 0 here.
        let spread = (squares - sum * sum / length).max(0.0);
        let scale = SCALE + spread / 2.0 + WEIGHT * sum * sum / (2.0 * length * (WEIGHT + length));
        self.of_length[to - from] - (SHAPE + length / 2.0) * scale.ln()
    }

    /// For each index, the log probability of the values from there on if a segment begins there.
    fn backward(&self) -> Vec<f64> {
        let all = self.len();
        let (stay, change) = ((1.0 - CHANGE).ln(), CHANGE.ln());
        let mut after = vec![0.0; all + 1];
        let mut terms = Vec::with_capacity(all);
        for from in (0..all).rev() {
            terms.clear();
            for (to, after) in (from + 1..).zip(&after[from + 1..]) {
                let next = if to < all { change + after } else { 0.0 };
                terms.push(self.log_marginal(from, to) + (to - from - 1) as f64 * stay + next);
            }
            after[from] = log_sum(&terms);
        }
        after
    }

    /// For each index, the log probability of the values before it if a segment ends there.
    fn forward(&self) -> Vec<f64> {
        let all = self.len();
        let (stay, change) = ((1.0 - CHANGE).ln(), CHANGE.ln());
        let mut before = vec![0.0; all + 1];
        let mut terms = Vec::with_capacity(all);
        for to in 1..=all {
            terms.clear();
            for (from, before) in before[..to].iter().enumerate() {
                let earlier = if from > 0 { before + change } else { 0.0 };
                terms.push(self.log_marginal(from, to) + (to - from - 1) as f64 * stay + earlier);
            }
            before[to] = log_sum(&terms);
        }
        before
    }

    fn probabilities(&self) -> Vec<f64> {
        let all = self.len();
        if all == 0 {
            return Vec::new();
        }
        let (before, after) = (self.forward(), self.backward());
        let evidence = after[0];
        let mut found: Vec<f64> = (0..all)
            .map(|at| {
                (before[at] + CHANGE.ln() + after[at] - evidence)
                    .exp()
                    .min(1.0)
            })
            .collect();
        found[0] = 0.0;
        found
    }

    /// The segment starts in the most probable division, except for the first.
    fn most_probable(&self) -> Vec<usize> {
        let all = self.len();
        let (stay, change) = ((1.0 - CHANGE).ln(), CHANGE.ln());
        let mut best = vec![(f64::NEG_INFINITY, 0); all + 1];
        best[0].0 = 0.0;
        for to in 1..=all {
            for from in 0..to {
                let begin = if from > 0 { change } else { 0.0 };
                let worth = best[from].0
                    + begin
                    + self.log_marginal(from, to)
                    + (to - from - 1) as f64 * stay;
                if worth > best[to].0 {
                    best[to] = (worth, from);
                }
            }
        }
        let mut found = Vec::new();
        let mut to = all;
        while to > 0 {
            to = best[to].1;
            if to > 0 {
                found.push(to);
            }
        }
        found.reverse();
        found
    }
}

/// The logarithm of a sum of exponentials.
fn log_sum(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest.is_finite() {
        let sum: f64 = terms.iter().map(|term| (term - largest).exp()).sum();
        largest + sum.ln()
    } else {
        largest
    }
}
