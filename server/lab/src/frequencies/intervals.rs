//! How certain typical energies are, learned from predictions for held-out programs.

use frequency::{INTERVAL_FEATURES, IntervalLeaf, Node};

use super::grow::{Examples, Loss, grow};
use super::measured::Measured;

const LEAVES: usize = 40;
/// A leaf needs at least this many methods.
const MIN_METHODS: usize = 150;
/// The share of methods below an interval, and above it.
const OUTSIDE: f64 = 0.05;
/// A larger factor counts as this one when methods are grouped.
const MAX_FACTOR: f64 = 300.0;
/// The number of classes of logarithms when methods are grouped. Exact predictions have one of their own.
const CLASSES: usize = 241;

/// The intervals of the predictions for these methods.
pub(super) fn tree<'m>(measured: impl Iterator<Item = &'m Measured>) -> Vec<Node<IntervalLeaf>> {
    let mut examples = Examples::default();
    let mut ratios = Vec::new();
    for one in measured {
        let ratio = one.all.counted / one.all.typical;
        if ratio.is_finite() && ratio > 0.0 {
            let shares = one.all.behind.iter().map(|share| *share as f32);
            examples.features.push(shares.collect());
            examples.weights.push(1.0);
            examples.targets.push(ratio.ln());
            ratios.push(ratio);
        }
    }
    grow(
        &examples,
        INTERVAL_FEATURES,
        IntervalScore,
        LEAVES,
        MIN_METHODS,
        |members| leaf(members.iter().map(|at| ratios[*at as usize]).collect()),
    )
}

/// The interval score of leaves whose interval contains nine tenths of their targets: its width, plus the distance of each target
/// outside divided by [`OUTSIDE`]. Targets are logarithms of factors.
struct IntervalScore;

/// The logarithm of a class.
fn logarithm(class: usize) -> f64 {
    let middle = (CLASSES / 2) as f64;
    (class as f64 - middle) / middle * MAX_FACTOR.ln()
}

fn class(logarithm: f64) -> usize {
    let middle = (CLASSES / 2) as f64;
    let class = middle + (logarithm / MAX_FACTOR.ln()).clamp(-1.0, 1.0) * middle;
    class.round() as usize
}

impl Loss for IntervalScore {
    /// The weight of each class.
    type Sums = Vec<f64>;

    fn nothing(&self) -> Vec<f64> {
        vec![0.0; CLASSES]
    }

    fn add(&self, sums: &mut Vec<f64>, weight: f64, target: f64) {
        sums[class(target)] += weight;
    }

    fn join(&self, sums: &mut Vec<f64>, other: &Vec<f64>) {
        for (sum, other) in sums.iter_mut().zip(other) {
            *sum += other;
        }
    }

    fn without(&self, sums: &Vec<f64>, other: &Vec<f64>) -> Vec<f64> {
        sums.iter()
            .zip(other)
            .map(|(sum, other)| sum - other)
            .collect()
    }

    fn of(&self, sums: &Vec<f64>) -> f64 {
        let all: f64 = sums.iter().sum();
        let mut below = 0.0;
        let (mut low, mut high) = (None, None);
        for (class, weight) in sums.iter().enumerate() {
            below += weight;
            if low.is_none() && below >= OUTSIDE * all {
                low = Some(logarithm(class));
            }
            if high.is_none() && below >= (1.0 - OUTSIDE) * all {
                high = Some(logarithm(class));
            }
        }
        // An interval always contains the prediction.
        let (low, high) = (low.unwrap_or(0.0).min(0.0), high.unwrap_or(0.0).max(0.0));
        let outside = sums.iter().enumerate().map(|(class, weight)| {
            let at = logarithm(class);
            weight * ((low - at).max(0.0) + (at - high).max(0.0))
        });
        all * (high - low) + outside.sum::<f64>() / OUTSIDE
    }
}

/// The quantiles of true divided by predicted energies. The interval always contains the predicted energy.
fn leaf(mut ratios: Vec<f64>) -> IntervalLeaf {
    ratios.sort_by(f64::total_cmp);
    let last = ratios.len().saturating_sub(1) as f64;
    let at = |share: f64| ratios.get((last * share).round() as usize).copied();
    IntervalLeaf {
        low: rounded(at(OUTSIDE).unwrap_or(0.0).min(1.0), f64::floor),
        high: rounded(at(1.0 - OUTSIDE).unwrap_or(MAX_FACTOR).max(1.0), f64::ceil),
    }
}

/// Three digits. An interval is rounded to a wider one: if most methods are only off in the last digits, it still contains
/// them.
fn rounded(value: f64, outwards: fn(f64) -> f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    let scale = 10_f64.powi(2 - value.log10().floor() as i32);
    outwards(value * scale) / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_whose_methods_are_alike_has_a_better_score() {
        let score = |logarithms: &[f64]| {
            let mut sums = IntervalScore.nothing();
            for logarithm in logarithms {
                IntervalScore.add(&mut sums, 1.0, *logarithm);
            }
            IntervalScore.of(&sums)
        };
        let [exact, far] = [vec![0.0; 40], [vec![-3.0; 20], vec![3.0; 20]].concat()];
        assert!(score(&exact).abs() < 1e-9);
        assert!((score(&far) - 40.0 * 6.0).abs() < 2.0, "{}", score(&far));
        assert!(score(&[exact.clone(), far.clone()].concat()) > score(&far));
        // One of forty may be outside, but it counts.
        let one_off = [&exact[1..], &[2.0]].concat();
        assert!((score(&one_off) - 2.0 / OUTSIDE).abs() < 0.5);
    }

    #[test]
    fn an_interval_contains_nine_tenths_and_the_prediction() {
        let leaf = leaf((1..=101).map(|at| f64::from(at) / 10.0).collect());
        assert_eq!((leaf.low, leaf.high), (0.6, 9.6));
        let leaf = super::leaf(vec![2.0, 3.0]);
        assert_eq!((leaf.low, leaf.high), (1.0, 3.0));
        let leaf = super::leaf(vec![0.999_9, 1.000_1]);
        assert_eq!((leaf.low, leaf.high), (0.999, 1.01));
    }
}
