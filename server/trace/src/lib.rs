//! Executes Java code and counts every instruction, for developers' tools and for `calibrate`.
//!
//! ```text
//! trace(&Jdk, &[TracedProgram { classes, loops, calls }], &Config) -> Vec<ProgramTrace { methods, calls: Vec<CallTrace> }>
//! ```
//!
//! A separate JVM rewrites the classes with the class-file API (JEP 484), so that they count the blocks they execute. A
//! block ends after each instruction that may throw, so the counts are exact even if exceptions are thrown. Each call runs
//! on fresh classes if they have state: static fields that are no constants, or locks. What a call prints is discarded. Code
//! of the JDK is executed but not counted.
//!
//! Architecture Invariant: this crate runs the code it is given. Nothing that opens a project may depend on it, so that
//! opening a project never runs its code.

mod encode;
mod error;
mod outcome;
mod process;
mod program;
mod read;

pub use error::TraceError;
pub use outcome::{
    CallCompletion, CallTrace, Change, Counts, MethodTrace, ProgramTrace, TracedEffects,
};
pub use process::{Config, trace};
pub use program::{Call, Class, Loop, MethodLoops, TracedMethodName, TracedProgram, Value};

/// The first feature version of the JDK with a sufficient class-file API.
pub const FIRST_FEATURE: u16 = 25;
