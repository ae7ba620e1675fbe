//! Effective sample sizes: how many independent draws have the same information.

use super::chains::{all_equal, mean, mean_and_sd, normal_scores, sorted, split, unfit, variance};
use crate::quantile::quantile_of_sorted;

/// Effective sample size in the bulk, from the normal scores of the ranks (VGSCB, section 4).
pub fn ess_bulk(chains: &[Vec<f64>]) -> f64 {
    if unfit(chains) {
        return f64::NAN;
    }
    effective(&normal_scores(&split(chains)))
}

/// Effective sample size of the mean, from the draws themselves, with split chains.
pub fn ess_mean(chains: &[Vec<f64>]) -> f64 {
    if unfit(chains) {
        return f64::NAN;
    }
    effective(&split(chains))
}

/// Effective sample size in the tails: the smaller of those of the 5% and the 95% quantile (VGSCB, section 4).
pub fn ess_tail(chains: &[Vec<f64>]) -> f64 {
    if unfit(chains) {
        return f64::NAN;
    }
    let all = sorted(chains);
    let of_quantile = |probability| {
        let quantile = quantile_of_sorted(&all, probability);
        let below: Vec<Vec<f64>> = chains
            .iter()
            .map(|chain| {
                chain
                    .iter()
                    .map(|draw| f64::from(u8::from(*draw <= quantile)))
                    .collect()
            })
            .collect();
        effective(&split(&below))
    };
    let (low, high): (f64, f64) = (of_quantile(0.05), of_quantile(0.95));
    if low.is_nan() || high.is_nan() {
        return f64::NAN;
    }
    low.min(high)
}

/// Monte Carlo standard error of the mean, sd / √[`ess_mean`], in the unit of the draws.
pub fn mcse_mean(chains: &[Vec<f64>]) -> f64 {
    mean_and_sd(chains).1 / ess_mean(chains).sqrt()
}

/// The effective sample size of several chains by Geyer's initial monotone sequence (VGSCB, equations 10 to 12; Geyer 1992,
/// section 3.3). Estimates are limited to n log₁₀ n, because antithetic chains make larger ones unreliable.
fn effective(chains: &[Vec<f64>]) -> f64 {
    let draws = chains.first().map_or(0, Vec::len);
    let total = (draws * chains.len()) as f64;
    // If many draws are equal, all may be on the same side of a quantile.
    if all_equal(chains) {
        return total;
    }
    let centred: Vec<Vec<f64>> = chains
        .iter()
        .map(|chain| {
            let mean = mean(chain);
            chain.iter().map(|draw| draw - mean).collect()
        })
        .collect();
    let autocovariance = |lag: usize| {
        let sums = centred.iter().map(|chain| {
            chain
                .iter()
                .zip(&chain[lag..])
                .map(|(a, b)| a * b)
                .sum::<f64>()
        });
        sums.sum::<f64>() / (draws * chains.len()) as f64
    };
    let length = draws as f64;
    let within = autocovariance(0) * length / (length - 1.0);
    let mut pooled = within * (length - 1.0) / length;
    if chains.len() > 1 {
        let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
        pooled += variance(&means);
    }
    let correlation = |lag: usize| 1.0 - (within - autocovariance(lag)) / pooled;

    // Lags are added in pairs, as long as the sum of a pair is positive.
    let mut correlations = vec![1.0, correlation(1)];
    let (mut even, mut odd) = (correlations[0], correlations[1]);
    let mut lag = 1;
    while lag + 3 < draws && even + odd > 0.0 {
        (even, odd) = (correlation(lag + 1), correlation(lag + 2));
        if even + odd >= 0.0 {
            correlations.extend([even, odd]);
        }
        lag += 2;
    }
    // `time` below is twice the sum minus 1, with the even lag after the last pair counted once.
    let last = lag.saturating_sub(2);
    let (sum, next) = if lag == 1 {
        (0.0, 1.0)
    } else {
        correlations.truncate(last + 1);
        make_monotone(&mut correlations);
        let counts = even > 0.0 || even + odd >= 0.0;
        (correlations.iter().sum(), if counts { even } else { 0.0 })
    };
    let time = (-1.0 + 2.0 * sum + next).max(1.0 / total.log10());
    total / time
}

/// No pair of lags has a larger sum than the pair before it.
fn make_monotone(correlations: &mut [f64]) {
    let mut at = 1;
    while at + 2 < correlations.len() {
        if correlations[at + 1] + correlations[at + 2] > correlations[at - 1] + correlations[at] {
            let mean = f64::midpoint(correlations[at - 1], correlations[at]);
            correlations[at + 1] = mean;
            correlations[at + 2] = mean;
        }
        at += 2;
    }
}
