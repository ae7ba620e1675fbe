//! The energy of real runs: what was recorded of them, and what follows from it.
//!
//! [`Profile`] is what the file of a profile holds: readings of a meter, CPU time by thread, samples of stacks, and counts.
//! [`analyse`] works out what that says about methods, lines and threads.
//!
//! Architecture Invariant: this crate opens no file, starts no program and reads no clock.

mod analyse;
mod analysis;
mod batches;
mod charge;
mod code_lines;
mod compare;
mod energy;
mod estimate;
pub mod forms;
mod methods;
mod options;
mod quantile;
mod record;
mod shares;
mod tally;
mod tree;
mod unit_tests;
mod validate;

pub use analyse::analyse;
pub use analysis::{
    Analysis, COMPLETE, CodeShares, Cost, JavaParts, LineRow, MethodRow, NoCost, Part, PartRow,
    Sampling, ThreadRow, Totals, WindowRow,
};
pub use charge::Unit;
pub use code_lines::{LinePart, lines_with_callees};
pub use compare::{
    Change, Comparison, DifferentUnits, LogParts, MethodChange, OneSided, TotalChange, compare,
};
pub use estimate::{Estimate, Interval, RunMean};
pub use options::AnalysisOptions;
pub use record::{
    Code, EnergyRun, Frame, FrameIndex, FrameKind, Jvm, JvmIndex, LineCount, MeterNote, Method,
    MethodCount, MethodIndex, Profile, Sample, Sampler, Stack, StackIndex, Thread, ThreadCpu,
    ThreadIndex, ThreadKind, Window,
};
pub use tree::{CallTree, Node};
pub use unit_tests::unit_tests;
pub use validate::{Misfit, validate};
