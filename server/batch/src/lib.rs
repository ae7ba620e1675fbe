//! Analyses many inputs, each in a separate process.
//!
//! A process that takes too long or too much memory is killed; only its own input is lost. The result of each input is
//! stored in a folder under the digest of its content and of the settings. So a run that was stopped at any moment continues
//! there, and gives the same table. A file of rows appears only when it is complete.

mod folder;
mod input;
mod process;
mod run;
mod status;

pub use folder::{BatchFolder, FolderError, statuses};
pub use input::{Input, content_digest, inputs};
pub use process::{ProcessLimits, Worker, own_peak_bytes};
pub use run::{Batch, BatchProgress};
pub use status::{InputOutcome, InputStatus, ProcessSummary};
