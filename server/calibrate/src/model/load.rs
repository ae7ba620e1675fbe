//! Reads model files.

use std::path::Path;

use anyhow::{Context, Result, bail};
use posterior::{FitRecord, Posterior};

/// Reads a model file.
///
/// # Errors
/// If it cannot be read or is not a model.
pub(crate) fn load(path: &Path) -> Result<Posterior> {
    let text = files::read_text(path, files::MODEL)
        .with_context(|| format!("cannot read the model {}", path.display()))?;
    Posterior::from_json(&text).with_context(|| format!("in {}", path.display()))
}

/// The record of the fit. A model without it was not fitted by calibrate.
///
/// # Errors
/// If the model has no record.
pub(crate) fn record(model: &Posterior) -> Result<&FitRecord> {
    match model.fit() {
        Some(record) => Ok(record),
        None => bail!(
            "the model {} has no record of a fit, like a model from a published table; give one that `calibrate fit` wrote",
            model.name()
        ),
    }
}
