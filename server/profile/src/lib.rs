//! The energy of real runs: what was recorded of them, and what follows from it.
//!
//! [`Profile`] is what the file of a profile holds: readings of a meter, CPU time by thread, samples of stacks, and counts.
//!
//! Architecture Invariant: this crate opens no file, starts no program and reads no clock.

mod record;

pub use record::{
    Code, EnergyRun, Frame, FrameIndex, FrameKind, Jvm, JvmIndex, LineCount, MeterNote, Method,
    MethodCount, MethodIndex, Profile, Sample, Sampler, Stack, StackIndex, Thread, ThreadCpu,
    ThreadIndex, ThreadKind, Window,
};
