//! What is run, and in which order.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use counts::Agent;
use jdk::Jdk;
use meters::{Meter, Selector};
use profile::{MeterNote, Profile};

use crate::code::CodeTable;
use crate::count_run::count_run;
use crate::energy_run::energy_run;
use crate::error::ProfilerError;
use crate::run_file::RunFile;

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
    /// Whether the code is counted in a run of its own.
    pub is_counted: bool,
    /// CPU time between two samples of a thread.
    pub sample_interval: Duration,
    /// How long a window of the meter is at least.
    pub window: Duration,
    /// The JDK that makes the agent; the program may run on another.
    pub jdk: Jdk,
    /// The folder of jouled's cache.
    pub cache: PathBuf,
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

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Runs a program as planned. Its streams are those of this process. What ended early is part of the result, with a word of it
/// in [`Profile::problems`].
///
/// # Errors
/// [`ProfilerError`] where nothing was recorded.
pub fn profile(plan: &Plan, interrupted: &Interrupted) -> Result<RunFile, ProfilerError> {
    if !cfg!(target_os = "linux") {
        return Err(ProfilerError::NoProc);
    }
    let agent = Agent::prepare(&plan.jdk, &plan.cache)?;
    let mut meter = meters::open(&plan.meter, &meters::System::default())?;
    let mut recorded = RunFile {
        profile: Profile {
            program: plan.program.to_string_lossy().into_owned(),
            meter: meter_note(&plan.meter, &*meter),
            ..Profile::default()
        },
        counted: Vec::new(),
    };
    let mut code = CodeTable::default();
    for _ in 0..plan.repetitions.max(1) {
        if interrupted.is_set() {
            break;
        }
        let run = energy_run(plan, &agent, &mut *meter, &mut code, interrupted)?;
        recorded.profile.problems.extend(run.problems);
        recorded.profile.runs.push(run.run);
    }
    if plan.is_counted {
        if interrupted.is_set() {
            let problem = "nothing was counted, since the run was interrupted";
            recorded.profile.problems.push(problem.to_owned());
        } else {
            let counted = count_run(plan, &agent, &mut code, interrupted)?;
            recorded.profile.counts = counted.counts;
            recorded.profile.problems.extend(counted.problems);
            recorded.counted = counted.bytes;
        }
    }
    recorded.profile.code = code.finish();
    Ok(recorded)
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
