//! What follows from a profile.

use crate::charge::Unit;
use crate::devices::DeviceRow;
use crate::estimate::{Estimate, RunMean};
use crate::events::{GarbageRow, WaitRow};
use crate::opinion::SecondOpinion;
use crate::record::{MeterNote, Method, MethodIndex, Sampler, ThreadKind};
use crate::tree::CallTree;
use crate::work::Work;

/// What follows from a profile. Energies and times are those of one run: the means, where it was repeated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The program as it is shown.
    pub program: String,
    /// What measured the energy.
    pub meter: MeterNote,
    /// The level of all intervals.
    pub level: f64,
    /// How many runs there were.
    pub runs: usize,
    /// What the energies of the tree are counted in.
    pub unit: Unit,
    /// All methods of the profile; a [`MethodIndex`] is a place in it.
    pub names: Vec<Method>,
    /// What the samples are like.
    pub sampling: Sampling,
    /// The whole program.
    pub totals: Totals,
    /// Threads, the most expensive first; those of the same name and kind as one.
    pub threads: Vec<ThreadRow>,
    /// Windows of the meter in the order of time.
    pub windows: Vec<WindowRow>,
    /// Methods, the most expensive first.
    pub methods: Vec<MethodRow>,
    /// Lines, the most expensive first.
    pub lines: Vec<LineRow>,
    /// Who called whom.
    pub tree: CallTree,
    /// Whether the run that counted did the same work; `None` where calls were not counted in both.
    pub work: Option<Work>,
    /// What a regression of energy on calls says beside the samples.
    pub second_opinion: SecondOpinion,
    /// Who made the garbage, the most first; empty where the sampler does not say.
    pub garbage: Vec<GarbageRow>,
    /// What threads waited for, the longest first; empty where the sampler does not say.
    pub waits: Vec<WaitRow>,
    /// What models say of networks and disks.
    pub devices: Vec<DeviceRow>,
    /// What could not be recorded or used, in words.
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

/// What the samples are like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sampling {
    /// Samples of Java threads, those of one moment and stack as one.
    pub samples: u64,
    /// How many independent samples tell as much.
    pub effective_samples: f64,
    /// The part of the sampled energy whose stack could not be walked; `None` without samples.
    pub without_stack: Option<f64>,
    /// Samples that the virtual machines lost.
    pub lost: u64,
    /// What sampled, and the versions of the virtual machines, without repetition.
    pub samplers: Vec<(Sampler, u16)>,
    /// Virtual machines that left no samples.
    pub jvms_without_samples: usize,
    /// The parts of the sampled energy in interpreted, compiled and native code; what is left is not known.
    pub code: CodeShares,
    /// Whether methods were counted.
    pub is_counted: bool,
}

impl Sampling {
    /// Whether samples were taken at safepoints, so that lines and small methods are coarse.
    pub fn is_coarse(&self) -> bool {
        let at_safepoints = |(sampler, _): &(Sampler, u16)| *sampler == Sampler::Safepoints;
        self.samplers.iter().any(at_safepoints)
    }
}

/// How the sampled code ran: parts of the sampled energy.
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
    /// Energy; `None` where no window was measured.
    pub joules: Option<RunMean>,
    /// The part of the time that was measured: below [`COMPLETE`], each energy is one that was used at least.
    pub time_measured: f64,
    /// The part of the CPU time that was used while the meter measured; `None` without CPU time.
    pub cpu_measured: Option<f64>,
    /// How long a run took.
    pub wall_seconds: Option<RunMean>,
    /// CPU time of all threads.
    pub cpu_seconds: Option<RunMean>,
    /// By what it was used for, in the order of [`Part`]; parts that used nothing are left out.
    pub parts: Vec<PartRow>,
    /// What became of the energy of Java code.
    pub java: JavaParts,
}

/// The part of the time that has to be measured for an energy to be complete: windows do not meet without a gap.
pub const COMPLETE: f64 = 0.99;

impl Totals {
    /// Whether energies are those that were used at least, because the meter measured only part of the time.
    pub fn is_at_least(&self) -> bool {
        self.time_measured < COMPLETE
    }
}

/// What energy was used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Threads of one kind.
    Threads(ThreadKind),
    /// Threads and processes that ended before they were seen.
    Unseen,
    /// Windows in which the program used no CPU time.
    Idle,
}

/// What was used for one part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartRow {
    /// The part.
    pub part: Part,
    /// Energy; `None` where no window was measured.
    pub joules: Option<RunMean>,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
}

/// What became of the energy of Java code, in [`Analysis::unit`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JavaParts {
    /// All of it.
    pub all: f64,
    /// Charged to methods.
    pub methods: f64,
    /// No method of the stack is kept by the filter.
    pub outside: f64,
    /// The stack could not be walked.
    pub without_stack: f64,
    /// Of threads that were not sampled.
    pub unsampled: f64,
}

/// The threads of one name and kind.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadRow {
    /// The name.
    pub name: String,
    /// What they work for.
    pub kind: ThreadKind,
    /// How many there were, of all runs.
    pub threads: usize,
    /// Energy; `None` where no window was measured.
    pub joules: Option<RunMean>,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
}

/// A window of the meter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowRow {
    /// The place of its run.
    pub run: usize,
    /// Since the run began.
    pub start_seconds: f64,
    /// Since the run began.
    pub end_seconds: f64,
    /// Energy; `None` where the meter failed.
    pub joules: Option<f64>,
    /// Mean power; `None` where the meter failed or the window has no length.
    pub watts: Option<f64>,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
    /// Joules of Java threads; `None` where the meter failed.
    pub java_joules: Option<f64>,
}

/// A method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodRow {
    /// The method.
    pub method: MethodIndex,
    /// Whether these may be overloads that were not distinguished.
    pub is_overloads: bool,
    /// What its own code cost.
    pub own: Cost,
    /// What it cost with all that it called; recursion is counted once.
    pub with_callees: Cost,
    /// How often it was called; `None` where that was not counted.
    pub entries: Option<u64>,
    /// Joules of a call without what it calls, or why there is no number.
    pub own_per_call: Result<Estimate, NoCost>,
    /// Joules of a call with all that it calls, or why there is no number. Of a recursive method: of all calls on average.
    pub per_call: Result<Estimate, NoCost>,
}

/// A line of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRow {
    /// The method.
    pub method: MethodIndex,
    /// The line; `None` where the sampler told none.
    pub line: Option<u32>,
    /// What it cost without what it calls.
    pub own: Cost,
    /// How often it ran; `None` where that was not counted.
    pub executions: Option<u64>,
    /// Joules of an execution, or why there is no number.
    pub per_execution: Result<Estimate, NoCost>,
}

/// What something cost in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Energy; `None` where no window was measured.
    pub joules: Option<Estimate>,
    /// The part of what all Java code cost: of its energy, or of its CPU time where no window was measured.
    pub share: Estimate,
    /// Samples.
    pub samples: u64,
}

/// Why there is no energy per execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoCost {
    /// No energy was measured.
    NotMeasured,
    /// Too much of the CPU time was used while the meter did not measure.
    PartlyMeasured,
    /// How often it ran was not counted.
    NotCounted,
    /// The runs did different work: it was sampled and did not run in the run that counted, or calls differ in all.
    DifferentWork,
    /// It did not run.
    NeverRan,
    /// Overloads were not distinguished.
    Overloads,
    /// Too few samples: the interval would span more than a factor of 10.
    FewSamples,
}
