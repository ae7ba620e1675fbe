//! The energy run.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::time::Duration;

use counts::{Agent, Options, settings_text};
use files::{TempFolder, TempFolderKind};
use jdk::Jdk;
use meters::Meter;
use profile::{EnergyRun, Jvm, Sampler};

use crate::agent_work;
use crate::attach;
use crate::checkpoints::Checkpoints;
use crate::code::CodeTable;
use crate::counted::{self, Counted, all_code};
use crate::error::ProfilerError;
use crate::input::Input;
use crate::launch::{self, COMPILE_LARGE_METHODS, IGNORE_UNKNOWN_OPTIONS, Started};
use crate::plan::{Counting, Interrupted, Plan};
use crate::room;
use crate::sampled;
use crate::samples;
use crate::stripes;
use crate::threads::Threads;
use crate::watching::{Recorded, Watching};

/// CPU time below this may come from rounding to the kernel's clock ticks, so it does not count as unseen time.
const FEWEST_UNSEEN_TICKS: u32 = 3;

/// In the energy run, one in this many of the program's own long methods has its calls counted. These are enough to see whether
/// the count run does the same work, and too few to cost much.
const ENTRIES_OF: u32 = 8;

/// How often calls are read in a window of the meter. The calls of the first and last reading are divided between windows.
const READINGS_OF_A_WINDOW: u32 = 10;

/// The data of an energy run.
pub(crate) struct EnergyOfRun {
    pub(crate) recorded: Recorded,
    /// The counts, if this run also counts all code.
    pub(crate) counted: Option<Counted>,
    /// JVMs that were sampled, but did not write how often their methods were called: somebody killed them.
    pub(crate) without_calls: usize,
}

/// Runs the program, samples it and measures its energy. From time to time, `keep` gets what was recorded so far.
pub(crate) fn energy_run(
    plan: &Plan,
    agent: &Agent,
    meter: &mut dyn Meter,
    code: &mut CodeTable,
    input: &mut Input,
    interrupted: &Interrupted,
    keep: &mut dyn FnMut(EnergyRun, CodeTable),
) -> Result<EnergyOfRun, ProfilerError> {
    let folder = TempFolder::new(TempFolderKind::Samples).map_err(ProfilerError::Folder)?;
    let settings = folder.path().join("settings");
    let mut text = format!("samples={}\n", folder.path().join("samples-%p").display());
    let _ = writeln!(text, "interval-nanos={}", plan.sample_interval.as_nanos());
    let counts = folder.path().join(format!("{}%p", counted::NAME));
    match plan.counting {
        Counting::None => {}
        Counting::OwnRun => {
            let few = Options {
                entries_of: ENTRIES_OF,
                // A few methods that two threads call all the time are enough to make both wait.
                stripes: stripes::of_unknown(),
                readings: plan.window / READINGS_OF_A_WINDOW,
                ..Options::default()
            };
            text.push_str(&settings_text(&counts, &few)?);
        }
        Counting::SameRun => {
            let all = all_code(plan, stripes::of_unknown());
            text.push_str(&settings_text(&counts, &all)?);
        }
    }
    files::write(&settings, text).map_err(ProfilerError::Folder)?;
    let mut options = vec![
        IGNORE_UNKNOWN_OPTIONS.to_owned(),
        // Without this, nearly all samples are on lines where a loop jumps back.
        "-XX:+UnlockDiagnosticVMOptions".to_owned(),
        "-XX:+DebugNonSafepoints".to_owned(),
        recorder_options(folder.path()),
    ];
    if plan.counting == Counting::SameRun {
        options.push(COMPILE_LARGE_METHODS.to_owned());
    }
    let children_before = ended_children();
    let watching = Watching::begin(meter, plan.window);
    let mut threads = Threads::default();
    let Started {
        mut child,
        _feeding,
    } = launch::start(plan, agent, &settings, &options, input)?;
    let pid = child.id();
    let mut checkpoints = Checkpoints::default();
    let mut ended_recorders = BTreeSet::new();
    let mut first_short = None;
    let (mut recorded, status) = watching.until(&mut threads, pid, |so_far| {
        pass_on(interrupted, &child);
        if !room::may_go_on(folder.path()) {
            end_recorders(folder.path(), &plan.jdk, &mut ended_recorders);
            first_short.get_or_insert_with(|| so_far.began.elapsed());
        }
        if checkpoints.is_due(so_far.began.elapsed()) {
            let mut until_now = Recorded {
                run: so_far.run(),
                ..Recorded::default()
            };
            let (mut threads, mut code) = (so_far.threads.clone(), code.clone());
            samples::collect(folder.path(), &mut threads, &mut code, &mut until_now);
            agent_work::tell_apart(&mut until_now.run, &mut threads, &code);
            until_now.run.threads = threads.list(&until_now.run.samples, &code);
            keep(until_now.run, code);
        }
        ended(plan, &mut child)
    })?;
    recorded.run.exit_code = status.code();
    recorded.run.unseen_cpu_nanos = unseen(children_before, &threads);
    add_energy_of_unseen(&mut recorded.run);
    samples::collect(folder.path(), &mut threads, code, &mut recorded);
    agent_work::tell_apart(&mut recorded.run, &mut threads, code);
    recorded.run.threads = threads.list(&recorded.run.samples, code);
    let is_recorded = |jvm: &Jvm| jvm.sampler == Some(Sampler::CpuTime);
    if let Some(after) = first_short
        && recorded.run.jvms.iter().any(is_recorded)
    {
        recorded.problems.push(format!(
            "the disk of {} was nearly full {:.0} s after the run began, so that sampling by the JVM's recorder ended: methods show what ran until then; free space there or set TMPDIR",
            folder.path().display(),
            after.as_secs_f64()
        ));
    }
    let mut of_run = None;
    let mut without_calls = 0;
    if plan.counting != Counting::None {
        let requested = match plan.counting {
            Counting::SameRun => &plan.paths[..],
            Counting::None | Counting::OwnRun => &[],
        };
        let counted = counted::collect(folder.path(), code, requested);
        let is_without = |jvm: &&Jvm| !counted.processes.contains(&jvm.pid);
        without_calls = recorded.run.jvms.iter().filter(is_without).count();
        if plan.counting == Counting::SameRun {
            of_run = Some(counted);
        } else {
            let counts = counted.counts.iter();
            recorded.run.entries = counts.map(|count| (count.method, count.entries)).collect();
            recorded.run.call_readings =
                counted::call_readings(&counted.readings, recorded.run.started_unix_nanos, code);
        }
    }
    Ok(EnergyOfRun {
        recorded,
        counted: of_run,
        without_calls,
    })
}

/// The options of the JVMs' recorders. If a process is killed, the folder has its recording so far.
fn recorder_options(folder: &Path) -> String {
    let depth = "-XX:FlightRecorderOptions:stackdepth=1024";
    let folder = folder.display().to_string();
    // Commas divide these options, unless the value is in quotes.
    match (folder.contains([',', '\'']), folder.contains('"')) {
        (false, false) => format!("{depth},repository={folder}"),
        (true, false) => format!("{depth},repository=\"{folder}\""),
        (_, true) => depth.to_owned(),
    }
}

/// Ends the recorders of all JVMs that wrote to a folder, each once.
fn end_recorders(folder: &Path, jdk: &Jdk, ended: &mut BTreeSet<u32>) {
    for pid in sampled::processes(folder) {
        if ended.insert(pid) {
            // If the JVM has ended, or is sampled in another way, it has no recorder.
            let _ = attach::end_recorder(pid, jdk);
        }
    }
}

/// The CPU time of the children of this process that have ended.
fn ended_children() -> Option<Duration> {
    Some(files::process_times(std::process::id())?.ended_children)
}

/// CPU time in nanoseconds that the kernel attributes to the program, but that no reading saw.
fn unseen(children_before: Option<Duration>, threads: &Threads) -> u64 {
    let Some((before, after)) = children_before.zip(ended_children()) else {
        return 0;
    };
    let all = after.saturating_sub(before);
    let unseen = all.saturating_sub(Duration::from_nanos(threads.cpu_nanos()));
    if unseen < files::clock_tick() * FEWEST_UNSEEN_TICKS {
        0
    } else {
        u64::try_from(unseen.as_nanos()).unwrap_or(u64::MAX)
    }
}

/// The energy of a window is that of the threads that readings saw: the meter's part for them, or their CPU time × a power. The
/// others used energy as well. Nothing shows when, so each window gets the same part of it.
fn add_energy_of_unseen(run: &mut EnergyRun) {
    let used = run.windows.iter().flat_map(|window| &window.cpu);
    let seen = used.map(|used| used.nanos as f64).sum::<f64>();
    if seen > 0.0 {
        let all = 1.0 + run.unseen_cpu_nanos as f64 / seen;
        for window in &mut run.windows {
            window.joules = window.joules.map(|joules| joules * all);
        }
    }
}

pub(crate) fn ended(plan: &Plan, child: &mut Child) -> Result<Option<ExitStatus>, ProfilerError> {
    child.try_wait().map_err(|source| ProfilerError::Watch {
        program: plan.program.to_string_lossy().into_owned(),
        source,
    })
}

/// Passes the interrupt on to the program, which then ends and writes what it recorded.
pub(crate) fn pass_on(interrupted: &Interrupted, child: &Child) {
    #[cfg(unix)]
    if interrupted.is_set()
        && let Some(pid) = i32::try_from(child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
    {
        // It may have ended in the meantime.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
    }
    #[cfg(not(unix))]
    let _ = (interrupted, child);
}

#[cfg(test)]
mod tests {
    use profile::{ThreadCpu, ThreadIndex, Window};

    use super::*;

    #[test]
    fn what_no_reading_saw_used_energy_as_well() {
        let window = |nanos, joules| Window {
            start_nanos: 0,
            end_nanos: 100,
            joules,
            cpu: vec![ThreadCpu {
                thread: ThreadIndex(0),
                nanos,
            }],
        };
        let mut run = EnergyRun {
            windows: vec![
                window(10, Some(1.0)),
                window(30, Some(3.0)),
                window(0, None),
            ],
            unseen_cpu_nanos: 20,
            ..EnergyRun::default()
        };
        add_energy_of_unseen(&mut run);
        let joules: Vec<_> = run.windows.iter().map(|window| window.joules).collect();
        assert_eq!(joules, [Some(1.5), Some(4.5), None]);
        run.windows.clear();
        add_energy_of_unseen(&mut run);
        assert!(run.windows.is_empty());
    }
}
