//! The run whose energy is measured.

use std::fmt::Write;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use counts::Agent;
use files::{TempFolder, TempFolderKind};
use meters::Meter;
use profile::EnergyRun;

use crate::code::CodeTable;
use crate::error::ProfilerError;
use crate::launch;
use crate::plan::{Interrupted, Plan};
use crate::processes::{ended_children_ticks, tick_nanos};
use crate::samples;
use crate::threads::Threads;
use crate::windows::{Windows, nanos_since};

/// How often the threads are looked at. Those that begin and end between two looks are not told apart.
const LOOK: Duration = Duration::from_millis(50);
/// A program that has ended is waited for, so that its last window is long enough for the meter, no longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// Below this the ticks of the kernel's accounts are no evidence of time that was not seen.
const FEWEST_UNSEEN_TICKS: u64 = 3;

pub(crate) struct Recorded {
    pub(crate) run: EnergyRun,
    pub(crate) problems: Vec<String>,
}

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
    let shortest =
        Duration::try_from_secs_f64(meter.description().shortest_window_s).unwrap_or_default();
    let window = plan.window.max(shortest);
    let ticks_before = ended_children_ticks();
    let started_unix_nanos = unix_nanos();
    let began = Instant::now();
    let mut windows = Windows::new(meter, began);
    let mut threads = Threads::default();
    let mut child = launch::start(plan, agent, &settings, &options)?;
    let status = loop {
        threads.look(child.id());
        if let Some(status) = ended(plan, &mut child)? {
            break status;
        }
        pass_on(interrupted, &child);
        if windows.open_for_nanos() >= window.as_nanos() as u64 {
            windows.turn(threads.take_window());
        }
        thread::sleep(LOOK);
    };
    let wall_nanos = nanos_since(began);
    let open = Duration::from_nanos(windows.open_for_nanos());
    thread::sleep(shortest.saturating_sub(open).min(LONGEST_WAIT));
    windows.close(threads.take_window());
    let problems = std::mem::take(&mut windows.problems);
    let mut recorded = Recorded {
        run: EnergyRun {
            started_unix_nanos,
            wall_nanos,
            exit_code: status.code(),
            windows: windows.done,
            unseen_cpu_nanos: unseen(ticks_before, &threads),
            ..EnergyRun::default()
        },
        problems,
    };
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

/// Has the program end as the user wants it to. It writes what it recorded on its way.
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

fn unix_nanos() -> u64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
