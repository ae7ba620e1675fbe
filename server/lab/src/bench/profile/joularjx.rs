//! JoularJX on the same kernels.
//!
//! It needs a power meter. In a virtual machine it reads the machine's power from a file instead. The file gets the power that
//! jouled's meter `cpu-time` supposes: proportional to the CPU time that all processes use.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::bench::usage::measure_whatever;

/// The power of the whole machine if all its processors are busy.
const WATTS: f64 = 65.0;
/// JoularJX reads the power once a second.
const POWER_INTERVAL: Duration = Duration::from_millis(200);
const POWERS_IN_A_SECOND: usize = 5;
/// Where it writes the energies of stacks, below a folder for each run.
const STACKS: &str = "all/total/calltrees";

/// What JoularJX said about a run.
#[derive(Debug, Default)]
pub(super) struct Ran {
    /// Stacks, the outermost method first, with their joules.
    stacks: Vec<(String, f64)>,
    /// CPU time of the process.
    pub(super) cpu_seconds: f64,
}

impl Ran {
    /// Runs a `java` command with JoularJX. `folder` is for its files.
    pub(super) fn new(jar: &Path, java: &Command, filter: &str, folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let jar = jar
            .canonicalize()
            .with_context(|| format!("there is no {}", jar.display()))?;
        let power = folder.join("power");
        let settings = folder.join("config.properties");
        fs::write(&settings, settings_text(filter, &power))?;
        fs::write(&power, WATTS.to_string())?;
        let mut command = Command::new(java.get_program());
        command
            .arg(format!("-Djoularjx.config={}", settings.display()))
            .arg(format!("-javaagent:{}", jar.display()))
            .args(java.get_args())
            .current_dir(folder);
        command.stderr(fs::File::create(folder.join("errors"))?);
        let is_over = AtomicBool::new(false);
        let used = thread::scope(|scope| {
            scope.spawn(|| tell_power(&power, &is_over));
            let used = measure_whatever(&mut command, &folder.join("output"));
            is_over.store(true, Ordering::Relaxed);
            used
        });
        let (usage, status) = used?;
        ensure!(
            status.success(),
            "JoularJX: {}",
            fs::read_to_string(folder.join("errors")).unwrap_or_default()
        );
        let mut ran = Self {
            cpu_seconds: usage.cpu_seconds,
            ..Self::default()
        };
        for file in result_files(&folder.join("joularjx-result"))? {
            ran.stacks.extend(stacks(&fs::read_to_string(file)?));
        }
        ensure!(!ran.stacks.is_empty(), "JoularJX wrote no energies");
        Ok(ran)
    }

    /// The energy of a method with its callees.
    pub(super) fn joules(&self, method: &str) -> f64 {
        let with = |stack: &str| stack.split(';').any(|frame| frame == method);
        let stacks = self.stacks.iter().filter(|(stack, _)| with(stack));
        stacks.map(|(_, joules)| joules).sum()
    }
}

fn settings_text(filter: &str, power: &Path) -> String {
    format!(
        "filter-method-names={filter}
save-runtime-data=false
logger-level=WARNING
track-consumption-evolution=false
hide-agent-consumption=true
enable-call-trees-consumption=true
save-call-trees-runtime-data=false
stack-monitoring-sample-rate=10
application-server=false
vm-monitoring=true
vm-power-path={}
vm-power-format=watts
",
        power.display()
    )
}

/// Keeps the machine's power of the last second in a file.
fn tell_power(file: &Path, is_over: &AtomicBool) {
    let mut readings = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let text = fs::read_to_string("/proc/stat").unwrap_or_default();
        readings.extend(busy_and_all(&text));
        let before = readings.len().saturating_sub(POWERS_IN_A_SECOND + 1);
        if let (Some(first), Some(last)) = (readings.get(before), readings.last())
            && last.1 > first.1
        {
            let busy = (last.0 - first.0) as f64 / (last.1 - first.1) as f64;
            let unfinished = file.with_extension("unfinished");
            // If this fails, the power remains what it was.
            let _ = fs::write(&unfinished, (WATTS * busy).to_string())
                .and_then(|()| fs::rename(&unfinished, file));
        }
        thread::sleep(POWER_INTERVAL);
    }
}

/// Ticks that all processors were busy, and all ticks, from the first line of `/proc/stat` (man 5 proc).
fn busy_and_all(text: &str) -> Option<(u64, u64)> {
    let line = text.lines().next()?.strip_prefix("cpu ")?;
    // user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of these.
    let ticks: Vec<u64> = line
        .split_whitespace()
        .take(8)
        .map_while(|word| word.parse().ok())
        .collect();
    let all: u64 = ticks.iter().sum();
    let idle = ticks.get(3)? + ticks.get(4)?;
    Some((all - idle, all))
}

fn result_files(results: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let runs = fs::read_dir(results).context("JoularJX wrote nothing")?;
    for run in runs {
        for file in fs::read_dir(run?.path().join(STACKS))? {
            files.push(file?.path());
        }
    }
    Ok(files)
}

/// Reads lines of `outermost;…;innermost,joules`.
fn stacks(text: &str) -> impl Iterator<Item = (String, f64)> {
    text.lines().filter_map(|line| {
        let (stack, joules) = line.rsplit_once(',')?;
        Some((stack.to_owned(), joules.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_has_the_energy_of_each_stack_with_it_once() {
        let text = "K.main;K.a,1.5\nK.main;K.a;K.a;J.b,2.0\nK.main;K.ab,4.0\n\nno number,x\n";
        let ran = Ran {
            stacks: stacks(text).collect(),
            cpu_seconds: 1.0,
        };
        let joules = ["K.a", "J.b", "K.ab", "K.main", "K.c"].map(|method| ran.joules(method));
        assert_eq!(
            joules.map(|joules| (joules * 10.0) as u32),
            [35, 20, 40, 75, 0]
        );
    }

    #[test]
    fn a_processor_that_waits_for_a_disk_is_idle() {
        let text = "cpu  10 1 5 100 20 2 3 9 50 60\ncpu0 1 1 1 1 1 1 1 1 1 1\n";
        assert_eq!(busy_and_all(text), Some((30, 150)));
        assert_eq!(busy_and_all("cpu 1 2 3"), None);
        assert_eq!(busy_and_all(""), None);
    }
}
