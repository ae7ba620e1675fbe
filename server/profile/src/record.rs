//! The recorded data of a program's runs.

/// The recorded data of a program's runs. Indices are positions in its lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// The program's name as shown, without arguments.
    pub program: String,
    /// The meter.
    pub meter: MeterNote,
    /// The runs whose energy was measured: one, or several repetitions.
    pub runs: Vec<EnergyRun>,
    /// Methods, frames and stacks of all runs.
    pub code: Code,
    /// How often methods and lines ran in the separate count run; empty if nothing was counted.
    pub counts: Vec<MethodCount>,
    /// What could not be recorded, as messages.
    pub problems: Vec<String>,
}

/// The meter and its quality.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeterNote {
    /// Its name on the command line, such as `powercap`.
    pub selector: String,
    /// What it reads: zones, a sensor, an instrument.
    pub what: String,
    /// Whether a model of power computed the energy, so that nothing measured it.
    pub is_modelled: bool,
    /// What the meter assumes.
    pub notes: Vec<String>,
}

/// A run whose energy was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EnergyRun {
    /// When it began, in nanoseconds since 1970.
    pub started_unix_nanos: u64,
    /// Its length in nanoseconds.
    pub wall_nanos: u64,
    /// The program's exit code; `None` if a signal ended it, or it still runs.
    pub exit_code: Option<i32>,
    /// The JVMs of the run.
    pub jvms: Vec<Jvm>,
    /// The threads of all processes, as far as readings saw them.
    pub threads: Vec<Thread>,
    /// The meter's windows, in time order.
    pub windows: Vec<Window>,
    /// CPU time in nanoseconds of threads and processes that ended between two readings.
    pub unseen_cpu_nanos: u64,
    /// Samples of stacks, in time order.
    pub samples: Vec<Sample>,
    /// How often some methods were called in this run. This shows whether the count run did the same work.
    pub entries: Vec<(MethodIndex, u64)>,
    /// When these methods were called, if their counters were read during the run.
    pub call_readings: Vec<CallReading>,
    /// Allocations by stack and class, estimated from samples.
    pub allocations: Vec<Allocation>,
    /// What threads waited for, by stack and class.
    pub waits: Vec<Wait>,
    /// Bytes through networks and disks, in time order.
    pub transfers: Vec<Transfer>,
}

/// Objects of one class, allocated by one stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// The stack that allocated them; `None` if unknown.
    pub stack: Option<StackIndex>,
    /// Their class, with slashes. For arrays, the descriptor, such as `[B`.
    pub class: String,
    /// The number of bytes that they stand for.
    pub bytes: u64,
}

/// What threads waited for at one stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The kind of wait.
    pub kind: WaitKind,
    /// The stack that waited; `None` if unknown.
    pub stack: Option<StackIndex>,
    /// The class of the object that they waited for, with slashes; empty if unknown.
    pub class: String,
    /// The number of waits that were long enough to be recorded.
    pub times: u64,
    /// Their total wall time in nanoseconds.
    pub nanos: u64,
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WaitKind {
    /// A lock that another thread holds.
    Lock,
    /// A wake-up call, or the end of a time.
    Park,
}

/// Bytes that went through a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The device.
    pub device: DeviceKind,
    /// Whether they were sent or written.
    pub is_out: bool,
    /// When it began, in nanoseconds since the run began.
    pub at_nanos: u64,
    /// Its length in nanoseconds.
    pub nanos: u64,
    /// The number of bytes.
    pub bytes: u64,
    /// The stack that caused it; `None` if unknown.
    pub stack: Option<StackIndex>,
}

/// A device other than processor and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeviceKind {
    /// Sockets whose other end is another machine.
    Network,
    /// Files.
    Disk,
}

/// How often a method was called between two readings of its counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallReading {
    /// The earlier reading, in nanoseconds since the run began.
    pub start_nanos: u64,
    /// The later one.
    pub end_nanos: u64,
    /// The method.
    pub method: MethodIndex,
    /// How often it was called.
    pub calls: u64,
}

/// An index into [`EnergyRun::jvms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JvmIndex(pub u32);

/// A JVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jvm {
    /// Its process.
    pub pid: u32,
    /// The feature release, such as 25.
    pub feature: u16,
    /// The sampler; `None` if it left no samples.
    pub sampler: Option<Sampler>,
    /// Samples that it lost.
    pub lost_samples: u64,
}

/// A sampler of stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// The JVM's timers of CPU time (JEP 509): samples stand for equal CPU time.
    CpuTime,
    /// Stacks of the threads that used CPU time since the last check, at safepoints. Lines are coarse.
    Safepoints,
}

/// An index into [`EnergyRun::threads`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadIndex(pub u32);

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its process.
    pub pid: u32,
    /// Its number in the system.
    pub tid: u32,
    /// Its name in Java if known, otherwise the system's.
    pub name: String,
    /// What it does.
    pub kind: ThreadKind,
}

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ThreadKind {
    /// Runs Java code of the program.
    Java,
    /// Compiles bytecode.
    Jit,
    /// Collects garbage.
    Gc,
    /// Serves the virtual machine.
    Vm,
    /// Belongs to the recording of this profile.
    Recorder,
    /// Does not belong to a JVM.
    Native,
}

/// A window of the meter.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Nanoseconds since the start of the run.
    pub start_nanos: u64,
    /// Nanoseconds since the start of the run.
    pub end_nanos: u64,
    /// The program's part of the energy in joules; `None` if the meter failed.
    pub joules: Option<f64>,
    /// CPU time of each thread that used some.
    pub cpu: Vec<ThreadCpu>,
}

/// CPU time of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadCpu {
    /// The thread.
    pub thread: ThreadIndex,
    /// In nanoseconds.
    pub nanos: u64,
}

/// A sampled stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Nanoseconds since the start of the run.
    pub at_nanos: u64,
    /// The JVM.
    pub jvm: JvmIndex,
    /// The thread; `None` if unknown.
    pub thread: Option<ThreadIndex>,
    /// The stack; `None` if it could not be walked.
    pub stack: Option<StackIndex>,
    /// The CPU time that it stands for, in nanoseconds.
    pub cpu_nanos: u64,
}

/// Methods, frames and stacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The methods.
    pub methods: Vec<Method>,
    /// The frames.
    pub frames: Vec<Frame>,
    /// The stacks.
    pub stacks: Vec<Stack>,
}

/// An index into [`Code::methods`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodIndex(pub u32);

/// A method.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// The class as in class files, with slashes.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor; `None` if the sampler does not distinguish overloads.
    pub descriptor: Option<String>,
}

/// An index into [`Code::frames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameIndex(pub u32);

/// A frame of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The method.
    pub method: MethodIndex,
    /// The line, if known.
    pub line: Option<u32>,
    /// How it ran.
    pub kind: FrameKind,
}

/// How a frame ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameKind {
    /// Interpreted.
    Interpreted,
    /// Compiled.
    Compiled,
    /// Compiled into its caller.
    Inlined,
    /// Native code.
    Native,
    /// The sampler does not say.
    Unknown,
}

/// An index into [`Code::stacks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StackIndex(pub u32);

/// A stack: a frame and the stack below it. In the list, callers come before their callees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// The stack of the caller; `None` at the bottom.
    pub caller: Option<StackIndex>,
    /// The frame on top.
    pub frame: FrameIndex,
}

/// How often a method and its lines ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodCount {
    /// The method, with a known descriptor.
    pub method: MethodIndex,
    /// How often it was called.
    pub entries: u64,
    /// The lines that ran, in ascending order.
    pub lines: Vec<LineCount>,
}

/// How often a line ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCount {
    /// The line.
    pub line: u32,
    /// How often its first instruction ran.
    pub count: u64,
}
