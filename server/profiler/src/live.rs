//! The energy of a running JVM, live.

use std::time::{Duration, Instant};

use meters::Meter;
use profile::{EnergyRun, Profile};

use crate::attach::{Attached, SamplingMethod};
use crate::attached_run::AttachPlan;
use crate::code::CodeTable;
use crate::error::ProfilerError;
use crate::plan::meter_note;
use crate::samples;
use crate::threads::Threads;
use crate::watching::{Recorded, unix_nanos};
use crate::windows::{Windows, nanos_since};

/// A JVM that is being watched. Dropping this restores its earlier state.
pub struct Live {
    attached: Attached,
    meter: Box<dyn Meter>,
    about: profile::MeterNote,
    threads: Threads,
    began: Instant,
    started_unix_nanos: u64,
    done: Recorded,
    pid: u32,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live")
            .field("pid", &self.pid)
            .finish_non_exhaustive()
    }
}

impl Live {
    /// Attaches to a process. Ignores the plan's time.
    ///
    /// # Errors
    /// [`ProfilerError`] if attaching fails or the meter does not work.
    pub fn begin(plan: &AttachPlan) -> Result<Self, ProfilerError> {
        let meter = meters::open(&plan.meter, &meters::System::default())?;
        let about = meter_note(&plan.meter, &*meter);
        let attached = Attached::to(
            plan.pid,
            &plan.jdk,
            &plan.cache,
            plan.sample_interval,
            SamplingMethod::Agent,
        )?;
        let mut threads = Threads::default();
        threads.look(plan.pid);
        threads.begin();
        Ok(Self {
            attached,
            meter,
            about,
            threads,
            began: Instant::now(),
            started_unix_nanos: unix_nanos(),
            done: Recorded::default(),
            pid: plan.pid,
        })
    }

    /// Watches for a while, and returns what was used since the beginning; `None` if the process has ended. `is_over` ends it
    /// early.
    ///
    /// # Errors
    /// [`ProfilerError`].
    pub fn watch(
        &mut self,
        time: Duration,
        mut is_over: impl FnMut() -> bool,
    ) -> Result<Option<Profile>, ProfilerError> {
        let shortest = Duration::try_from_secs_f64(self.meter.description().shortest_window_s)
            .unwrap_or_default();
        let mut windows = Windows::new(&mut *self.meter, self.began);
        let begin = Instant::now();
        while begin.elapsed() < time.max(shortest) && !is_over() {
            std::thread::sleep(Duration::from_millis(50));
            self.threads.look(self.pid);
        }
        windows.close(self.threads.take_window());
        self.done.run.windows.append(&mut windows.done);
        for problem in windows.problems {
            if !self.done.problems.contains(&problem) {
                self.done.problems.push(problem);
            }
        }
        if std::fs::metadata(format!("/proc/{}", self.pid)).is_err() {
            return Ok(None);
        }
        let mut now = Recorded {
            run: EnergyRun {
                started_unix_nanos: self.started_unix_nanos,
                wall_nanos: nanos_since(self.began),
                windows: self.done.run.windows.clone(),
                ..EnergyRun::default()
            },
            problems: self.done.problems.clone(),
        };
        let mut code = CodeTable::default();
        samples::collect_attached(&self.attached, &mut self.threads, &mut code, &mut now);
        now.run.threads = self.threads.list(&now.run.samples, &code);
        Ok(Some(Profile {
            program: format!("process {}", self.pid),
            meter: self.about.clone(),
            runs: vec![now.run],
            code: code.finish(),
            counts: Vec::new(),
            problems: now.problems,
        }))
    }
}

/// A running JVM of this user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningJvm {
    /// Its process.
    pub pid: u32,
    /// The command that started it: the program and, if known, the main class or jar.
    pub name: String,
}

/// The running JVMs of this user, by process ID.
pub fn running_jvms() -> Vec<RunningJvm> {
    let mut found: Vec<RunningJvm> = crate::processes::own_processes()
        .into_iter()
        .filter(|pid| crate::processes::is_jvm(*pid))
        .map(|pid| RunningJvm {
            pid,
            name: crate::processes::main_of(pid),
        })
        .collect();
    found.sort_by_key(|jvm| jvm.pid);
    found
}
