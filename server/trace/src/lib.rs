//! Executes Java code and counts every instruction, for developers' tools and for `calibrate`.
//!
//! ```text
//! trace(&Jdk, &[Program { classes, loops, calls }], &Config) -> Vec<ProgramTrace { methods, calls: Vec<CallTrace> }>
//! ```
//!
//! A JVM of its own rewrites the classes with the class-file API (JEP 484) so that they count the blocks they execute.
//! A block ends behind each instruction that may throw, so the counts are exact where exceptions are thrown, too. Each
//! call runs on classes of its own; what it prints is thrown away. Code of the JDK is executed and not counted.
//!
//! Architecture Invariant: this crate runs the code it is given. Nothing that opens a project may be built on it, so that
//! opening a project never runs its code.

mod encode;
mod error;
mod outcome;
mod process;
mod program;
mod read;

pub use error::TraceError;
pub use outcome::{CallCompletion, CallTrace, Change, Counts, MethodTrace, ProgramTrace};
pub use process::{Config, trace};
pub use program::{Call, Class, Loop, MethodLoops, Program, TracedMethodName, Value};

/// The first feature version of the JDK whose class-file API serves.
pub const FIRST_FEATURE: u16 = 25;
