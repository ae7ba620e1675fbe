//! Java programs that are made to be measured, and the measuring of them.
//!
//! ```text
//! Suite::generate(seed, Extent) -> the programs as Java text        [suite]
//! build(&Suite, &Jdk, …)        -> Build { classes, programs }, and their exact counts
//! plan(…)                       -> the split-plot order             [plan]
//! Jvm::launch(…)                -> one virtual machine, interpreting or compiling [jvm]
//! Run { … }.go(…)               -> every planned sample, in the campaign's file
//! ```
//!
//! Everything that a campaign needs is in its file before the first sample is taken. A resumed campaign compiles its sources
//! again and continues only where they make the very same class files.
//!
//! Architecture Invariant: what is run was compiled by this process from the suite's text. A campaign's file, which anybody
//! may have written, decides on the order and on nothing else.
//!
//! Architecture Invariant: a sample is in the file before the next one is started, so that an interruption loses at most
//! the one that is under way.

mod build;
mod compilation_log;
mod error;
mod execution_mode;
mod frequency_filter;
mod jvm;
mod plan;
mod run;
mod steady_state;
pub mod suite;
pub mod timing;

pub use build::{Build, Counter, build, count};
pub use compilation_log::{CodeChange, CompilationEvent, LiveCode};
pub use error::HarnessError;
pub use execution_mode::ExecutionMode;
pub use frequency_filter::{FrequencyFilter, fast_limit_s};
pub use jvm::{Jvm, Timing};
pub use plan::{Shape, plan};
pub use run::{Run, Step, Summary};

/// The first version of the JDK that can count what programs execute.
pub const COUNTER_FEATURE: u16 = trace::FIRST_FEATURE;
