//! Reads recordings of JDK Flight Recorder (JFR), and nothing else: it opens no file and starts no program.
//!
//! ```text
//! Recording::read(&[u8]) -> Recording { samples, stacks, methods, threads, .., problems }
//! ```
//!
//! A recording describes its own types, so the reader copes with differences between JDKs. It finds a field by its name,
//! skips what is not requested, and gives `None` for what is missing. A recording is hostile until read. The reader trusts
//! no offset, believes no count before there are bytes for it, and uses memory in proportion to the bytes.
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
    Allocation, Collection, Compilation, CpuLoad, Frame, FrameKind, GcPause, Jvm, LostSamples,
    Method, MethodIndex, Recording, Sample, SampleKind, Stack, StackIndex, Thread, ThreadCpuLoad,
    ThreadIndex, Transfer, TransferKind, Wait, WaitKind,
};
