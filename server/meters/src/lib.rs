//! Energy meters behind one trait.
//!
//! ```text
//! open(&Selector, &System) -> Box<dyn Meter>     start(), stop(&Work) -> Reading { joules, wall_s, raw }
//! survey(&System) -> Vec<MeterFinding>                each kind: how it measures, or why it cannot
//! ```
//!
//! A [`Selector`] is what a user types: `powercap` or `keithley:tcp=10.0.0.7:5025,channel=b`. Counters are read at both ends of a
//! window. Power sensors have a sampling thread, and the trapezoid rule integrates their samples. [`cpu_time`] is a model of
//! power, and says so. Everything that a meter returns has been checked: joules are finite and greater than 0, or a
//! [`MeterError`] says what happened, where, and what to do next.
//!
//! Architecture Invariant: a meter never returns 0 J, less than 0 J, or a number that was not measured in the window.

pub mod battery;
pub mod cpu_time;
pub mod ina2xx;
mod instrument;
mod intervals;
pub mod keithley;
pub mod perf;
pub mod pmic;
pub mod powercap;
pub mod powermetrics;
pub mod recorded;
pub mod scpi;

mod error;
mod joular_columns;
mod meter;
mod parse;
mod program;
mod registry;
mod sampler;
mod selector;
mod sysfs;
mod trace;
mod window;

pub use error::MeterError;
pub use meter::{Description, Meter, Reading, Scope, Work};
pub use registry::{KINDS, MeterFinding, open, survey};
pub use selector::{MeterKind, Selector};
pub use sysfs::System;
pub use trace::PowerTrace;
