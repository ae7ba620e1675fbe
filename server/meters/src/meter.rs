//! The interface of all meters.

use serde::Serialize;
use serde_json::Value;

use crate::error::MeterError;

/// Measures the energy of a window of time.
///
/// `start` and `stop` alternate. After an error, the meter is stopped, and `start` begins a new window.
pub trait Meter: Send {
    /// What is measured, and how well.
    fn description(&self) -> &Description;

    /// Begins a window.
    ///
    /// # Errors
    /// [`MeterError`] if the meter does not answer, or a window is already open.
    fn start(&mut self) -> Result<(), MeterError>;

    /// Ends the window. `work` is the CPU time of the measured thread, which only models of power need.
    ///
    /// # Errors
    /// [`MeterError`] if no window is open, the meter does not answer, its answer is impossible, or the window was too short for
    /// it to notice anything.
    fn stop(&mut self, work: &Work) -> Result<Reading, MeterError>;
}

/// What a measured thread reports about its own window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Work {
    /// The CPU time of the thread in seconds.
    pub cpu_s: f64,
    /// The elapsed time in seconds.
    pub wall_s: f64,
}

/// The energy of one window.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// Energy in joules, finite and greater than 0.
    pub joules: f64,
    /// The length of the window in seconds, by a monotonic clock.
    pub wall_s: f64,
    /// The meter's raw data: counters, samples, frequencies.
    pub raw: Value,
}

impl Reading {
    /// A reading, if it is plausible.
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

/// What a meter's joules cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Everything that the supply powers.
    Board,
    /// The processor's packages, and their memory if it is counted separately.
    Package,
    /// Only the measured thread.
    Thread,
}

/// What a meter measures, and how well.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The kind of meter, as in its selector.
    pub kind: &'static str,
    /// Which one: zones, a sensor, an instrument and its version.
    pub what: String,
    /// What the joules cover.
    pub scope: Scope,
    /// Whether a model of power computes the energy, so it is not measured.
    pub modelled: bool,
    /// The smallest step of the energy of a window in joules, if known.
    pub resolution_j: Option<f64>,
    /// The time in seconds after which the counter may wrap around at the highest plausible power.
    pub wrap_period_s: Option<f64>,
    /// New values per second, if the meter has such a rate.
    pub samples_per_second: Option<f64>,
    /// The recommended minimum length of a window, in seconds.
    pub shortest_window_s: f64,
    /// What is assumed, and what would improve the meter.
    pub notes: Vec<String>,
}
