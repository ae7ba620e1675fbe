//! What to run, and how.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jdk::Jdk;
use meters::{Meter, Selector};
use profile::MeterNote;

/// What to run, and how.
#[derive(Debug)]
pub struct Plan {
    /// The program as the user typed it.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The meter.
    pub meter: Selector,
    /// How often to repeat the energy run; at least 1.
    pub repetitions: u32,
    /// Whether and when to count the code.
    pub counting: Counting,
    /// Whether the classes that calls outside the JDK met are recorded.
    pub receivers: bool,
    /// Methods whose paths are counted, as `Class.method`, with or without packages.
    pub paths: Vec<String>,
    /// CPU time between two samples of a thread.
    pub sample_interval: Duration,
    /// The minimum length of a window of the meter.
    pub window: Duration,
    /// The JDK that builds the agent. The program may use another one.
    pub jdk: Jdk,
    /// The folder of jouled's cache.
    pub cache: PathBuf,
}

/// Whether and when to count the code of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Never.
    None,
    /// In a separate run, so counters do not affect the measured run.
    #[default]
    OwnRun,
    /// In the energy run, for programs that cannot be repeated.
    SameRun,
}

/// Whether the user wants to end the program.
#[derive(Debug, Default)]
pub struct Interrupted(AtomicBool);

impl Interrupted {
    /// Not interrupted.
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Marks the run as interrupted.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the run is interrupted.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The description of a meter in a profile.
pub(crate) fn meter_note(selector: &Selector, meter: &dyn Meter) -> MeterNote {
    let about = meter.description();
    MeterNote {
        selector: selector.to_string(),
        what: about.what.clone(),
        is_modelled: about.modelled,
        notes: about.notes.clone(),
    }
}
