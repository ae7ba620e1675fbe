//! What is executed, in a report.

use crate::model::{Model, without_residue};
use cost::Term;
use documents::TermReport;
use pricing::Tally;

pub(super) fn terms<'m>(model: &'m Model, terms: &[Term]) -> Vec<TermReport<&'m str>> {
    let terms = terms.iter();
    terms
        .map(|one| term(model, one.factor.to_string(), &one.tally))
        .collect()
}

pub(super) fn term<'m>(model: &'m Model, factor: String, tally: &Tally) -> TermReport<&'m str> {
    let features = model.features(tally);
    let energy = model.posterior().predict(&features, model.device());
    TermReport {
        factor,
        mean: Some(without_residue(energy.mean().0)),
        sd: Some(energy.sd().0),
        features: features
            .iter()
            .filter_map(|(id, count)| Some((model.posterior().feature(id)?.name.as_str(), count)))
            .collect(),
        device_count: features.device_count,
        n_noise: features.n_noise,
        given_joules: features.given_joules,
        other_path_sd: features.other_path_sd,
        alternatives: Vec::new(),
    }
}
