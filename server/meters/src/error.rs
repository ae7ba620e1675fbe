//! What can be wrong with a meter.

use std::path::PathBuf;

/// A meter that is not there, does not answer, or answers what cannot be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeterError {
    /// There is no such meter on this machine, or it may not be read.
    #[error("the meter {meter} is not usable here: {reason}; {fix}")]
    Absent {
        /// The kind of meter.
        meter: &'static str,
        /// Why.
        reason: String,
        /// What to do about it.
        fix: String,
    },
    /// What was typed names no meter or no setting of it.
    #[error("meter `{given}`: {problem}; {fix}")]
    Selector {
        /// What was typed.
        given: String,
        /// What is wrong with it.
        problem: String,
        /// What to type instead.
        fix: String,
    },
    /// A file that was there cannot be read.
    #[error("{} cannot be read: {source}; a sensor that comes and goes is often loose or was renumbered, run `calibrate doctor`", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A value that no meter of this kind gives.
    #[error(
        "{place}: {found:?} is not {expected}; the sensor or its driver is faulty, see the kernel's log"
    )]
    Nonsense {
        /// Where it was read.
        place: String,
        /// The beginning of it.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The energy of a window was 0, negative or no number.
    #[error(
        "the meter {meter} gave {joules} J for {wall_s:.4} s, which no running machine needs; \
         check its wiring and the sign of the current, or measure longer windows"
    )]
    NotPositive {
        /// The kind of meter.
        meter: String,
        /// What it gave.
        joules: f64,
        /// The window.
        wall_s: f64,
    },
    /// The window ended before the meter had noticed anything.
    #[error(
        "the meter {meter} has {found} in a window of {wall_s:.4} s; measure windows of at least {shortest_s:.3} s"
    )]
    TooShort {
        /// The kind of meter.
        meter: &'static str,
        /// What it has.
        found: String,
        /// The window in seconds.
        wall_s: f64,
        /// The shortest useful window in seconds.
        shortest_s: f64,
    },
    /// The counter may have begun again more than once.
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
    /// An instrument on the network does not do what was asked.
    #[error("{instrument}: {problem}; {fix}")]
    Instrument {
        /// Its address, and its name where it is known.
        instrument: String,
        /// What happened.
        problem: String,
        /// What to do about it.
        fix: String,
    },
    /// A program that reads the meter failed.
    #[error("`{program}` failed: {problem}; {fix}")]
    Program {
        /// What was run.
        program: String,
        /// What happened.
        problem: String,
        /// What to do about it.
        fix: String,
    },
    /// The clock of the machine was set during a window.
    #[error(
        "the clock was set by {step_s:.3} s during a window, so recorded times mean nothing in it; \
         stop the time service while measuring"
    )]
    ClockStepped {
        /// How far, in seconds.
        step_s: f64,
    },
}
