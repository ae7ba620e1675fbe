//! R̂: whether chains that began at different points have converged.

use super::chains::{mean, normal_scores, sorted, split, unfit, variance};
use crate::quantile::quantile_of_sorted;

/// Rank-normalised split R̂: the larger of those of the ranks and of the folded ranks (VGSCB, section 4).
///
/// Near 1 if the chains agree in location and spread. Needs at least two chains.
pub fn rhat(chains: &[Vec<f64>]) -> f64 {
    if unfit(chains) || chains.len() < 2 {
        return f64::NAN;
    }
    let halves = split(chains);
    let median = quantile_of_sorted(&sorted(&halves), 0.5);
    let folded: Vec<Vec<f64>> = halves
        .iter()
        .map(|half| half.iter().map(|draw| (draw - median).abs()).collect())
        .collect();
    let bulk = potential_scale_reduction(&normal_scores(&halves));
    let tail = potential_scale_reduction(&normal_scores(&folded));
    if bulk.is_nan() || tail.is_nan() {
        return f64::NAN;
    }
    bulk.max(tail)
}

/// √(var⁺ / W) with var⁺ = ((n − 1) W + B) / n (VGSCB, equations 1 to 4).
fn potential_scale_reduction(chains: &[Vec<f64>]) -> f64 {
    let draws = chains.first().map_or(0, Vec::len) as f64;
    let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
    let variances: Vec<f64> = chains.iter().map(|chain| variance(chain)).collect();
    let between = draws * variance(&means);
    let within = mean(&variances);
    ((between / within + draws - 1.0) / draws).sqrt()
}
