//! How certain typical energies are, learned from predictions for held-out programs.

use frequency::{INTERVAL_FEATURES, IntervalLeaf, Node};

use super::grow::{Examples, Loss, grow};
use super::measured::Measured;

const LEAVES: usize = 20;
/// A leaf needs at least this many methods.
const MIN_METHODS: usize = 150;
/// The share of methods below an interval, and above it.
const OUTSIDE: f64 = 0.05;
/// A larger factor counts as this one when methods are grouped.
const MAX_FACTOR: f64 = 300.0;

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
            // The square root reduces the influence of the few methods that are far off.
            let distance = ratio.ln().abs().min(MAX_FACTOR.ln());
            examples.targets.push(distance.sqrt());
            ratios.push(ratio);
        }
    }
    grow(
        &examples,
        INTERVAL_FEATURES,
        Loss::Square,
        LEAVES,
        MIN_METHODS,
        |members| leaf(members.iter().map(|at| ratios[*at as usize]).collect()),
    )
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
    fn an_interval_contains_nine_tenths_and_the_prediction() {
        let leaf = leaf((1..=101).map(|at| f64::from(at) / 10.0).collect());
        assert_eq!((leaf.low, leaf.high), (0.6, 9.6));
        let leaf = super::leaf(vec![2.0, 3.0]);
        assert_eq!((leaf.low, leaf.high), (1.0, 3.0));
        let leaf = super::leaf(vec![0.999_9, 1.000_1]);
        assert_eq!((leaf.low, leaf.high), (0.999, 1.01));
    }
}
