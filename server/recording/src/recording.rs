//! What a recording holds, in plain structs.

use std::ops::Index;
use std::sync::Arc;

use crate::error::RecordingProblem;

macro_rules! index {
    ($(#[$about:meta])* $name:ident, $table:ident, $item:ty) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub struct $name(pub u32);

        impl Index<$name> for Recording {
            type Output = $item;

            fn index(&self, index: $name) -> &$item {
                &self.$table[index.0 as usize]
            }
        }
    };
}

index!(
    /// A method of this recording: `recording[index]`.
    MethodIndex,
    methods,
    Method
);
index!(
    /// A stack of this recording: `recording[index]`.
    StackIndex,
    stacks,
    Stack
);
index!(
    /// A thread of this recording: `recording[index]`.
    ThreadIndex,
    threads,
    Thread
);

/// Everything that is read of a recording. Instants are in nanoseconds since the epoch (1970, UTC). Lists of events are in time
/// order.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Recording {
    /// When its first chunk began.
    pub start_nanos: i64,
    /// When its last chunk ended, or was flushed for the last time.
    pub end_nanos: i64,
    /// The JVM, if it says.
    pub jvm: Option<Jvm>,
    /// Every method that a stack or a compilation names, once.
    pub methods: Vec<Method>,
    /// Every stack, once.
    pub stacks: Vec<Stack>,
    /// Every thread that an event names. A thread that was renamed may be in it twice.
    pub threads: Vec<Thread>,
    /// What the samplers saw.
    pub samples: Vec<Sample>,
    /// Samples of CPU time that the JVM says it dropped.
    pub lost_samples: u64,
    /// Bytes of events that the JVM says it dropped.
    pub lost_bytes: u64,
    /// Garbage collections.
    pub collections: Vec<Collection>,
    /// The pauses of all threads for the garbage collector.
    pub gc_pauses: Vec<GcPause>,
    /// Methods that the JIT compiled.
    pub compilations: Vec<Compilation>,
    /// Sampled allocations.
    pub allocations: Vec<Allocation>,
    /// Reads and writes of sockets.
    pub sockets: Vec<Transfer>,
    /// Reads, writes and flushes of files.
    pub files: Vec<Transfer>,
    /// Times at which threads waited.
    pub waits: Vec<Wait>,
    /// The load of the processors.
    pub cpu_loads: Vec<CpuLoad>,
    /// The load by threads.
    pub thread_cpu_loads: Vec<ThreadCpuLoad>,
    /// What is missing.
    pub problems: Vec<RecordingProblem>,
}

/// The JVM that recorded.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Jvm {
    /// As `OpenJDK 64-Bit Server VM`.
    pub name: Option<Arc<str>>,
    /// A long text that has the version in it.
    pub version: Option<Arc<str>>,
    /// Its options on the command line. They may hold secrets of the program.
    pub arguments: Option<Arc<str>>,
    /// Its options from elsewhere, such as files.
    pub flags: Option<Arc<str>>,
    /// The process.
    pub process_id: Option<i64>,
    /// When it was started.
    pub start_nanos: Option<i64>,
}

/// A method.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Method {
    /// Its class, with slashes. A hidden class has no address in its name, so that it has the same name in every run.
    pub class: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its types, as `(I)V`.
    pub descriptor: Arc<str>,
    /// Whether its class is hidden, as those of lambdas are.
    pub is_of_hidden_class: bool,
}

/// A stack.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Stack {
    /// The frames, the one that ran first.
    pub frames: Box<[Frame]>,
    /// Whether callers are missing at its end.
    pub is_truncated: bool,
}

/// A frame of a stack.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Frame {
    /// The method.
    pub method: MethodIndex,
    /// The line, if the JVM knows.
    pub line: Option<u32>,
    /// The instruction, by its position in the method's code. `None` in a native method, and at the entry of compiled code,
    /// whose line is the method's first.
    pub bytecode_index: Option<u32>,
    /// How the method ran.
    pub kind: FrameKind,
}

/// How a method of a frame ran.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum FrameKind {
    /// In the interpreter.
    Interpreted,
    /// As compiled code.
    Jit,
    /// As compiled code in that of its caller.
    Inlined,
    /// As code of another language.
    Native,
    /// As something that this reader has no word for.
    Other,
}

/// A thread.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Thread {
    /// Its number in the system, as in `/proc/PID/task`. `None` for virtual threads.
    pub os_thread_id: Option<u64>,
    /// Its number in Java. `None` for threads that Java does not know.
    pub java_thread_id: Option<u64>,
    /// Its name in the system, as the JVM knows it.
    pub os_name: Option<Arc<str>>,
    /// Its name in Java.
    pub java_name: Option<Arc<str>>,
    /// Whether it is a virtual thread.
    pub is_virtual: bool,
}

/// A look at a thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When.
    pub start_nanos: i64,
    /// Which thread. `None` if the recording does not hold it.
    pub thread: Option<ThreadIndex>,
    /// Where it was. `None` if the JVM could not walk the stack, or the recording does not hold it.
    pub stack: Option<StackIndex>,
    /// Which sampler.
    pub kind: SampleKind,
    /// For how much CPU time it stands, if the sampler says.
    pub sampling_period_nanos: Option<u64>,
    /// Whether the stack was walked at a later place than that of the sample.
    pub is_biased: bool,
}

/// Who took a sample.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum SampleKind {
    /// The sampler by CPU time of JDK 25 (`jdk.CPUTimeSample`).
    CpuTime,
    /// The sampler of threads that run Java code (`jdk.ExecutionSample`).
    Execution,
    /// The sampler of threads in native code, which may as well be waiting there (`jdk.NativeMethodSample`).
    Native,
}

/// A garbage collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    /// When it began.
    pub start_nanos: i64,
    /// How long it took, concurrent work included.
    pub duration_nanos: u64,
    /// The collector, as `G1New`.
    pub name: Option<Arc<str>>,
    /// Why.
    pub cause: Option<Arc<str>>,
    /// How long threads stood still for it.
    pub pauses_nanos: Option<u64>,
}

/// A time at which all threads stood still for the garbage collector.
#[derive(Clone, Debug, PartialEq)]
pub struct GcPause {
    /// When it began.
    pub start_nanos: i64,
    /// How long it took.
    pub duration_nanos: u64,
    /// Which kind of pause.
    pub name: Option<Arc<str>>,
}

/// A compilation by the JIT.
#[derive(Clone, Debug, PartialEq)]
pub struct Compilation {
    /// When it began.
    pub start_nanos: i64,
    /// How long it took by the clock on the wall.
    pub duration_nanos: u64,
    /// The thread of the compiler.
    pub thread: Option<ThreadIndex>,
    /// The method.
    pub method: Option<MethodIndex>,
    /// As `c1` or `c2`.
    pub compiler: Option<Arc<str>>,
    /// From 1 to 4.
    pub level: Option<u8>,
    /// Whether it was made to replace a method that runs.
    pub is_osr: bool,
    /// Whether there was code at its end. `None` if the recording does not say.
    pub has_succeeded: Option<bool>,
    /// The size of the code.
    pub code_bytes: Option<u64>,
}

/// A sampled allocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Allocation {
    /// When.
    pub start_nanos: i64,
    /// Who.
    pub thread: Option<ThreadIndex>,
    /// Where.
    pub stack: Option<StackIndex>,
    /// What, as the name of a class with slashes, or `[I` and the like.
    pub class: Option<Arc<str>>,
    /// For how many bytes it stands.
    pub weight_bytes: u64,
}

/// Bytes that went through a file or a socket.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    /// When it began.
    pub start_nanos: i64,
    /// How long the thread was held up by it.
    pub duration_nanos: u64,
    /// Who.
    pub thread: Option<ThreadIndex>,
    /// Where.
    pub stack: Option<StackIndex>,
    /// Which way.
    pub kind: TransferKind,
    /// How much. `None` for a flush, which does not say; 0 at the end of a stream.
    pub bytes: Option<u64>,
    /// Whether a socket's other end is this machine, so that no network is used. `None` if its address does not say, and for
    /// files.
    pub is_loopback: Option<bool>,
}

/// What was done to a file or socket.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum TransferKind {
    /// It was read.
    Read,
    /// It was written to.
    Write,
    /// What had been written was sent to the device.
    Force,
}

/// A time at which a thread waited.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    /// When it began.
    pub start_nanos: i64,
    /// How long it took.
    pub duration_nanos: u64,
    /// Who.
    pub thread: Option<ThreadIndex>,
    /// Where.
    pub stack: Option<StackIndex>,
    /// What for.
    pub kind: WaitKind,
    /// The class of what it waited for, with slashes.
    pub class: Option<Arc<str>>,
}

/// What a thread waited for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum WaitKind {
    /// To enter a monitor that another thread held.
    MonitorEnter,
    /// For `LockSupport.unpark`, or the end of a time.
    Park,
}

/// The load of the processors, as shares of all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CpuLoad {
    /// When it was read.
    pub start_nanos: i64,
    /// This JVM's own code.
    pub jvm_user: f64,
    /// The system, for this JVM.
    pub jvm_system: f64,
    /// Everything on the machine.
    pub machine_total: f64,
}

/// The load by one thread, as shares of all processors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadCpuLoad {
    /// When it was read.
    pub start_nanos: i64,
    /// Which thread.
    pub thread: Option<ThreadIndex>,
    /// In its own code.
    pub user: f64,
    /// In the system.
    pub system: f64,
}
