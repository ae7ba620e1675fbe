//! Takes the samples that a campaign still lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::{Instant, SystemTime};

use campaign::{Campaign, DeviceId, Entry, Reading};
use files::{TempFolder, TempFolderKind};
use jdk::Jdk;
use meters::{Meter, Scope, Work};
use serde_json::{Value, json};

use crate::build::Build;
use crate::error::HarnessError;
use crate::execution_mode::ExecutionMode;
use crate::frequency_filter::FrequencyFilter;
use crate::jvm::{Jvm, Timing};
use crate::steady_state::{self, SteadyState};
use crate::suite::BASELINE;

/// A program runs at least this long before its iterations are extrapolated, in seconds.
const TUNING_S: f64 = 0.0005;
/// The maximum number of iterations in one run while tuning.
const MAX_TUNING_ITERATIONS: u32 = 1 << 24;
/// How often a sample may be discarded because something was compiled or deoptimised during it.
const MAX_THROWN_AWAY: usize = 20;
/// This many exactly equal powers mean that a sensor is stuck.
const MAX_EQUAL_READINGS: usize = 30;

/// Everything needed to take samples.
pub struct Run<'r> {
    /// The planned campaign.
    pub campaign: &'r mut Campaign,
    /// This machine's device.
    pub device: DeviceId,
    /// The code to run: that of the campaign, compiled again.
    pub build: &'r Build,
    /// The measured JDK.
    pub jdk: &'r Jdk,
    /// How it executes the programs.
    pub mode: ExecutionMode,
    /// The folder for the driver.
    pub cache_dir: &'r Path,
    /// The meter.
    pub meter: &'r mut dyn Meter,
    /// The intended length of a sample in seconds. The meter may need longer ones.
    pub sample_s: f64,
    /// The processor to run on.
    pub cpu: Option<usize>,
    /// How often to take a sample until both of its probes are from the fast state.
    pub attempts: u32,
    /// Called for each step.
    pub observe: &'r mut dyn FnMut(Step<'_>),
}

/// A finished step.
#[derive(Clone, Copy, Debug)]
pub enum Step<'s> {
    /// A JVM was started.
    Launched {
        /// The launch, from 0.
        launch: u32,
    },
    /// The number of iterations per sample of a program was determined.
    Tuned {
        /// The program.
        program: &'s str,
    },
    /// A sample is in the file.
    Sampled {
        /// The program.
        program: &'s str,
    },
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// Samples taken.
    pub samples: u64,
    /// Samples that were taken more than once.
    pub repeated: u64,
    /// Samples without an attempt in the fast state.
    pub disturbed: u64,
    /// Samples discarded because the JVM compiled or deoptimised something during them.
    pub thrown_away: u64,
    /// Programs that did not reach their steady state in every launch. They have samples only from the other launches.
    pub unsteady: BTreeSet<String>,
    /// Its duration in seconds.
    pub seconds: f64,
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("device", &self.device)
            .field("jdk", &self.jdk.home)
            .field("meter", &self.meter.description().kind)
            .field("mode", &self.mode)
            .field("sample_s", &self.sample_s)
            .finish_non_exhaustive()
    }
}

impl Run<'_> {
    /// Takes all missing samples.
    ///
    /// # Errors
    /// [`HarnessError`]. The file has all earlier samples. [`HarnessError::OtherCode`] before the first sample if the campaign's
    /// code differs from `build`.
    pub fn go(&mut self) -> Result<RunSummary, HarnessError> {
        let began = Instant::now();
        let mut summary = RunSummary::default();
        let pending = self.campaign.pending(self.device)?;
        if pending.is_empty() {
            return Ok(summary);
        }
        self.build.check_same(self.campaign)?;
        let folder = self.write_classes()?;
        let classes: Classes = self
            .build
            .programs
            .iter()
            .filter_map(|program| {
                let method = program.method.as_ref()?;
                Some((program.name.clone(), method.class.clone()))
            })
            .collect();
        let mut iterations = self.campaign.iterations(self.device)?;
        let mut filter = FrequencyFilter::default();
        let mut powers = Powers::default();
        for entries in pending.chunk_by(|a, b| a.planned.launch == b.planned.launch) {
            let Some(first) = entries.first() else {
                continue;
            };
            let launch = first.planned.launch;
            let mut jvm =
                Jvm::launch(self.jdk, self.cache_dir, folder.path(), self.cpu, self.mode)?;
            let facts = json!({
                "process": jvm.id(),
                "options": self.mode.jvm_options(),
                "begun": humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            });
            self.campaign.note_launch(self.device, launch, &facts)?;
            (self.observe)(Step::Launched { launch });
            let unsteady =
                self.warm_up(&mut jvm, entries, &classes, &mut iterations, &mut filter)?;
            let mut cycle = None;
            for entry in entries {
                if unsteady.contains(&entry.planned.program) {
                    continue;
                }
                // Garbage of earlier programs is collected when a cycle begins, and also before each sample if the meter would
                // measure its collection.
                if cycle.replace(entry.planned.cycle) != Some(entry.planned.cycle)
                    || self.meter.description().scope != Scope::Thread
                {
                    jvm.collect()?;
                }
                let count = as_count(iterations.get(&entry.planned.program));
                let class = class_of(&classes, &entry.planned.program)?;
                let Some(taken) = self.sample(&mut jvm, class, count, &mut filter)? else {
                    summary.thrown_away += MAX_THROWN_AWAY as u64;
                    summary.unsteady.insert(entry.planned.program.clone());
                    continue;
                };
                if !self.meter.description().modelled {
                    powers.check(taken.reading.energy_j / taken.reading.wall_s)?;
                }
                self.campaign.record(entry.id, &taken.reading)?;
                summary.samples += 1;
                summary.repeated += u64::from(taken.attempts > 1);
                summary.disturbed += u64::from(!taken.accepted);
                summary.thrown_away += taken.thrown_away as u64;
                (self.observe)(Step::Sampled {
                    program: &entry.planned.program,
                });
            }
            summary.unsteady.extend(unsteady);
        }
        summary.seconds = began.elapsed().as_secs_f64();
        Ok(summary)
    }

    /// Writes the classes to a folder.
    fn write_classes(&self) -> Result<TempFolder, HarnessError> {
        let failed = |path: &Path, source| HarnessError::File {
            path: path.to_path_buf(),
            source,
        };
        let folder = TempFolder::new(TempFolderKind::Programs)
            .map_err(|error| failed(&std::env::temp_dir(), error))?;
        for class in &self.build.classes {
            let path = class_path(folder.path(), &class.name)?;
            let written = path
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&path, &class.bytes));
            written.map_err(|error| failed(&path, error))?;
        }
        Ok(folder)
    }

    /// Loads and links the code, compiles it if the mode does, finds the missing numbers of iterations, and measures the
    /// processor's speed. Returns the programs that did not reach their steady state.
    fn warm_up(
        &mut self,
        jvm: &mut Jvm,
        entries: &[Entry],
        classes: &Classes,
        iterations: &mut BTreeMap<String, u64>,
        filter: &mut FrequencyFilter,
    ) -> Result<BTreeSet<String>, HarnessError> {
        let programs: BTreeSet<&str> = names(entries).collect();
        let mut unsteady = BTreeSet::new();
        if let Some(tier) = self.mode.tier() {
            steady_state::settle_probe(jvm)?;
            for program in programs {
                let class = class_of(classes, program)?;
                let mut state = SteadyState::begin(jvm, class, tier)?;
                let mut is_steady = state.compile(jvm)?;
                if is_steady {
                    self.tune(jvm, program, class, iterations)?;
                    is_steady = state.settle(jvm, as_count(iterations.get(program)))?;
                }
                if !is_steady && program == BASELINE {
                    return Err(self.no_compiler(jvm, tier));
                }
                if !is_steady {
                    unsteady.insert(program.to_owned());
                }
            }
        } else {
            for program in &programs {
                let class = class_of(classes, program)?;
                jvm.load(class)?;
                jvm.run(class, 1)?;
            }
        }
        for _ in 0..20 {
            filter.remember(jvm.probe()?);
        }
        if !self.mode.is_compiled() {
            for program in names(entries) {
                self.tune(jvm, program, class_of(classes, program)?, iterations)?;
            }
        }
        Ok(unsteady)
    }

    fn no_compiler(&self, jvm: &Jvm, tier: u8) -> HarnessError {
        let tiers = jvm.live_code().tiers();
        let tiers: Vec<String> = tiers.iter().map(|tier| format!("at tier {tier}")).collect();
        HarnessError::NoCompiler {
            jdk: self.jdk.to_string(),
            tier,
            seconds: steady_state::LIMIT.as_secs(),
            compiled: if tiers.is_empty() {
                "nothing".to_owned()
            } else {
                tiers.join(" and ")
            },
        }
    }

    /// Finds the number of iterations per sample of a program, if it is not known yet.
    fn tune(
        &mut self,
        jvm: &mut Jvm,
        program: &str,
        class: &str,
        iterations: &mut BTreeMap<String, u64>,
    ) -> Result<(), HarnessError> {
        if iterations.contains_key(program) {
            return Ok(());
        }
        let sample_s = self
            .sample_s
            .max(self.meter.description().shortest_window_s);
        let mut count = 1;
        let seconds = loop {
            let seconds = jvm.run(class, count)?.cpu_s;
            if seconds >= TUNING_S || count >= MAX_TUNING_ITERATIONS {
                break seconds.max(TUNING_S * 1e-3);
            }
            count *= 4;
        };
        let tuned = (f64::from(count) * sample_s / seconds).ceil().max(1.0);
        let tuned = (tuned as u64).min(i32::MAX as u64);
        self.campaign.set_iterations(self.device, program, tuned)?;
        iterations.insert(program.to_owned(), tuned);
        (self.observe)(Step::Tuned { program });
        Ok(())
    }

    /// Takes a sample. If the processor left its fast state during the sample and is mostly in it, takes the sample again,
    /// several times. It keeps the attempt in the fast state, or the one with the shortest probes, and records the others beside
    /// it. A sample during which something was compiled or deoptimised is recorded but never kept. If that happens too often,
    /// there is no sample.
    fn sample(
        &mut self,
        jvm: &mut Jvm,
        class: &str,
        iterations: u32,
        filter: &mut FrequencyFilter,
    ) -> Result<Option<Taken>, HarnessError> {
        let mut attempts: Vec<(Timing, meters::Reading)> = Vec::new();
        let mut thrown_away: Vec<Value> = Vec::new();
        let mut best = (0, f64::INFINITY);
        let mut accepted = false;
        while !accepted && attempts.len() < self.attempts.max(1) as usize {
            // Events between samples disturb no sample.
            jvm.compilations()?;
            let (timing, measured) = self.measure(jvm, class, iterations)?;
            let compilations = jvm.compilations()?;
            if !compilations.is_empty() {
                let compilations: Vec<String> =
                    compilations.iter().map(ToString::to_string).collect();
                let mut noted = as_json(&timing, &measured);
                noted["compilations"] = json!(compilations);
                thrown_away.push(noted);
                if thrown_away.len() >= MAX_THROWN_AWAY || !self.compile_again(jvm, class)? {
                    return Ok(None);
                }
                continue;
            }
            let (before, after) = (
                timing.probe_before_s.unwrap_or(f64::INFINITY),
                timing.probe_after_s.unwrap_or(f64::INFINITY),
            );
            filter.remember(before);
            filter.remember(after);
            accepted = filter.accepts(before, after);
            let longest = before.max(after);
            if accepted || longest < best.1 {
                best = (attempts.len(), longest);
            }
            attempts.push((timing, measured));
            if !filter.is_mostly_fast() {
                break;
            }
        }
        let count = attempts.len();
        let (timing, measured) = attempts.swap_remove(best.0);
        let rejected: Vec<_> = attempts
            .iter()
            .map(|(timing, measured)| as_json(timing, measured))
            .collect();
        let thrown_away_count = thrown_away.len();
        let mut raw = json!({
            "meter": measured.raw,
            "fast_probe_limit_s": filter.limit_s(),
            "accepted": accepted,
            "rejected": rejected,
        });
        if self.mode.is_compiled() {
            raw["thrown_away"] = json!(thrown_away);
        }
        Ok(Some(Taken {
            reading: Reading {
                iterations: u64::from(iterations),
                energy_j: measured.joules,
                cpu_s: timing.cpu_s,
                wall_s: measured.wall_s,
                probe_before_s: timing.probe_before_s,
                probe_after_s: timing.probe_after_s,
                at: Some(humantime::format_rfc3339_millis(SystemTime::now()).to_string()),
                raw: Some(raw),
            },
            attempts: count,
            accepted,
            thrown_away: thrown_away_count,
        }))
    }

    /// Compiles a program again if it may have lost its code; false if it does not get any.
    fn compile_again(&self, jvm: &mut Jvm, class: &str) -> Result<bool, HarnessError> {
        match self.mode.tier() {
            Some(tier) => SteadyState::begin(jvm, class, tier)?.compile(jvm),
            None => Ok(true),
        }
    }

    fn measure(
        &mut self,
        jvm: &mut Jvm,
        class: &str,
        iterations: u32,
    ) -> Result<(Timing, meters::Reading), HarnessError> {
        let work = |timing: &Timing| Work {
            cpu_s: timing.cpu_s,
            wall_s: timing.wall_s,
        };
        if self.meter.description().scope == Scope::Thread {
            // The thread's time does not include the probes, so these can be directly before and after.
            self.meter.start()?;
            let timing = jvm.sample(class, iterations)?;
            let measured = self.meter.stop(&work(&timing))?;
            return Ok((timing, measured));
        }
        let before = jvm.probe()?;
        self.meter.start()?;
        let mut timing = jvm.run(class, iterations)?;
        let measured = self.meter.stop(&work(&timing))?;
        timing.probe_before_s = Some(before);
        timing.probe_after_s = Some(jvm.probe()?);
        Ok((timing, measured))
    }
}

fn as_json(timing: &Timing, measured: &meters::Reading) -> Value {
    json!({
        "energy_j": measured.joules,
        "cpu_s": timing.cpu_s,
        "wall_s": timing.wall_s,
        "probe_before_s": timing.probe_before_s,
        "probe_after_s": timing.probe_after_s,
    })
}

/// The iterations of a program in a sample.
fn as_count(iterations: Option<&u64>) -> u32 {
    let count = iterations.copied().unwrap_or(1);
    u32::try_from(count)
        .unwrap_or(u32::MAX)
        .min(i32::MAX as u32)
}

/// The class name of each program.
type Classes = BTreeMap<String, String>;

fn class_of<'c>(classes: &'c Classes, program: &str) -> Result<&'c str, HarnessError> {
    classes
        .get(program)
        .map(String::as_str)
        .ok_or_else(|| HarnessError::NoCode {
            program: program.to_owned(),
        })
}

/// A sample that is not in the file yet.
struct Taken {
    reading: Reading,
    attempts: usize,
    accepted: bool,
    thrown_away: usize,
}

/// Detects a stuck sensor.
#[derive(Default)]
struct Powers {
    last: Option<f64>,
    equal: usize,
}

impl Powers {
    fn check(&mut self, watts: f64) -> Result<(), HarnessError> {
        // Even at constant power, energy over time differs in its last digits, unless nothing was measured.
        let is_same = self
            .last
            .is_some_and(|last| (watts / last - 1.0).abs() < 1e-12);
        self.equal = if is_same { self.equal + 1 } else { 1 };
        self.last = Some(watts);
        if self.equal >= MAX_EQUAL_READINGS {
            return Err(HarnessError::Constant {
                watts,
                count: self.equal,
            });
        }
        Ok(())
    }
}

fn names(entries: &[Entry]) -> impl Iterator<Item = &str> {
    entries.iter().map(|entry| entry.planned.program.as_str())
}

/// The path of a class file below a folder. Names may come from anybody's programs.
fn class_path(folder: &Path, name: &str) -> Result<std::path::PathBuf, HarnessError> {
    let is_plain = !name.is_empty()
        && name.split('/').all(|part| {
            !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0'])
        });
    let path = folder.join(format!("{name}.class"));
    if is_plain && path.starts_with(folder) {
        Ok(path)
    } else {
        Err(HarnessError::File {
            path,
            source: std::io::Error::other("a program has a class of a name that is none"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sensor_that_hangs_is_noticed_and_one_that_works_is_not() {
        let mut powers = Powers::default();
        let hung = (0..MAX_EQUAL_READINGS)
            .map(|_| powers.check(5.0))
            .collect::<Vec<_>>();
        assert!(hung[..MAX_EQUAL_READINGS - 1].iter().all(Result::is_ok));
        assert!(matches!(
            hung[MAX_EQUAL_READINGS - 1],
            Err(HarnessError::Constant {
                count: MAX_EQUAL_READINGS,
                ..
            })
        ));
        let mut powers = Powers::default();
        for sample in 0..1000 {
            assert!(powers.check(5.0 + 1e-6 * f64::from(sample % 2)).is_ok());
        }
    }

    #[test]
    fn classes_stay_in_their_folder() {
        let folder = Path::new("/tmp/classes");
        assert!(class_path(folder, "measured/P_1").is_ok());
        for name in [
            "",
            "/etc/passwd",
            "../x",
            "a/../../x",
            "a//b",
            "a\\b",
            "c:x",
            ".",
        ] {
            assert!(class_path(folder, name).is_err(), "{name}");
        }
    }
}
