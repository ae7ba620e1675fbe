//! The contents of a recording, as plain structs.

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

/// The contents of a recording. Times are in nanoseconds since the epoch (1970, UTC). Lists of events are in time order.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Recording {
    /// The start of its first chunk.
    pub start_nanos: i64,
    /// The end or the last flush of its last chunk.
    pub end_nanos: i64,
    /// The JVM, if recorded.
    pub jvm: Option<Jvm>,
    /// Every method in stacks and compilations, once.
    pub methods: Vec<Method>,
    /// Every stack, once.
    pub stacks: Vec<Stack>,
    /// Every thread in events. A renamed thread may occur twice.
    pub threads: Vec<Thread>,
    /// Samples of all samplers.
    pub samples: Vec<Sample>,
    /// Samples of CPU time that the JVM reports as dropped.
    pub lost_samples: u64,
    /// When and in which threads it dropped them, as far as that is known.
    pub losses: Vec<LostSamples>,
    /// Bytes of events that the JVM reports as dropped.
    pub lost_bytes: u64,
    /// Garbage collections.
    pub collections: Vec<Collection>,
    /// Pauses of all threads for the garbage collector.
    pub gc_pauses: Vec<GcPause>,
    /// Methods that the JIT compiled.
    pub compilations: Vec<Compilation>,
    /// Sampled allocations.
    pub allocations: Vec<Allocation>,
    /// Reads and writes of sockets.
    pub sockets: Vec<Transfer>,
    /// Reads, writes and flushes of files.
    pub files: Vec<Transfer>,
    /// Waits of threads.
    pub waits: Vec<Wait>,
    /// The load of the processors.
    pub cpu_loads: Vec<CpuLoad>,
    /// The load by thread.
    pub thread_cpu_loads: Vec<ThreadCpuLoad>,
    /// What is missing.
    pub problems: Vec<RecordingProblem>,
}

/// The JVM that recorded.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Jvm {
    /// Such as `OpenJDK 64-Bit Server VM`.
    pub name: Option<Arc<str>>,
    /// A long text that contains the version.
    pub version: Option<Arc<str>>,
    /// Its options on the command line. They may contain secrets of the program.
    pub arguments: Option<Arc<str>>,
    /// Its options from elsewhere, such as files.
    pub flags: Option<Arc<str>>,
    /// The process ID.
    pub process_id: Option<i64>,
    /// Its start time.
    pub start_nanos: Option<i64>,
}

/// A method.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Method {
    /// Its class, with slashes. The name of a hidden class has no address, so it is the same in every run.
    pub class: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor, such as `(I)V`.
    pub descriptor: Arc<str>,
    /// Whether its class is hidden, as lambda classes are.
    pub is_of_hidden_class: bool,
}

/// A stack.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Stack {
    /// The frames, the top one first.
    pub frames: Box<[Frame]>,
    /// Whether callers are missing at its end.
    pub is_truncated: bool,
}

/// A frame of a stack.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Frame {
    /// The method.
    pub method: MethodIndex,
    /// The line, if known.
    pub line: Option<u32>,
    /// The instruction, as an offset in the method's code. `None` in a native method, and at the entry of compiled code, whose
    /// line is the method's first.
    pub bytecode_index: Option<u32>,
    /// How the method ran.
    pub kind: FrameKind,
}

/// How the method of a frame ran.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum FrameKind {
    /// In the interpreter.
    Interpreted,
    /// As compiled code.
    Jit,
    /// As compiled code inlined into its caller.
    Inlined,
    /// As native code.
    Native,
    /// In a way that this reader does not know.
    Other,
}

/// A thread.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Thread {
    /// Its number in the system, as in `/proc/PID/task`. `None` for virtual threads.
    pub os_thread_id: Option<u64>,
    /// Its ID in Java. `None` for threads that Java does not know.
    pub java_thread_id: Option<u64>,
    /// Its name in the system, as known to the JVM.
    pub os_name: Option<Arc<str>>,
    /// Its name in Java.
    pub java_name: Option<Arc<str>>,
    /// Whether it is a virtual thread.
    pub is_virtual: bool,
}

/// A sample of a thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The time.
    pub start_nanos: i64,
    /// The thread. `None` if the recording lacks it.
    pub thread: Option<ThreadIndex>,
    /// The stack. `None` if the JVM could not walk it, or the recording lacks it.
    pub stack: Option<StackIndex>,
    /// The sampler.
    pub kind: SampleKind,
    /// The CPU time that it stands for, if the sampler records it.
    pub sampling_period_nanos: Option<u64>,
    /// Whether the stack was walked later than the sample was taken.
    pub is_biased: bool,
}

/// Samples of CPU time that the JVM dropped. It does so while a thread runs the JVM's own code, such as that of exceptions and
/// allocations, and tells the number when it takes the next sample of that thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LostSamples {
    /// When the JVM told the number: after the losses.
    pub start_nanos: i64,
    /// The thread.
    pub thread: ThreadIndex,
    /// How many.
    pub samples: u64,
}

/// A sampler.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum SampleKind {
    /// JDK 25's sampler by CPU time (`jdk.CPUTimeSample`).
    CpuTime,
    /// The sampler of threads that run Java code (`jdk.ExecutionSample`).
    Execution,
    /// The sampler of threads in native code, which may be waiting there (`jdk.NativeMethodSample`).
    Native,
}

/// A garbage collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    /// Its start.
    pub start_nanos: i64,
    /// Its duration, concurrent work included.
    pub duration_nanos: u64,
    /// The collector, such as `G1New`.
    pub name: Option<Arc<str>>,
    /// The cause.
    pub cause: Option<Arc<str>>,
    /// The time that threads were stopped for it.
    pub pauses_nanos: Option<u64>,
}

/// A pause of all threads for the garbage collector.
#[derive(Clone, Debug, PartialEq)]
pub struct GcPause {
    /// Its start.
    pub start_nanos: i64,
    /// Its duration.
    pub duration_nanos: u64,
    /// The kind of pause.
    pub name: Option<Arc<str>>,
}

/// A compilation by the JIT.
#[derive(Clone, Debug, PartialEq)]
pub struct Compilation {
    /// Its start.
    pub start_nanos: i64,
    /// Its wall time.
    pub duration_nanos: u64,
    /// The thread of the compiler.
    pub thread: Option<ThreadIndex>,
    /// The method.
    pub method: Option<MethodIndex>,
    /// Such as `c1` or `c2`.
    pub compiler: Option<Arc<str>>,
    /// From 1 to 4.
    pub level: Option<u8>,
    /// Whether it replaces a running method (on-stack replacement).
    pub is_osr: bool,
    /// Whether it produced code. `None` if not recorded.
    pub has_succeeded: Option<bool>,
    /// The size of the code.
    pub code_bytes: Option<u64>,
}

/// A sampled allocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Allocation {
    /// The time.
    pub start_nanos: i64,
    /// The thread.
    pub thread: Option<ThreadIndex>,
    /// The stack.
    pub stack: Option<StackIndex>,
    /// The class, with slashes, or an array descriptor such as `[I`.
    pub class: Option<Arc<str>>,
    /// The bytes that it stands for.
    pub weight_bytes: u64,
}

/// An access to a file or a socket.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    /// Its start.
    pub start_nanos: i64,
    /// How long it blocked the thread.
    pub duration_nanos: u64,
    /// The thread.
    pub thread: Option<ThreadIndex>,
    /// The stack.
    pub stack: Option<StackIndex>,
    /// Its direction.
    pub kind: TransferKind,
    /// The number of bytes. `None` for a flush, which has none; 0 at the end of a stream.
    pub bytes: Option<u64>,
    /// Whether the other end of a socket is this machine, so it uses no network. `None` if the address does not show it, and for
    /// files.
    pub is_loopback: Option<bool>,
}

/// What happened to a file or socket.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum TransferKind {
    /// It was read.
    Read,
    /// It was written to.
    Write,
    /// Written data was sent to the device.
    Force,
}

/// A wait of a thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    /// Its start.
    pub start_nanos: i64,
    /// Its duration.
    pub duration_nanos: u64,
    /// The thread.
    pub thread: Option<ThreadIndex>,
    /// The stack.
    pub stack: Option<StackIndex>,
    /// What it waited for.
    pub kind: WaitKind,
    /// The class of the object that it waited for, with slashes.
    pub class: Option<Arc<str>>,
}

/// What a thread waited for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum WaitKind {
    /// To enter a monitor that another thread held.
    MonitorEnter,
    /// For `LockSupport.unpark` or a timeout.
    Park,
}

/// The load of the processors, as shares of all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CpuLoad {
    /// The time of the reading.
    pub start_nanos: i64,
    /// User code of this JVM.
    pub jvm_user: f64,
    /// Kernel code for this JVM.
    pub jvm_system: f64,
    /// Everything on the machine.
    pub machine_total: f64,
}

/// The load by one thread, as shares of all processors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadCpuLoad {
    /// The time of the reading.
    pub start_nanos: i64,
    /// The thread.
    pub thread: Option<ThreadIndex>,
    /// In user code.
    pub user: f64,
    /// In kernel code.
    pub system: f64,
}
