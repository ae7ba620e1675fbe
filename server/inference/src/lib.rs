//! Bayesian fits of linear energy models.
//!
//! A [`Problem`] has levels with energies θ ≥ 0 in groups, and cells: combinations of a program and a device that were
//! measured several times. The energy of a cell is a sum of levels,
//!
//! ```text
//! y ~ Normal(cᵀθ, σ √N)          one measurement of a cell with counts c and N executed events
//! θ ~ Normal⁺(m_g, τ_g)          the levels of group g, truncated at 0
//! ```
//!
//! or, if a problem says so, a factor of that ([`Likelihood::Factor`]). The first is the model of Nyholm, Mostowski and
//! Reichenbach 2025 (equations 1 to 9) if each cell counts one level of each of four groups. Because the likelihood is
//! Gaussian, it needs only the number, the mean and the sum of squares of a cell. A gradient costs as much for ten samples
//! as for a million.
//!
//! [`fit`] samples the posterior by NUTS (`nuts-rs`), [`diagnostics`] say whether to believe it, [`robust`] finds outliers among
//! samples, [`discrepancy`] estimates how far whole programs are off, and [`wilson_interval`] is for shares such as a coverage.
//! Nothing here opens a file. Energies are in the unit of the input; only [`Priors::Paper`] expects joules.

pub mod diagnostics;
pub mod discrepancy;
mod error;
mod fit;
mod hierarchy;
mod nuts;
mod prior;
mod problem;
mod quantile;
pub mod robust;
mod start;
mod whitening;
mod wilson;

pub use error::FitError;
pub use fit::{FailedDiagnostic, Fit, Parameter, Settings, fit};
pub use prior::prior_intervals;
pub use problem::{Cell, Group, Likelihood, Noise, Priors, Problem, ProblemError};
pub use quantile::quantile;
pub use wilson::wilson_interval;

/// The sampling library, with the version that this crate uses.
pub const SAMPLER: &str = "nuts-rs 0.19";
