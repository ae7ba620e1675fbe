//! The energy of real runs, computed from recordings.
//!
//! [`Profile`] is the content of a profile's file: readings of a meter, CPU time by thread, samples of stacks, and counts.
//! From these, [`analyse`] computes the energy of methods, lines and threads.
//!
//! Architecture Invariant: this crate opens no file, starts no program and reads no clock.

mod analyse;
mod analysis;
mod anchors;
mod budget;
mod calls_in_windows;
mod charge;
mod code_lines;
mod compare;
mod device_model;
mod devices;
mod energy;
mod estimate;
mod events;
mod expected;
pub mod forms;
mod methods;
mod nearest;
mod opinion;
mod options;
mod path_row;
mod paths;
mod power;
mod quantile;
mod record;
mod regression;
mod second_opinion;
mod series;
mod shares;
mod sites;
mod tally;
mod tree;
mod unit_tests;
mod validate;
mod work;

pub use analyse::analyse;
pub use analysis::{
    Analysis, COMPLETE, CodeShares, JavaParts, LineRow, MethodRow, NoCostReason, Part, PartRow,
    RunCost, Sampling, ThreadRow, Totals, WindowRow,
};
pub use anchors::{AnchorFactor, Anchors, LeaveOneOut, MeasuredRatio, Nearest};
pub use budget::{BudgetVerdict, Budgets, TestVerdict, judged};
pub use charge::Unit;
pub use code_lines::{LinePart, lines_with_callees};
pub use compare::{
    CostChange, DifferentUnits, LogParts, MethodChange, OneSided, RunComparison, TotalChange,
    compare,
};
pub use device_model::{DeviceModel, devices_of};
pub use devices::DeviceRow;
pub use estimate::{Estimate, Interval, RunMean};
pub use events::{GarbageRow, WaitRow};
pub use opinion::{CallRegression, RegressionRow, SecondOpinion};
pub use options::AnalysisOptions;
pub use path_row::{CountedPath, PathRow};
pub use power::{WindowPower, power_over_time};
pub use record::{
    Allocation, CallReading, Code, DeviceKind, EnergyRun, Frame, FrameIndex, FrameKind, Jvm,
    JvmIndex, LineCount, MeterNote, Method, MethodCount, MethodIndex, Profile, Sample, Sampler,
    Stack, StackIndex, Thread, ThreadCpu, ThreadIndex, ThreadKind, Transfer, Wait, WaitKind,
    Window,
};
pub use tree::{Node, SampledCallTree};
pub use unit_tests::unit_tests;
pub use validate::{Misfit, validate};
pub use work::CallComparison;
