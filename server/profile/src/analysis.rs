//! The results of an analysis.

use crate::charge::Unit;
use crate::devices::DeviceRow;
use crate::estimate::{Estimate, RunMean};
use crate::events::{GarbageRow, WaitRow};
use crate::opinion::SecondOpinion;
use crate::path_row::PathRow;
use crate::record::{MeterNote, Method, MethodIndex, Sampler, ThreadKind};
use crate::tree::SampledCallTree;
use crate::work::CallComparison;

/// The results of an analysis. Energies and times are per run: the means if there are several runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The program's name as shown.
    pub program: String,
    /// The meter.
    pub meter: MeterNote,
    /// The probability level of all intervals.
    pub level: f64,
    /// The number of runs.
    pub runs: usize,
    /// The unit of the tree's energies.
    pub unit: Unit,
    /// All methods of the profile. A [`MethodIndex`] is a position in this list.
    pub names: Vec<Method>,
    /// How good the samples are.
    pub sampling: Sampling,
    /// The whole program.
    pub totals: Totals,
    /// Threads, the most expensive first. Threads of the same name and kind are one row.
    pub threads: Vec<ThreadRow>,
    /// The meter's windows, in time order.
    pub windows: Vec<WindowRow>,
    /// Methods, the most expensive first.
    pub methods: Vec<MethodRow>,
    /// Lines, the most expensive first.
    pub lines: Vec<LineRow>,
    /// Paths through methods, the most expensive first; empty unless they were requested.
    pub paths: Vec<PathRow>,
    /// Who called whom.
    pub tree: SampledCallTree,
    /// Whether the count run did the same work; `None` if not both kinds of runs counted calls.
    pub work: Option<CallComparison>,
    /// The result of a regression of energy on calls, to compare with the samples.
    pub second_opinion: SecondOpinion,
    /// Allocations, the largest first; empty if the sampler does not record them.
    pub garbage: Vec<GarbageRow>,
    /// Waits of threads, the longest first; empty if the sampler does not record them.
    pub waits: Vec<WaitRow>,
    /// Modelled energies of networks and disks.
    pub devices: Vec<DeviceRow>,
    /// What could not be recorded or used, as messages.
    pub problems: Vec<String>,
}

impl Analysis {
    /// The name of a method.
    pub fn name(&self, method: MethodIndex) -> Option<&Method> {
        self.names.get(method.0 as usize)
    }

    /// The row of a method.
    pub fn row(&self, method: MethodIndex) -> Option<&MethodRow> {
        self.methods.iter().find(|row| row.method == method)
    }
}

/// How good the samples are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sampling {
    /// Samples of Java threads. Samples of the same time and stack count once.
    pub samples: u64,
    /// The number of independent samples with the same information.
    pub effective_samples: f64,
    /// The part of the sampled energy whose stack is unknown; `None` without samples.
    pub without_stack: Option<f64>,
    /// Samples that the JVMs lost.
    pub lost: u64,
    /// The samplers and JVM versions, each pair once.
    pub samplers: Vec<(Sampler, u16)>,
    /// JVMs without samples.
    pub jvms_without_samples: usize,
    /// The parts of the sampled energy in interpreted, compiled and native code. The rest is unknown.
    pub code: CodeShares,
    /// Whether methods were counted.
    pub is_counted: bool,
}

/// With fewer independent samples, the interval of a method with a tenth of the energy is wider than ±50%.
const ENOUGH_SAMPLES: f64 = 100.0;

/// Energies of executions and of tests need at least this part of the CPU time to be measured.
const LEAST_CPU_MEASURED: f64 = 0.9;

impl Totals {
    /// Whether too much of the CPU time was used while the meter did not measure, or by threads that no reading saw.
    pub(crate) fn is_partly_measured(&self) -> bool {
        let measured = self.cpu_measured.unwrap_or(0.0);
        measured < LEAST_CPU_MEASURED || self.part_unseen() > 1.0 - LEAST_CPU_MEASURED
    }

    /// The CPU time that no reading saw and no sample shows, as a part of it and Java code together: all of it may be Java code.
    pub(crate) fn part_unseen(&self) -> f64 {
        let of = |part| {
            let rows = self.parts.iter().filter(|row| row.part == part);
            rows.map(|row| row.cpu_seconds).sum::<f64>()
        };
        let unseen = of(Part::Unseen);
        let all = unseen + of(Part::Threads(ThreadKind::Java));
        if all > 0.0 { unseen / all } else { 0.0 }
    }
}

impl Sampling {
    /// The part of the samples that was lost. Samples are lost in certain code, so each share may be off by about this much.
    pub fn part_lost(&self) -> f64 {
        let lost = self.lost as f64;
        if lost > 0.0 {
            lost / (lost + self.samples as f64)
        } else {
            0.0
        }
    }

    /// How many runs like these have enough samples for methods with a tenth of the energy; `None` if these do, or if they have
    /// none.
    pub fn runs_for_enough(&self, runs: usize) -> Option<u64> {
        let of_run = self.effective_samples / runs.max(1) as f64;
        (self.effective_samples < ENOUGH_SAMPLES && of_run > 0.0)
            .then(|| (ENOUGH_SAMPLES / of_run).ceil() as u64)
    }

    /// Whether samples were taken at safepoints, so lines and small methods are coarse.
    pub fn is_coarse(&self) -> bool {
        let at_safepoints = |(sampler, _): &(Sampler, u16)| *sampler == Sampler::Safepoints;
        self.samplers.iter().any(at_safepoints)
    }
}

/// How the sampled code ran, as parts of the sampled energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CodeShares {
    /// Interpreted.
    pub interpreted: f64,
    /// Compiled, or compiled into its caller.
    pub compiled: f64,
    /// Native.
    pub native: f64,
}

/// The whole program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// Energy; `None` if no window was measured.
    pub joules: Option<RunMean>,
    /// The part of the time that was measured. Below [`COMPLETE`], each energy is a lower limit.
    pub time_measured: f64,
    /// The part of the CPU time that was used while the meter measured; `None` without CPU time.
    pub cpu_measured: Option<f64>,
    /// The length of a run.
    pub wall_seconds: Option<RunMean>,
    /// CPU time of all threads.
    pub cpu_seconds: Option<RunMean>,
    /// Energy and CPU time by use, in the order of [`Part`], without parts that used nothing.
    pub parts: Vec<PartRow>,
    /// How the energy of Java code is divided.
    pub java: JavaParts,
}

/// Energies are complete if at least this part of the time was measured. Windows always have short gaps between them.
pub const COMPLETE: f64 = 0.99;

impl Totals {
    /// Whether energies are lower limits, because the meter measured only part of the time.
    pub fn is_at_least(&self) -> bool {
        self.time_measured < COMPLETE
    }
}

/// A use of energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Threads of one kind.
    Threads(ThreadKind),
    /// Threads and processes that ended before a reading saw them.
    Unseen,
    /// Windows in which the program used no CPU time.
    Idle,
}

/// What one part used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartRow {
    /// The part.
    pub part: Part,
    /// Energy; `None` if no window was measured.
    pub joules: Option<RunMean>,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
}

/// How the energy of Java code is divided, in [`Analysis::unit`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JavaParts {
    /// All of it.
    pub all: f64,
    /// Charged to methods.
    pub methods: f64,
    /// The filter keeps no method of the stack.
    pub outside: f64,
    /// The stack is unknown.
    pub without_stack: f64,
    /// Used by threads without samples.
    pub unsampled: f64,
}

/// The threads with one name and kind.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadRow {
    /// The name.
    pub name: String,
    /// What the threads do.
    pub kind: ThreadKind,
    /// The number of these threads in all runs.
    pub threads: usize,
    /// Energy; `None` if no window was measured.
    pub joules: Option<RunMean>,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
}

/// A window of the meter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowRow {
    /// The index of its run.
    pub run: usize,
    /// Seconds since the start of the run.
    pub start_seconds: f64,
    /// Seconds since the start of the run.
    pub end_seconds: f64,
    /// Energy; `None` if the meter failed.
    pub joules: Option<f64>,
    /// Mean power; `None` if the meter failed or the window has no length.
    pub watts: Option<f64>,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
    /// Joules of Java threads; `None` if the meter failed.
    pub java_joules: Option<f64>,
}

/// A method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodRow {
    /// The method.
    pub method: MethodIndex,
    /// Whether this may be several overloads that the sampler did not distinguish.
    pub is_overloads: bool,
    /// The cost of its own code.
    pub own: RunCost,
    /// Its cost including callees. Recursion counts once.
    pub with_callees: RunCost,
    /// The number of calls; `None` if calls were not counted.
    pub entries: Option<u64>,
    /// Joules of a call without its callees, or why there is no number.
    pub own_per_call: Result<Estimate, NoCostReason>,
    /// Joules of a call with its callees, or why there is no number. For a recursive method, the average over all calls.
    pub per_call: Result<Estimate, NoCostReason>,
}

/// A line of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRow {
    /// The method.
    pub method: MethodIndex,
    /// The line; `None` if the sampler did not record it.
    pub line: Option<u32>,
    /// Its cost without callees.
    pub own: RunCost,
    /// The number of executions; `None` if they were not counted.
    pub executions: Option<u64>,
    /// Joules of an execution, or why there is no number.
    pub per_execution: Result<Estimate, NoCostReason>,
}

/// The cost of something in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunCost {
    /// Energy; `None` if no window was measured.
    pub joules: Option<Estimate>,
    /// The part of the energy of all Java code, or of its CPU time if no window was measured.
    pub share: Estimate,
    /// The number of samples.
    pub samples: u64,
}

/// Why there is no energy per execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoCostReason {
    /// No energy was measured.
    NotMeasured,
    /// Too much of the CPU time was used while the meter was not measuring, or by threads that no reading saw.
    PartlyMeasured,
    /// Executions were not counted.
    NotCounted,
    /// The runs did different work: the code was sampled but did not run in the count run, or calls differ in total.
    DifferentWork,
    /// It did not run.
    NeverRan,
    /// The sampler did not distinguish overloads.
    Overloads,
    /// Too few samples: the interval would span more than a factor of 10.
    FewSamples,
}
