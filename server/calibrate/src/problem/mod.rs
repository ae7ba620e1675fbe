//! Turns measurements into an inference problem, and its levels into the features of a model.

mod additive;
mod compiled;
mod design;
mod instruction;

use anyhow::Result;
use inference::Priors;
use posterior::Posterior;

use crate::measured::Measurements;

pub use design::Structure;
pub(crate) use design::{Design, METHODS};

/// The problem of a structure.
///
/// # Errors
/// If no program can be used, or code of the campaign cannot be read.
pub(crate) fn design(
    measurements: &Measurements,
    structure: Structure,
    priors: Priors,
) -> Result<Design> {
    match structure {
        Structure::Additive => additive::design(measurements, priors),
        Structure::Instruction => instruction::design(measurements, priors),
        Structure::Compiled => compiled::design(measurements, priors),
    }
}

/// Adds the parts of a structure's problem that need a first model; `None` if there are none.
///
/// # Errors
/// If code of the campaign cannot be read.
pub(crate) fn complete(
    design: Design,
    measurements: &Measurements,
    first: impl FnOnce(&Design) -> Result<Posterior>,
) -> Result<Design> {
    let has_methods = METHODS
        .into_iter()
        .any(|kind| measurements.training(kind).next().is_some());
    if design.structure != Structure::Additive
        || design.problem.priors != Priors::Scaled
        || !has_methods
    {
        return Ok(design);
    }
    let patterns = first(&design)?;
    additive::with_methods(design, measurements, patterns)
}
