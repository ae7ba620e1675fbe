//! What was recorded of a program's runs.

/// What was recorded of a program's runs. The indices of its parts are places in its lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// The program as it is shown, without arguments.
    pub program: String,
    /// What measured the energy.
    pub meter: MeterNote,
    /// The runs whose energy was measured: one, or the repetitions.
    pub runs: Vec<EnergyRun>,
    /// Methods, frames and stacks of all runs.
    pub code: Code,
    /// How often methods and lines ran, in its own run; empty if nothing was counted.
    pub counts: Vec<MethodCount>,
    /// What could not be recorded, in words.
    pub problems: Vec<String>,
}

/// What measured the energy, and how well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeterNote {
    /// As the user types it, such as `powercap`.
    pub selector: String,
    /// Zones, a sensor, an instrument.
    pub what: String,
    /// Whether a model of power worked the energy out, and nothing measured it.
    pub is_modelled: bool,
    /// What was taken for granted.
    pub notes: Vec<String>,
}

/// A run whose energy was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EnergyRun {
    /// When it began, in nanoseconds since 1970.
    pub started_unix_nanos: u64,
    /// How long it took in nanoseconds.
    pub wall_nanos: u64,
    /// What the program ended with; `None` if a signal ended it, or it still runs.
    pub exit_code: Option<i32>,
    /// The virtual machines that ran.
    pub jvms: Vec<Jvm>,
    /// The threads that were seen, of all processes.
    pub threads: Vec<Thread>,
    /// The windows of the meter, in time order.
    pub windows: Vec<Window>,
    /// CPU time in nanoseconds of threads and processes that ended between two readings.
    pub unseen_cpu_nanos: u64,
    /// Samples of stacks, in time order.
    pub samples: Vec<Sample>,
    /// How often some methods were called in this very run, to see whether the run that counted did the same work.
    pub entries: Vec<(MethodIndex, u64)>,
    /// When these methods were called, as far as their counters were read while the program ran.
    pub call_readings: Vec<CallReading>,
    /// What was allocated, by stack and class: a sample that stands for all.
    pub allocations: Vec<Allocation>,
    /// What threads waited for, by stack and class.
    pub waits: Vec<Wait>,
    /// Bytes that went through a network or a disk, in time order.
    pub transfers: Vec<Transfer>,
}

/// Objects of one class, allocated by one stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// Who allocated them; `None` if the stack is not known.
    pub stack: Option<StackIndex>,
    /// Their class, with slashes; of arrays its descriptor, as `[B`.
    pub class: String,
    /// How many bytes they stand for.
    pub bytes: u64,
}

/// What threads waited for at one stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// What for.
    pub kind: WaitKind,
    /// Where; `None` if the stack is not known.
    pub stack: Option<StackIndex>,
    /// The class of what they waited for, with slashes; empty if it is not known.
    pub class: String,
    /// How often, as far as it was long enough to be recorded.
    pub times: u64,
    /// How long, in nanoseconds of the clock on the wall.
    pub nanos: u64,
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WaitKind {
    /// A lock that another thread holds.
    Lock,
    /// To be woken, or the end of a time.
    Park,
}

/// Bytes that went through a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Which.
    pub device: DeviceKind,
    /// Whether they went out, or were written.
    pub is_out: bool,
    /// When it began, in nanoseconds since the run began.
    pub at_nanos: u64,
    /// How long it took, in nanoseconds.
    pub nanos: u64,
    /// How many.
    pub bytes: u64,
    /// Who; `None` if the stack is not known.
    pub stack: Option<StackIndex>,
}

/// A device beside processor and memory.
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

/// A place in [`EnergyRun::jvms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JvmIndex(pub u32);

/// A virtual machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jvm {
    /// Its process.
    pub pid: u32,
    /// The feature version, such as 25.
    pub feature: u16,
    /// What took the samples; `None` if it left none.
    pub sampler: Option<Sampler>,
    /// Samples that it lost.
    pub lost_samples: u64,
}

/// What took samples of stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// The JVM's timers of CPU time (JEP 509): samples stand for equal CPU time.
    CpuTime,
    /// Stacks of the threads that used CPU time since the last look, at safepoints. Lines are coarse.
    Safepoints,
}

/// A place in [`EnergyRun::threads`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadIndex(pub u32);

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its process.
    pub pid: u32,
    /// The system's number of it.
    pub tid: u32,
    /// Its name: that in Java where it is known, or the system's.
    pub name: String,
    /// What it works for.
    pub kind: ThreadKind,
}

/// What a thread works for.
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
    /// Records for this profile.
    Recorder,
    /// No thread of a virtual machine.
    Native,
}

/// A window of the meter.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Since the run began, in nanoseconds.
    pub start_nanos: u64,
    /// Since the run began, in nanoseconds.
    pub end_nanos: u64,
    /// The program's part of the energy in joules; `None` if the meter failed.
    pub joules: Option<f64>,
    /// CPU time of the threads that used some.
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

/// A stack that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// When, in nanoseconds since the run began.
    pub at_nanos: u64,
    /// In which virtual machine.
    pub jvm: JvmIndex,
    /// On which thread; `None` if it was not told.
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

/// A place in [`Code::methods`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodIndex(pub u32);

/// A method.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor; `None` if the sampler does not tell overloads apart.
    pub descriptor: Option<String>,
}

/// A place in [`Code::frames`].
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

/// A place in [`Code::stacks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StackIndex(pub u32);

/// A stack: a frame and the stack below it. A caller comes before its callees in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// Who called; `None` at the bottom.
    pub caller: Option<StackIndex>,
    /// The frame on top.
    pub frame: FrameIndex,
}

/// How often a method and its lines ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodCount {
    /// The method; its descriptor is known.
    pub method: MethodIndex,
    /// How often it was called.
    pub entries: u64,
    /// Its lines that ran, in ascending order.
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
