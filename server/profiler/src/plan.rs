//! What is run, and how.

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
    /// What measures the energy.
    pub meter: Selector,
    /// How often the energy run is repeated; at least 1.
    pub repetitions: u32,
    /// Whether and when the code is counted.
    pub counting: Counting,
    /// CPU time between two samples of a thread.
    pub sample_interval: Duration,
    /// How long a window of the meter is at least.
    pub window: Duration,
    /// The JDK that makes the agent; the program may run on another.
    pub jdk: Jdk,
    /// The folder of jouled's cache.
    pub cache: PathBuf,
}

/// Whether and when the code of a program is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// It is not.
    None,
    /// In a run of its own, so that counters change nothing that is measured.
    #[default]
    OwnRun,
    /// In the run whose energy is measured, for programs that cannot be repeated.
    SameRun,
}

/// Whether the user wants the program to end.
#[derive(Debug, Default)]
pub struct Interrupted(AtomicBool);

impl Interrupted {
    /// None yet.
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// The user does.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the user does.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a profile says of its meter.
pub(crate) fn meter_note(selector: &Selector, meter: &dyn Meter) -> MeterNote {
    let about = meter.description();
    MeterNote {
        selector: selector.to_string(),
        what: about.what.clone(),
        is_modelled: about.modelled,
        notes: about.notes.clone(),
    }
}
