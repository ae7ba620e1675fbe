//! Many inputs, each in a process of its own.
//!
//! A process that takes too long or too much memory is ended, and costs only its own input. What came of each input is kept in
//! a folder under the digest of its content and of the settings: a run that was stopped at any moment continues there, and
//! gives the same table. A file of rows appears only when it is whole.

mod folder;
mod input;
mod process;
mod run;
mod status;

pub use folder::{BatchFolder, FolderError, statuses};
pub use input::{Input, file_digest, inputs};
pub use process::{ProcessLimits, Worker};
pub use run::{Batch, Progress};
pub use status::{InputOutcome, Status, Summary};
