//! Errors of meters.

use std::path::PathBuf;

/// A meter that does not exist, does not answer, or gives impossible values.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeterError {
    /// This machine has no such meter, or the user may not read it.
    #[error("the meter {meter} is not usable here: {reason}; {fix}")]
    Absent {
        /// The kind of meter.
        meter: &'static str,
        /// The reason.
        reason: String,
        /// What to do about it.
        fix: String,
    },
    /// The user's text names no meter, or an unknown setting.
    #[error("meter `{given}`: {problem}; {fix}")]
    Selector {
        /// The user's text.
        given: String,
        /// What is wrong with it.
        problem: String,
        /// A valid text.
        fix: String,
    },
    /// An existing file cannot be read.
    #[error("{} cannot be read: {source}; a sensor that comes and goes is often loose or was renumbered, run `calibrate doctor`", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A value that no meter of this kind gives.
    #[error(
        "{place}: {found:?} is not {expected}; the sensor or its driver is faulty, see the kernel's log"
    )]
    Nonsense {
        /// The source of the reading.
        place: String,
        /// The beginning of the value.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The energy of a window was 0, negative or not a number.
    #[error(
        "the meter {meter} gave {joules} J for {wall_s:.4} s, which no running machine needs; \
         check its wiring and the sign of the current, or measure longer windows"
    )]
    NotPositive {
        /// The kind of meter.
        meter: String,
        /// The energy that it gave.
        joules: f64,
        /// The length of the window.
        wall_s: f64,
    },
    /// The window ended before the meter changed.
    #[error(
        "the meter {meter} has {found} in a window of {wall_s:.4} s; measure windows of at least {shortest_s:.3} s"
    )]
    TooShort {
        /// The kind of meter.
        meter: &'static str,
        /// What it measured.
        found: String,
        /// The window in seconds.
        wall_s: f64,
        /// The shortest useful window in seconds.
        shortest_s: f64,
    },
    /// The counter may have wrapped around more than once.
    #[error(
        "the counter of {meter} may have wrapped more than once in {wall_s:.0} s; measure windows of at most {longest_s:.0} s"
    )]
    TooLong {
        /// The kind of meter.
        meter: &'static str,
        /// The window in seconds.
        wall_s: f64,
        /// The longest useful window in seconds.
        longest_s: f64,
    },
    /// `stop` without `start`, or `start` twice.
    #[error("the meter {meter} {problem}; start and stop take turns")]
    Turn {
        /// The kind of meter.
        meter: &'static str,
        /// What was requested.
        problem: &'static str,
    },
    /// An instrument on the network did not do what it was asked to.
    #[error("{instrument}: {problem}; {fix}")]
    Instrument {
        /// Its address, and its name if known.
        instrument: String,
        /// What happened.
        problem: String,
        /// What to do about it.
        fix: String,
    },
    /// A program that reads the meter failed.
    #[error("`{program}` failed: {problem}; {fix}")]
    Program {
        /// The command.
        program: String,
        /// What happened.
        problem: String,
        /// What to do about it.
        fix: String,
    },
    /// The system clock was set during a window.
    #[error(
        "the clock was set by {step_s:.3} s during a window, so recorded times mean nothing in it; \
         stop the time service while measuring"
    )]
    ClockStepped {
        /// The step in seconds.
        step_s: f64,
    },
}
