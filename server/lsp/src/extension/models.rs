//! `jouled/models`: the included models, and those that the user has added.

use model_registry::Registry;
use serde::Serialize;

/// A model.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ModelChoice {
    name: String,
    devices: Vec<String>,
    description: String,
    is_default: bool,
}

/// The readable models. The first is used if no setting names another.
pub(crate) fn answer() -> Vec<ModelChoice> {
    let known = Registry::of_this_user().models().into_iter();
    let mut choices: Vec<ModelChoice> = known
        .filter_map(|known| {
            let model = known.posterior.ok()?;
            let unmetered = model.hardware().unmetered();
            let unmetered = unmetered.map_or_else(String::new, |said| format!("; {said}"));
            Some(ModelChoice {
                devices: model.devices().to_vec(),
                description: format!("{}, {} mode{unmetered}", model.hardware(), model.mode()),
                is_default: known.is_in_use,
                name: known.name,
            })
        })
        .collect();
    choices.sort_by_key(|choice| !choice.is_default);
    choices
}
