//! The energy of a JVM that already runs.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use jdk::Jdk;
use meters::Selector;
use profile::Profile;

use crate::attach::{Attached, SamplingMethod};
use crate::code::CodeTable;
use crate::error::ProfilerError;
use crate::plan::{Interrupted, meter_note};
use crate::samples;
use crate::threads::Threads;
use crate::watching::Watching;
use run_file::RunFile;

/// What to attach to, and how.
#[derive(Debug)]
pub struct AttachPlan {
    /// The process.
    pub pid: u32,
    /// For how long.
    pub time: Duration,
    /// The meter.
    pub meter: Selector,
    /// CPU time between two samples of a thread.
    pub sample_interval: Duration,
    /// The minimum length of a window of the meter.
    pub window: Duration,
    /// The JDK whose `jcmd` attaches and that builds the agent.
    pub jdk: Jdk,
    /// The folder of jouled's cache.
    pub cache: PathBuf,
}

/// Profiles a process for a while, and restores its earlier state. It ends early if the process ends or the user interrupts it.
///
/// # Errors
/// [`ProfilerError`] if nothing was recorded.
pub fn profile_running(
    plan: &AttachPlan,
    interrupted: &Interrupted,
) -> Result<RunFile, ProfilerError> {
    let mut meter = meters::open(&plan.meter, &meters::System::default())?;
    let about = meter_note(&plan.meter, &*meter);
    let mut attached = Attached::to(
        plan.pid,
        &plan.jdk,
        &plan.cache,
        plan.sample_interval,
        SamplingMethod::Recorder(plan.time),
    )?;
    let mut threads = Threads::default();
    threads.look(plan.pid);
    threads.begin();
    let began = Instant::now();
    let mut ended_early = None;
    let watching = Watching::begin(&mut *meter, plan.window);
    let (mut recorded, is_there) = watching.until(&mut threads, plan.pid, |_| {
        let is_there = std::fs::metadata(format!("/proc/{}", plan.pid)).is_ok();
        let is_full = !attached.may_go_on();
        if is_full {
            ended_early.get_or_insert_with(|| began.elapsed());
        }
        let is_over = !is_there || is_full || interrupted.is_set() || began.elapsed() >= plan.time;
        Ok(is_over.then_some(is_there))
    })?;
    if let Some(after) = ended_early {
        recorded.problems.push(format!(
            "profiling ended {:.0} s after it began, because the disk of the temporary files was nearly full; free space there",
            after.as_secs_f64()
        ));
    }
    if is_there {
        attached.detach()?;
    } else {
        recorded
            .problems
            .push("the process ended before jouled detached".to_owned());
    }
    let mut code = CodeTable::default();
    samples::collect_attached(&attached, &mut threads, &mut code, &mut recorded);
    recorded.problems.push(
        "lines are coarse unless the JVM was started with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints".to_owned(),
    );
    recorded.run.threads = threads.list(&recorded.run.samples, &code);
    Ok(RunFile {
        profile: Profile {
            program: format!("process {}", plan.pid),
            meter: about,
            runs: vec![recorded.run],
            code: code.finish(),
            counts: Vec::new(),
            problems: recorded.problems,
        },
        counted: Vec::new(),
    })
}
