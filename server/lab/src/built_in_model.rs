//! The posterior that comes with the program.

use std::sync::Arc;

use ide::{Device, Mapping, Model, Posterior};

/// The posterior that comes with the program.
pub(crate) fn load() -> Model {
    Model::new(
        Arc::new(Posterior::default_model()),
        Mapping::default(),
        Device::Any,
    )
}
