//! Costs that are sums of independent parts.

use std::collections::BTreeMap;

use nalgebra::DMatrix;

/// How often each part counts in a cost.
pub(super) type Counts = BTreeMap<String, f64>;

/// The mean and the standard deviation of each part, in joules.
pub(super) type Parts = BTreeMap<String, (f64, f64)>;

/// The logarithms of some costs. Costs that share a part vary together.
pub(super) struct LogCosts {
    /// The logarithm of each mean.
    pub(super) means: Vec<f64>,
    /// Their covariance, to first order.
    pub(super) covariance: DMatrix<f64>,
}

impl LogCosts {
    /// The costs with these counts. Parts that do not exist count nothing; a cost without parts is certain, with a mean of 1.
    pub(super) fn of(costs: &[Counts], parts: &Parts) -> Self {
        let mean = |counts: &Counts| -> f64 {
            let terms = counts.iter();
            terms
                .filter_map(|(name, count)| Some(count * parts.get(name)?.0))
                .sum()
        };
        let means: Vec<f64> = costs
            .iter()
            .map(|counts| if counts.is_empty() { 1.0 } else { mean(counts) })
            .collect();
        let covariance = DMatrix::from_fn(costs.len(), costs.len(), |i, j| {
            let shared = costs[i].iter().filter_map(|(name, count)| {
                let (_, sd) = parts.get(name)?;
                Some(count * costs[j].get(name)? * sd * sd)
            });
            shared.sum::<f64>() / (means[i] * means[j])
        });
        Self {
            means: means.into_iter().map(f64::ln).collect(),
            covariance,
        }
    }
}
