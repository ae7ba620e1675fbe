//! The run whose energy is measured.

use std::fmt::Write;
use std::process::{Child, ExitStatus};

use counts::Agent;
use files::{TempFolder, TempFolderKind};
use meters::Meter;

use crate::code::CodeTable;
use crate::error::ProfilerError;
use crate::launch;
use crate::plan::{Interrupted, Plan};
use crate::processes::{ended_children_ticks, tick_nanos};
use crate::samples;
use crate::threads::Threads;
use crate::watching::{Recorded, Watching};

/// CPU time below this may come from rounding to the kernel's clock ticks, so it does not count as unseen time.
const FEWEST_UNSEEN_TICKS: u64 = 3;

/// Runs the program, samples it and measures its energy.
pub(crate) fn energy_run(
    plan: &Plan,
    agent: &Agent,
    meter: &mut dyn Meter,
    code: &mut CodeTable,
    interrupted: &Interrupted,
) -> Result<Recorded, ProfilerError> {
    let folder = TempFolder::new(TempFolderKind::Samples).map_err(ProfilerError::Folder)?;
    let settings = folder.path().join("settings");
    let mut text = format!("samples={}\n", folder.path().join("samples-%p").display());
    let _ = writeln!(text, "interval-nanos={}", plan.sample_interval.as_nanos());
    files::write(&settings, text).map_err(ProfilerError::Folder)?;
    let options = [
        // Other virtual machines than HotSpot, and older ones, do not know all of these.
        "-XX:+IgnoreUnrecognizedVMOptions".to_owned(),
        // Without this nearly all samples lie on lines where a loop jumps back.
        "-XX:+UnlockDiagnosticVMOptions".to_owned(),
        "-XX:+DebugNonSafepoints".to_owned(),
        // A recording is in this folder as far as it went when the process is killed.
        format!(
            "-XX:FlightRecorderOptions:stackdepth=256,repository={}",
            folder.path().display()
        ),
    ];
    let ticks_before = ended_children_ticks();
    let watching = Watching::begin(meter, plan.window);
    let mut threads = Threads::default();
    let mut child = launch::start(plan, agent, &settings, &options)?;
    let pid = child.id();
    let (mut recorded, status) = watching.until(&mut threads, pid, || {
        pass_on(interrupted, &child);
        ended(plan, &mut child)
    })?;
    recorded.run.exit_code = status.code();
    recorded.run.unseen_cpu_nanos = unseen(ticks_before, &threads);
    samples::collect(folder.path(), &mut threads, code, &mut recorded);
    recorded.run.threads = threads.list();
    Ok(recorded)
}

/// CPU time that the kernel accounts to the program and no look has seen, in nanoseconds.
fn unseen(ticks_before: Option<u64>, threads: &Threads) -> u64 {
    let Some((before, after)) = ticks_before.zip(ended_children_ticks()) else {
        return 0;
    };
    let all = after.saturating_sub(before);
    let unseen = all
        .saturating_mul(tick_nanos())
        .saturating_sub(threads.cpu_nanos());
    if unseen < FEWEST_UNSEEN_TICKS * tick_nanos() {
        0
    } else {
        unseen
    }
}

pub(crate) fn ended(plan: &Plan, child: &mut Child) -> Result<Option<ExitStatus>, ProfilerError> {
    child.try_wait().map_err(|source| ProfilerError::Watch {
        program: plan.program.to_string_lossy().into_owned(),
        source,
    })
}

/// Passes the interrupt on to the program, which ends and writes what it recorded.
pub(crate) fn pass_on(interrupted: &Interrupted, child: &Child) {
    #[cfg(unix)]
    if interrupted.is_set()
        && let Some(pid) = i32::try_from(child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
    {
        // It may have ended meanwhile.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
    }
    #[cfg(not(unix))]
    let _ = (interrupted, child);
}
