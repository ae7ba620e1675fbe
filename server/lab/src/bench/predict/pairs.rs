//! Which of two programs costs more: how often a model is right, and how sure it should be.

use std::collections::BTreeSet;

use inference::wilson_interval;
use serde::Serialize;

use super::figures::{CONFIDENCE, Clusters, Estimated, Observed};

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

impl PairBin {
    /// The range in words.
    pub(super) fn range(&self) -> String {
        match self.to {
            Some(to) => format!("{} to {to}", self.from),
            None => format!("above {}", self.from),
        }
    }
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
    kind: PairKind,
    greater: impl Fn(usize, usize) -> f64,
) -> Vec<PairBin> {
    let pairs = pairs(programs, kind, |a, b| {
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
            let sum: f64 = inside.clone().map(|pair| pair.predicted).sum();
            let mut share = Estimated::between(right / count, &replicates);
            if share.low >= share.high {
                // No draw differs from the others, but as many new clusters could.
                let of_all: BTreeSet<usize> = inside
                    .flat_map(|pair| [pair.clusters.0, pair.clusters.1])
                    .collect();
                let clusters = of_all.len() as f64;
                (share.low, share.high) =
                    wilson_interval(share.value * clusters, clusters, CONFIDENCE);
            }
            PairBin {
                from: edges[0],
                to: edges[1].is_finite().then_some(edges[1]),
                pairs: count as usize,
                mean: sum / count,
                right: share,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::figures::example;
    use super::*;

    /// The number of pairs, the mean of the ratio or probability, and the share in the predicted order; by `reference.py`.
    fn check(found: &[PairBin], expected: &[(f64, usize, f64, f64)]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (bin, (from, pairs, mean, right)) in found.iter().zip(expected) {
            assert_eq!((bin.from, bin.pairs), (*from, *pairs), "{bin:?}");
            assert!((bin.mean - mean).abs() < 1e-9, "{bin:?}");
            assert!((bin.right.value - right).abs() < 1e-9, "{bin:?}");
        }
    }

    #[test]
    fn orders_of_unrelated_programs_are_those_of_numpy() {
        let programs = example::programs();
        let programs: Vec<&Observed> = programs.iter().collect();
        let found = by_ratio(&programs, PairKind::Unrelated);
        check(
            &found,
            &[
                (1.0, 18, 1.113_744_395, 0.722_222_222),
                (1.2, 34, 1.331_921_37, 0.852_941_176),
                (1.5, 39, 1.696_552_033, 1.0),
                (2.0, 69, 2.788_582_31, 1.0),
                (4.0, 42, 6.551_907_1, 1.0),
            ],
        );
        assert_eq!(found[4].to, None);
        // `NumPy` drew clusters 50,000 times.
        let first = found[0].right;
        assert!((first.low - 0.294).abs() < 0.06, "{first:?}");
        assert!((first.high - 1.0).abs() < 1e-9, "{first:?}");
    }

    #[test]
    fn orders_of_versions_are_those_of_numpy() {
        let programs = example::programs();
        let programs: Vec<&Observed> = programs.iter().collect();
        check(
            &by_ratio(&programs, PairKind::Versions),
            &[
                (1.0, 2, 1.167_182_663, 1.0),
                (1.2, 2, 1.270_202_02, 1.0),
                (1.5, 5, 1.764_477_248, 1.0),
                (2.0, 13, 2.690_115_113, 1.0),
                (4.0, 7, 6.759_920_635, 1.0),
            ],
        );
    }

    #[test]
    fn a_bin_in_which_all_are_right_is_not_certain() {
        let programs = example::programs();
        let programs: Vec<&Observed> = programs.iter().collect();
        let found = by_ratio(&programs, PairKind::Versions);
        let bin = found.last().unwrap();
        assert!((bin.right.value - 1.0).abs() < 1e-12, "{bin:?}");
        let clusters = clusters(&programs)
            .numbers()
            .into_iter()
            .collect::<BTreeSet<_>>();
        let (least, _) = wilson_interval(clusters.len() as f64, clusters.len() as f64, CONFIDENCE);
        assert!((0.0..=least).contains(&bin.right.low), "{bin:?} {least}");
    }

    #[test]
    fn reliability_bins_are_those_of_scipy() {
        let programs = example::programs();
        let programs: Vec<&Observed> = programs.iter().collect();
        let greater = |a: usize, b: usize| {
            let ratio = programs[a].predicted / programs[b].predicted;
            1.0 / (1.0 + (-ratio.ln() / 0.2).exp())
        };
        check(
            &by_probability(&programs, PairKind::Unrelated, greater),
            &[
                (0.5, 5, 0.571_247_824, 0.6),
                (0.6, 13, 0.652_117_357, 0.769_230_769),
                (0.7, 16, 0.754_053_983, 0.75),
                (0.8, 26, 0.857_260_97, 0.961_538_462),
                (0.9, 20, 0.925_386_294, 1.0),
                (0.95, 39, 0.975_203_445, 1.0),
                (0.99, 83, 0.997_904_442, 1.0),
            ],
        );
    }
}
