//! A model file with the result of its validation.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use posterior::{Posterior, Validated};

use crate::layout::text_of;
use crate::model::load;

/// Writes into a model file the errors on programs measured after the fit, and returns the model.
///
/// # Errors
/// If the file is not a fitted model, or cannot be written.
pub fn keep_validation(file: &Path, validated: Validated) -> Result<Posterior> {
    let mut document = load(file)?.document().clone();
    let record = document.fit.as_mut();
    ensure!(
        record.is_some(),
        "{} has no record of a fit to keep a validation in",
        file.display()
    );
    if let Some(record) = record {
        record.validation = Some(validated);
    }
    let text = text_of(&document)?;
    let model = Posterior::from_json(&text)
        .with_context(|| format!("{} with its validation is not a model", file.display()))?;
    files::write(file, &text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(model)
}
