//! Reads recordings of JDK Flight Recorder (JFR), and nothing else: it opens no file and starts no program.
//!
//! ```text
//! Recording::read(&[u8]) -> Recording { samples, stacks, methods, threads, .., problems }
//! ```
//!
//! A recording describes its own types, so what differs between JDKs shows there: a field is found by its name, what is
//! not requested is skipped, and what is missing is `None`. A recording is hostile until read. No offset in it is
//! trusted, no count is believed before there are bytes for it, and memory stays in proportion to the bytes.
//!
//! The chunk of a JVM that was killed is read up to its last flush, which JFR makes every second; the JDK's own tools refuse
//! it. [`Recording::problems`] says what is missing.

mod bytes;
mod chunk;
mod constants;
mod error;
mod events;
mod layout;
mod maps;
mod metadata;
mod names;
mod read;
mod recording;
mod resolve;
mod tables;

pub use error::{RecordingError, RecordingProblem};
pub use recording::{
    Allocation, Collection, Compilation, CpuLoad, Frame, FrameKind, GcPause, Jvm, Method,
    MethodIndex, Recording, Sample, SampleKind, Stack, StackIndex, Thread, ThreadCpuLoad,
    ThreadIndex, Transfer, TransferKind, Wait, WaitKind,
};
