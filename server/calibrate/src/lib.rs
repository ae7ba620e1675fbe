//! The commands of `calibrate` that work on campaigns: they simulate campaigns, fit posteriors, and check and compare these.
//!
//! Each command has a file, and code that several commands need has its own file. These commands are in a library, so tests
//! can run them as users do. The commands that measure are in the binary.

mod arviz;
pub mod check;
pub mod code;
pub mod compare;
mod energies;
pub mod fit;
pub mod java;
mod layout;
pub mod machine;
mod measured;
mod model;
mod prediction;
mod problem;
pub mod provenance;
pub mod report;
pub mod simulate;
pub mod text_or_json;
mod truth;
mod validated;

pub use energies::MeasuredEnergy;
pub use measured::OutlierPolicy;
pub use prediction::{INTERVAL, Prediction, predictions};
pub use problem::Structure;
pub use truth::Truth;
pub use validated::keep_validation;

/// How a command ended, other than with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandResult {
    /// Everything passed.
    Complete,
    /// A check did not pass: diagnostics or a prediction.
    Failed,
}
