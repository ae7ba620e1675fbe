//! The part of the energy that each method is expected to have before samples are considered.

use std::collections::BTreeMap;

use crate::methods::Methods;
use crate::options::AnalysisOptions;
use crate::record::MethodIndex;

/// The prior weights of the options, by method, without those that are not positive numbers.
pub(crate) fn prior_weights(
    options: &AnalysisOptions,
    methods: &Methods<'_>,
) -> BTreeMap<MethodIndex, f64> {
    let mut weights: BTreeMap<MethodIndex, f64> = BTreeMap::new();
    for (method, weight) in options.prior.iter().flatten() {
        if let Some(method) = methods.first(*method)
            && weight.is_finite()
            && *weight > 0.0
        {
            *weights.entry(method).or_default() += weight;
        }
    }
    weights
}

/// The prior share of each method. Without a prior, it is by the lines executed in the count run, each with the same weight.
pub(crate) fn shares(
    options: &AnalysisOptions,
    methods: &Methods<'_>,
) -> BTreeMap<MethodIndex, f64> {
    let mut shares = match &options.prior {
        Some(_) => prior_weights(options, methods),
        None => methods
            .all_counted()
            .map(|(method, counted)| {
                let lines = counted.lines.values().map(|count| *count as f64);
                (method, lines.sum())
            })
            .collect(),
    };
    let all: f64 = shares.values().sum();
    if all > 0.0 && all.is_finite() {
        for share in shares.values_mut() {
            *share /= all;
        }
    } else {
        shares.clear();
    }
    shares
}
