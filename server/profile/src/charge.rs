//! What each sample stands for: the energy of its thread, divided among the thread's samples by their CPU time.

use std::collections::{HashMap, HashSet};

use crate::energy::{RunEnergy, ThreadEnergy};
use crate::record::{EnergyRun, Sample, StackIndex, ThreadKind};

/// If a thread's CPU time would give more samples than this, but it has none, the thread is not sampled at all. By chance, this
/// happens to only one thread in e⁵ ≈ 150.
const CERTAIN_SAMPLES: f64 = 5.0;

/// A thread's CPU time by readings and by samples may differ by this factor, because samples are lost and begin late.
const SLACK: f64 = 1.25;

/// The unit of energies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Joules.
    Joules,
    /// Seconds of CPU time: no energy was measured.
    #[default]
    CpuSeconds,
}

impl Unit {
    pub(crate) fn of(self, thread: &ThreadEnergy) -> f64 {
        match self {
            Self::Joules => thread.joules,
            Self::CpuSeconds => thread.cpu_nanos * 1e-9,
        }
    }
}

/// A sample with its energy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Charged {
    /// Nanoseconds since the start of the run.
    pub(crate) at_nanos: u64,
    pub(crate) stack: Option<StackIndex>,
    pub(crate) weight: f64,
    /// The same for all samples of a thread, and for those of a JVM whose thread is unknown.
    pub(crate) series: u64,
}

/// The samples of a run in time order, and the energy that is left over.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RunCharges {
    pub(crate) samples: Vec<Charged>,
    /// Energy of Java threads without samples.
    pub(crate) unsampled: f64,
    /// Energy of threads that no reading saw, but that have samples.
    pub(crate) from_unseen: f64,
}

/// The thread or process whose energy a sample stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Whose {
    Thread(usize),
    /// An unknown thread of this process.
    Process(u32),
    /// A thread that no reading saw.
    Unseen,
}

/// A group of samples: the energy to divide among them, and their total CPU time.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    cpu: f64,
    value: f64,
}

/// A process whose Java threads were sampled.
#[derive(Clone, Copy, Debug, Default)]
struct Process {
    samples: f64,
    cpu: f64,
    cpu_without_thread: f64,
    /// Energy of threads that have samples.
    sampled: f64,
    /// Energy of threads without samples.
    silent: f64,
    silent_cpu: f64,
    /// Energy of threads without samples that are too short to have some for certain.
    short: f64,
}

/// How the energy of a process is divided.
#[derive(Clone, Copy, Debug, Default)]
struct Division {
    /// The part of the energy of sampled threads that goes to samples without a thread.
    part_without_thread: f64,
    /// The energy that all samples without a thread stand for.
    without_thread: f64,
    /// The energy that all samples stand for.
    pooled: f64,
    /// The energy without samples.
    unsampled: f64,
}

impl Process {
    /// CPU time of samples without a thread that the threads without samples did not use. Threads that no reading saw used it, if
    /// there are any.
    fn beyond_silent(&self) -> f64 {
        if self.cpu_without_thread > SLACK * self.silent_cpu {
            self.cpu_without_thread - self.silent_cpu
        } else {
            0.0
        }
    }

    /// Samples without a thread come from the threads that have no other samples, as far as these used enough CPU time, and from
    /// threads that no reading saw.
    fn division(&self, unseen: Group) -> Division {
        let untold = self.cpu_without_thread;
        if untold == 0.0 {
            return Division {
                pooled: self.short,
                unsampled: self.silent - self.short,
                ..Division::default()
            };
        }
        let shown = if self.silent_cpu > 0.0 {
            (SLACK * untold / self.silent_cpu).min(1.0)
        } else {
            1.0
        };
        let left = self.silent * (1.0 - shown);
        let is_certain = self.would_have_samples(self.silent_cpu * (1.0 - shown));
        let excess = (untold - SLACK * self.silent_cpu - unseen.cpu).max(0.0);
        let told = self.cpu - untold;
        let part = if excess > 0.0 {
            excess / (excess + told)
        } else {
            0.0
        };
        Division {
            part_without_thread: part,
            without_thread: self.sampled * part + self.silent * shown + unseen.value,
            pooled: if is_certain { 0.0 } else { left },
            unsampled: if is_certain { left } else { 0.0 },
        }
    }

    /// Whether this much CPU time would have samples if its threads were sampled like the others.
    fn would_have_samples(&self, cpu_nanos: f64) -> bool {
        self.samples == 0.0 || cpu_nanos * self.samples / self.cpu.max(1.0) > CERTAIN_SAMPLES
    }
}

/// What threads that no reading saw used, and the samples that show some of it.
#[derive(Clone, Copy, Debug)]
struct Unseen {
    value: f64,
    cpu: f64,
    /// The CPU time of the samples.
    claimed: f64,
}

impl Unseen {
    fn of(value: f64, cpu: f64, shown: f64, processes: &HashMap<u32, Process>) -> Self {
        let mut beyond: Vec<f64> = processes.values().map(Process::beyond_silent).collect();
        // So the same profile always gives the same digits.
        beyond.sort_by(f64::total_cmp);
        Self {
            value,
            cpu,
            claimed: shown + beyond.iter().sum::<f64>(),
        }
    }

    /// The part for samples of some CPU time. All together have at most what there is.
    fn part(&self, cpu: f64) -> Group {
        if self.cpu <= 0.0 || self.claimed <= 0.0 {
            return Group::default();
        }
        let cpu = cpu * (self.cpu / self.claimed).min(1.0);
        Group {
            cpu,
            value: self.value * cpu / self.cpu,
        }
    }
}

impl RunCharges {
    pub(crate) fn of(run: &EnergyRun, energy: &RunEnergy, unit: Unit) -> Self {
        let samples = merged(run);
        let mut groups: HashMap<Whose, Group> = HashMap::new();
        let mut processes: HashMap<u32, Process> = HashMap::new();
        let java_threads = || {
            let threads = run.threads.iter().zip(&energy.threads).enumerate();
            threads.filter(|(_, (thread, _))| thread.kind == ThreadKind::Java)
        };
        for (_, (thread, used)) in java_threads() {
            if unit.of(used) > 0.0 {
                processes.entry(thread.pid).or_default();
            }
        }
        let whose: Vec<Option<(Whose, Option<u32>)>> = samples
            .iter()
            .map(|sample| whose(run, energy, unit, sample, &processes))
            .collect();
        for (sample, whose) in samples.iter().zip(&whose) {
            let Some((whose, pid)) = whose else { continue };
            groups.entry(*whose).or_default().cpu += cpu(sample);
            if let Some(process) = pid.and_then(|pid| processes.get_mut(&pid)) {
                process.samples += 1.0;
                process.cpu += cpu(sample);
                if matches!(whose, Whose::Process(_)) {
                    process.cpu_without_thread += cpu(sample);
                }
            }
        }
        let mut charges = Self::default();
        for (place, (thread, used)) in java_threads() {
            let value = unit.of(used);
            let Some(process) = processes.get_mut(&thread.pid) else {
                continue;
            };
            if let Some(group) = groups.get_mut(&Whose::Thread(place)) {
                group.value = value;
                process.sampled += value;
            } else {
                process.silent += value;
                process.silent_cpu += used.cpu_nanos;
                if !process.would_have_samples(used.cpu_nanos) {
                    process.short += value;
                }
            }
        }
        let shown = groups.get(&Whose::Unseen).map_or(0.0, |group| group.cpu);
        let unseen = Unseen::of(
            unit.of(&energy.unseen),
            energy.unseen.cpu_nanos,
            shown,
            &processes,
        );
        let divisions: HashMap<u32, Division> = processes
            .iter()
            .map(|(pid, process)| (*pid, process.division(unseen.part(process.beyond_silent()))))
            .collect();
        // In thread order, so the same profile always gives the same digits.
        let mut is_known = HashSet::new();
        for (_, (thread, _)) in java_threads() {
            if is_known.insert(thread.pid)
                && let Some(division) = divisions.get(&thread.pid)
            {
                charges.unsampled += division.unsampled;
            }
        }
        charges.from_unseen = unseen.part(unseen.claimed).value;
        if let Some(group) = groups.get_mut(&Whose::Unseen) {
            group.value = unseen.part(shown).value;
            if unit == Unit::CpuSeconds && energy.cpu_nanos() == 0.0 {
                group.value = shown * 1e-9;
            }
        }
        charges.samples = samples
            .iter()
            .zip(&whose)
            .filter_map(|(sample, whose)| {
                let (whose, pid) = (*whose)?;
                let group = groups.get(&whose)?;
                let own = group.value * cpu(sample) / group.cpu;
                let process = pid.and_then(|pid| processes.get(&pid).zip(divisions.get(&pid)));
                let weight = process.map_or(own, |(process, division)| {
                    let part = |of: f64, all: f64| of * cpu(sample) / all;
                    part(division.pooled, process.cpu)
                        + match whose {
                            Whose::Thread(_) => own * (1.0 - division.part_without_thread),
                            _ => part(division.without_thread, process.cpu_without_thread),
                        }
                });
                Some(Charged {
                    at_nanos: sample.at_nanos,
                    stack: sample.stack,
                    weight,
                    series: series(sample),
                })
            })
            .collect();
        charges
    }
}

/// The thread or process whose energy a sample stands for, and the thread's process if that has energy. `None` for threads with
/// their own rows, and for samples without thread and process.
fn whose(
    run: &EnergyRun,
    energy: &RunEnergy,
    unit: Unit,
    sample: &Sample,
    processes: &HashMap<u32, Process>,
) -> Option<(Whose, Option<u32>)> {
    if let Some(index) = sample.thread {
        let place = index.0 as usize;
        let thread = run.threads.get(place)?;
        if thread.kind != ThreadKind::Java {
            return None;
        }
        let used = energy.threads.get(place)?;
        return Some(if unit.of(used) > 0.0 {
            (Whose::Thread(place), Some(thread.pid))
        } else if used.cpu_nanos > 0.0 {
            // It ran only while nothing was measured.
            return None;
        } else {
            (Whose::Unseen, None)
        });
    }
    let pid = run.jvms.get(sample.jvm.0 as usize)?.pid;
    Some(if processes.contains_key(&pid) {
        (Whose::Process(pid), Some(pid))
    } else {
        (Whose::Unseen, None)
    })
}

fn series(sample: &Sample) -> u64 {
    match sample.thread {
        Some(thread) => u64::from(thread.0),
        None => u64::from(sample.jvm.0) + (1 << u32::BITS),
    }
}

/// The CPU time that a sample stands for. If samples have no CPU time, all count the same.
fn cpu(sample: &Sample) -> f64 {
    sample.cpu_nanos.max(1) as f64
}

/// The samples in time order. Samples of the same time and stack become one.
fn merged(run: &EnergyRun) -> Vec<Sample> {
    let mut samples = run.samples.clone();
    samples.sort_by_key(|sample| (sample.at_nanos, sample.jvm, sample.thread, sample.stack));
    samples.dedup_by(|next, first| {
        let is_same = (next.at_nanos, next.jvm, next.thread, next.stack)
            == (first.at_nanos, first.jvm, first.thread, first.stack);
        if is_same {
            first.cpu_nanos = first.cpu_nanos.saturating_add(next.cpu_nanos);
        }
        is_same
    });
    samples
}
