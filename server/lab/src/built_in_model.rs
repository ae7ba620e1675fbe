//! The posterior that comes with the program.

use std::sync::Arc;

use anyhow::Result;
use files::Limits;
use ide::{Device, Mapping, Model};
use libraries::load_model;

/// The posterior that comes with the program.
pub(crate) fn load() -> Result<Model> {
    let posterior = load_model(None, &Limits::default())?;
    Ok(Model::new(
        Arc::new(posterior),
        Mapping::default(),
        Device::Any,
    ))
}
