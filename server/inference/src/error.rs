//! Why there is no fit.

use thiserror::Error;

use crate::problem::ProblemError;

/// A fit that was not possible.
#[derive(Debug, Error, Clone, PartialEq)]
#[non_exhaustive]
pub enum FitError {
    /// The problem contradicts itself.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The settings leave nothing to sample.
    #[error("{what}: {value} is too few; the diagnostics need at least {least}")]
    Settings {
        /// Which setting.
        what: &'static str,
        /// What it is.
        value: usize,
        /// The smallest value.
        least: usize,
    },
    /// The sampler gave up.
    #[error(
        "the sampler stopped: {0}; look for cells that differ from their neighbours by orders of magnitude"
    )]
    Sampler(String),
}
