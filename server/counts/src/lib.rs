//! Counts how often the basic blocks of all code run in a real program, the classes of the JDK included.
//!
//! ```text
//! Recording::prepare(&Jdk, cache_dir, &Options) -> add_to(&mut Command) -> the program runs -> read() -> Counts
//! MethodCounts::execution(&bytecode::Code) -> Execution { entries, returned, instructions, branches, switches }
//! Agent::prepare(&Jdk, cache_dir) -> option(settings) -> every virtual machine of a program counts or samples
//! Samples::read(&[u8]) -> stacks with the CPU time that each stands for
//! CountedRun::read(&[u8]) -> counts in place of the estimates of the crate `frequency`, method by method
//! ```
//!
//! An agent in the program's JVM puts counters into each class, for JDK 17 and newer: one into each block, except where the
//! counts of others tell how often it runs. It rewrites class files itself. So positions are those of the original code, frames need no class hierarchy, and the agent itself runs hardly any JDK
//! code that it would then count. The blocks are those of [`bytecode::Leaders`].
//!
//! What is not exact:
//! - An exception that no call throws, such as that of an array index, leaves a block in the middle. The rest of the block
//!   still counts as executed. If it also leaves the method, blocks behind that one may count as executed.
//! - A method that is still running when the program ends has not returned, and looks as if it had thrown.
//! - Threads that run the same block at the same time lose a few counts if they share a stripe ([`Options::stripes`]), since
//!   counters are not atomic: compiled code 2 to 3% with two threads, interpreted code up to half with four. Threads share a
//!   stripe if there is only one, if their numbers have the same remainder, if the stripes of very many classes would use more
//!   than an eighth of the heap, and while another thread carries a virtual thread than at the beginning of its method.
//! - If the JVM replaces a method by an intrinsic, its counters do not count. With [`Options::is_for_learning`], the JVM
//!   compiles only with C1, which has few intrinsics.
//! - Loading classes and writing the counts runs JDK code, which is counted, too. Hidden classes, such as those that the JVM
//!   makes for lambdas, are not counted; the bodies of lambdas are.
//! - A path that an exception ends without a handler in its method is not counted.
//! - A program that is killed, or that ends by `Runtime.halt`, writes nothing.
//!
//! Architecture Invariant: this crate runs programs with an agent. Nothing that opens a project may run what it counts.

mod agent;
mod counted_run;
mod counts;
mod error;
mod execution;
mod path_lines;
mod paths;
mod rates;
mod read;
mod reader;
mod recording;
mod samples;

pub use agent::Agent;
pub use counted_run::CountedRun;
pub use counts::{
    CallSite, CallsReading, ClassCounts, CountedMethodName, Counter, CounterKind, Counts,
    FollowedEvent, MethodCounts, UncountedCode,
};
pub use error::{CountError, Mismatch};
pub use execution::{Arm, Branch, Execution, SwitchCounts};
pub use paths::PathCount;
pub use rates::{Chance, Rates};
pub use read::{has_paths, read};
pub use recording::{CountRecording, Options, RecordedReceivers, settings_text};
pub use samples::{SampledFrame, SampledStack, SampledThread, Samples, StackSample};
