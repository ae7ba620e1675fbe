//! Which of two programs costs more: how often a model is right, and how sure it should be.

use serde::Serialize;

use super::figures::{Clusters, Estimated, Observed};

/// Predicted ratios from one value to the next.
const RATIOS: [f64; 6] = [1.0, 1.2, 1.5, 2.0, 4.0, f64::INFINITY];
/// Predicted probabilities from one value to the next.
const PROBABILITIES: [f64; 8] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0];
/// How often clusters are drawn. There are many more pairs than programs.
const REPLICATES: usize = 500;

/// Pairs whose predicted ratio or probability is in one range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct PairBin {
    pub(super) from: f64,
    /// `None` for the last range of ratios.
    pub(super) to: Option<f64>,
    pub(super) pairs: usize,
    /// The mean of the predicted ratio or probability.
    pub(super) mean: f64,
    /// The share of pairs in the predicted order.
    pub(super) right: Estimated,
}

/// Two programs in an order.
#[derive(Clone, Copy, Debug)]
struct Pair {
    clusters: (usize, usize),
    /// The predicted ratio or probability.
    predicted: f64,
    is_right: bool,
}

/// Which pairs to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairKind {
    /// Of different algorithms.
    Unrelated,
    /// Of the same algorithm.
    Versions,
}

/// How often the order of two programs is the predicted one, by their predicted ratio.
pub(super) fn by_ratio(programs: &[&Observed], kind: PairKind) -> Vec<PairBin> {
    let pairs = pairs(programs, kind, |a, b| {
        let ratio = programs[a].predicted / programs[b].predicted;
        (ratio.max(ratio.recip()), ratio >= 1.0)
    });
    bins(programs, &pairs, &RATIOS)
}

/// How often the program that is probably dearer is the dearer one, by that probability. `greater` is the probability that the
/// first of two programs is.
pub(super) fn by_probability(
    programs: &[&Observed],
    greater: impl Fn(usize, usize) -> f64,
) -> Vec<PairBin> {
    let pairs = pairs(programs, PairKind::Unrelated, |a, b| {
        let probability = greater(a, b);
        (probability.max(1.0 - probability), probability >= 0.5)
    });
    bins(programs, &pairs, &PROBABILITIES)
}

/// All pairs. `predict` gives the number by which a pair is put into a bin, and whether the first program is predicted to be the
/// dearer one.
fn pairs(
    programs: &[&Observed],
    kind: PairKind,
    predict: impl Fn(usize, usize) -> (f64, bool),
) -> Vec<Pair> {
    let clusters = clusters(programs).numbers();
    let mut pairs = Vec::new();
    for a in 0..programs.len() {
        for b in a + 1..programs.len() {
            if (clusters[a] == clusters[b]) != (kind == PairKind::Versions) {
                continue;
            }
            let (predicted, is_first) = predict(a, b);
            pairs.push(Pair {
                clusters: (clusters[a], clusters[b]),
                predicted,
                is_right: is_first == (programs[a].measured >= programs[b].measured),
            });
        }
    }
    pairs
}

fn clusters(programs: &[&Observed]) -> Clusters {
    Clusters::of(programs.iter().map(|of| of.cluster.as_str()))
}

/// The pairs of each range. A pair counts as often as both of its clusters are drawn.
fn bins(programs: &[&Observed], pairs: &[Pair], edges: &[f64]) -> Vec<PairBin> {
    let bin_of = |predicted: f64| {
        let last = edges.len() - 2;
        let above = edges.iter().take_while(|edge| **edge <= predicted).count();
        above.saturating_sub(1).min(last)
    };
    let counts = |weight: &dyn Fn(&Pair) -> f64| {
        let mut counts = vec![(0.0, 0.0); edges.len() - 1];
        for pair in pairs {
            let weight = weight(pair);
            let count = &mut counts[bin_of(pair.predicted)];
            count.0 += weight;
            count.1 += if pair.is_right { weight } else { 0.0 };
        }
        counts
    };
    let mut replicates: Vec<Vec<f64>> = vec![Vec::new(); edges.len() - 1];
    for times in clusters(programs).draws(REPLICATES) {
        let weight = |pair: &Pair| {
            let (a, b) = pair.clusters;
            let (a, b) = (f64::from(times[a]), f64::from(times[b]));
            if pair.clusters.0 == pair.clusters.1 {
                a
            } else {
                a * b
            }
        };
        for (bin, (all, right)) in counts(&weight).into_iter().enumerate() {
            if all > 0.0 {
                replicates[bin].push(right / all);
            }
        }
    }
    let all = counts(&|_| 1.0);
    edges
        .windows(2)
        .zip(all)
        .zip(replicates)
        .enumerate()
        .filter(|(_, ((_, (count, _)), _))| *count > 0.0)
        .map(|(bin, ((edges, (count, right)), replicates))| {
            let inside = pairs.iter().filter(|pair| bin_of(pair.predicted) == bin);
            let sum: f64 = inside.map(|pair| pair.predicted).sum();
            PairBin {
                from: edges[0],
                to: edges[1].is_finite().then_some(edges[1]),
                pairs: count as usize,
                mean: sum / count,
                right: Estimated::between(right / count, &replicates),
            }
        })
        .collect()
}
