//! The energy of a program over the history of its repository.
//!
//! - [`History`] stores the energies of each state of the code in an `SQLite` database, each state once.
//! - [`series`] computes curves of methods, packages and modules from it.
//! - [`change_points`] finds where a curve changes its level, with the probability of each change.
//! - [`render`] shows the curves as text, JSON, a page, or the history of github-action-benchmark.

mod change_points;
mod date;
mod history;
mod method;
mod render;
mod series;
mod trend;

pub use change_points::{ChangePoint, change_points, log_evidence, probabilities};
pub use date::{Every, Since, day, sampled};
pub use history::{History, HistoryError};
pub use method::{MethodEnergy, StateEnergies, module_of};
pub use render::{Format, render};
pub use series::{Kind, LevelChange, Series, series};
pub use trend::{Revision, Trend};
