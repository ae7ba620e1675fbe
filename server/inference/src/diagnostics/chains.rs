//! Code shared by the diagnostics: halves of chains, ranks, moments.

use statrs::distribution::{ContinuousCDF, Normal};

/// The fewest draws of a chain for which a diagnostic is meaningful.
const MIN_DRAWS: usize = 4;

/// Whether no diagnostic is defined.
pub(super) fn unfit(chains: &[Vec<f64>]) -> bool {
    let Some(first) = chains.first() else {
        return true;
    };
    first.len() < MIN_DRAWS
        || chains
            .iter()
            .any(|chain| chain.len() != first.len() || chain.iter().any(|draw| !draw.is_finite()))
        || all_equal(chains)
}

/// Whether two draws are equal to the last bit. Only such draws share a rank, and a chain is stuck only if its draws are equal in
/// this sense.
fn equal(a: f64, b: f64) -> bool {
    a.total_cmp(&b).is_eq()
}

/// Whether all draws are equal.
pub(super) fn all_equal(chains: &[Vec<f64>]) -> bool {
    let mut draws = chains.iter().flatten();
    draws
        .next()
        .is_none_or(|first| draws.all(|draw| equal(*first, *draw)))
}

/// Each chain's first and second half, without the middle draw of an odd number.
pub(super) fn split(chains: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let half = chains.first().map_or(0, |chain| chain.len() / 2);
    let first = chains.iter().map(|chain| chain[..half].to_vec());
    let last = chains
        .iter()
        .map(|chain| chain[chain.len() - half..].to_vec());
    first.chain(last).collect()
}

/// The ranks of all draws together as normal scores (VGSCB, equation 14).
pub(super) fn normal_scores(chains: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let length = chains.first().map_or(0, Vec::len);
    let all: Vec<f64> = chains.iter().flatten().copied().collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_unstable_by(|a, b| all[*a].total_cmp(&all[*b]));
    let standard = Normal::standard();
    let mut scores = vec![0.0; all.len()];
    let mut begin = 0;
    while begin < order.len() {
        let mut end = begin + 1;
        while end < order.len() && equal(all[order[end]], all[order[begin]]) {
            end += 1;
        }
        // Equal draws share the mean of their ranks, which count from 1.
        let rank = (begin + end + 1) as f64 / 2.0;
        let score = standard.inverse_cdf((rank - 0.375) / (all.len() as f64 + 0.25));
        for index in &order[begin..end] {
            scores[*index] = score;
        }
        begin = end;
    }
    scores.chunks(length.max(1)).map(<[f64]>::to_vec).collect()
}

pub(super) fn sorted(chains: &[Vec<f64>]) -> Vec<f64> {
    let mut all: Vec<f64> = chains.iter().flatten().copied().collect();
    all.sort_unstable_by(f64::total_cmp);
    all
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The unbiased variance.
pub(super) fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (values.len() as f64 - 1.0)
}

pub(super) fn mean_and_sd(chains: &[Vec<f64>]) -> (f64, f64) {
    let all: Vec<f64> = chains.iter().flatten().copied().collect();
    (mean(&all), variance(&all).sqrt())
}
