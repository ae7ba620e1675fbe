//! The posterior that comes with the program.

use std::sync::Arc;

use anyhow::Result;
use ide::{Device, Mapping, Model, Posterior};

/// The posterior that comes with the program.
pub(crate) fn load() -> Result<Model> {
    Ok(Model::new(
        Arc::new(Posterior::default_model()),
        Mapping::default(),
        Device::Any,
    ))
}
