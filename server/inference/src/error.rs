//! Why there is no fit.

use thiserror::Error;

use crate::problem::ProblemError;

/// Why a fit is not possible.
#[derive(Debug, Error, Clone, PartialEq)]
#[non_exhaustive]
pub enum FitError {
    /// The problem contradicts itself.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The settings leave nothing to sample.
    #[error("{what}: {value} is too few; the diagnostics need at least {least}")]
    Settings {
        /// The setting.
        what: &'static str,
        /// Its value.
        value: usize,
        /// Its smallest allowed value.
        least: usize,
    },
    /// The sampler stopped.
    #[error(
        "the sampler stopped: {0}; look for cells that differ from their neighbours by orders of magnitude"
    )]
    Sampler(String),
}
