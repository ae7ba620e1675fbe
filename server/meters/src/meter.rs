//! What every meter is asked and what it answers.

use serde::Serialize;
use serde_json::Value;

use crate::error::MeterError;

/// Measures the energy of a window of time.
///
/// `start` and `stop` take turns. After an error the meter is stopped, and `start` begins again.
pub trait Meter: Send {
    /// What is measured, and how well.
    fn description(&self) -> &Description;

    /// Begins a window.
    ///
    /// # Errors
    /// [`MeterError`] where the meter does not answer, or a window is open already.
    fn start(&mut self) -> Result<(), MeterError>;

    /// Ends the window. `work` is what the measured thread says about itself; only models of power need it.
    ///
    /// # Errors
    /// [`MeterError`] where no window is open, the meter does not answer, what it answers cannot be, or the window was
    /// too short for it to notice anything.
    fn stop(&mut self, work: &Work) -> Result<Reading, MeterError>;
}

/// What a measured thread says about its own window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Work {
    /// The CPU time of the thread in seconds.
    pub cpu_s: f64,
    /// The time that passed meanwhile in seconds.
    pub wall_s: f64,
}

/// The energy of one window.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// Energy in joules, finite and greater than 0.
    pub joules: f64,
    /// How long the window was in seconds, by a clock that never steps.
    pub wall_s: f64,
    /// What the meter said, uninterpreted: counters, samples, frequencies.
    pub raw: Value,
}

impl Reading {
    /// A reading, if it can be one.
    pub(crate) fn checked(
        meter: &str,
        joules: f64,
        wall_s: f64,
        raw: Value,
    ) -> Result<Self, MeterError> {
        if joules.is_finite() && joules > 0.0 && wall_s > 0.0 {
            Ok(Self {
                joules,
                wall_s,
                raw,
            })
        } else {
            Err(MeterError::NotPositive {
                meter: meter.to_owned(),
                joules,
                wall_s,
            })
        }
    }
}

/// What the joules are those of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All that the supply feeds.
    Board,
    /// The processor's packages, and their memory where it is counted apart.
    Package,
    /// The measured thread alone.
    Thread,
}

/// What a meter measures, and how well.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The kind of meter, as in its selector.
    pub kind: &'static str,
    /// Which one: zones, a sensor, an instrument and its version.
    pub what: String,
    /// What the joules are those of.
    pub scope: Scope,
    /// True where the energy is computed from a model of power and not measured.
    pub modelled: bool,
    /// The smallest step of the energy of a window in joules, if known.
    pub resolution_j: Option<f64>,
    /// After how many seconds the counter may have begun again at the highest plausible power.
    pub wrap_period_s: Option<f64>,
    /// New values a second, where there are such.
    pub samples_per_second: Option<f64>,
    /// How long a window should be at least, in seconds.
    pub shortest_window_s: f64,
    /// What was taken for granted, and what would make it better.
    pub notes: Vec<String>,
}
