//! What methods are expected to have of the energy, whatever samples say.

use std::collections::BTreeMap;

use crate::methods::Methods;
use crate::options::AnalysisOptions;
use crate::record::MethodIndex;

/// The weights of the options' prior by method; those that are no numbers or not positive are left out.
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

/// The share of each method by the prior; where there is none, by the lines that were executed in the run that counted, each for the
/// same.
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
