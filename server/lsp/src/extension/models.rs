//! `jouled/models`: the models that come with jouled.

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

/// The models; the default one is the first.
pub(crate) fn answer() -> Vec<ModelChoice> {
    let models = libraries::built_in_models().into_iter().enumerate();
    let choice = models.map(|(at, model)| ModelChoice {
        name: model.name().to_owned(),
        devices: model.devices().to_vec(),
        description: format!("{}, {} mode", model.hardware(), model.mode()),
        is_default: at == 0,
    });
    choice.collect()
}
