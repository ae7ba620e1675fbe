//! Generates Java programs for measuring, and measures them.
//!
//! ```text
//! Suite::generate(seed, Extent) -> the programs as Java text        [suite]
//! build(&Suite, &Jdk, …)        -> Build { classes, programs }, and their exact counts
//! plan(…)                       -> the split-plot order             [plan]
//! Jvm::launch(…)                -> one virtual machine, interpreting or compiling [jvm]
//! Run { … }.go(…)               -> every planned sample, in the campaign's file
//! ```
//!
//! A campaign's file has everything that the campaign needs before the first sample. A resumed campaign compiles its sources
//! again, and continues only if they give exactly the same class files.
//!
//! Architecture Invariant: this process compiles everything that runs from the suite's text. A campaign's file, which anybody may
//! have written, decides only the order.
//!
//! Architecture Invariant: a sample is in the file before the next one starts, so an interruption loses at most the current one.

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

pub use build::{Build, CountedIteration, Counter, build, count};
pub use compilation_log::{CodeChange, CompilationEvent, LiveCode};
pub use error::HarnessError;
pub use execution_mode::ExecutionMode;
pub use frequency_filter::{FrequencyFilter, fast_limit_s};
pub use jvm::{Jvm, Timing};
pub use plan::{CampaignSize, plan};
pub use run::{Run, RunSummary, Step};
pub use steady_state::settle;

/// The first JDK version that can count what programs execute.
pub const COUNTER_FEATURE: u16 = trace::FIRST_FEATURE;
