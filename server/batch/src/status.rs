//! The result of an input.

use serde::{Deserialize, Serialize};

/// The schema of a status file.
pub(crate) const SCHEMA: &str = "jouled.status/1";

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputOutcome {
    /// All of it was analysed.
    Ok,
    /// Some of it could not be read; the rest has rows.
    Partial,
    /// It has no rows.
    Failed,
}

impl InputOutcome {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Partial => "partial",
            Self::Failed => "failed",
        }
    }
}

/// The stored result of an input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InputStatus {
    /// `jouled.status/1`
    pub schema: String,
    /// The name of the input in the rows.
    pub input: String,
    /// The digest of its content and of the settings.
    pub digest: String,
    /// How it ended.
    pub outcome: InputOutcome,
    /// Why it is not `ok`, or a warning about an input that is; may be empty.
    pub why: String,
    /// The number of rows.
    pub rows: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// The run time of its process.
    pub seconds: f64,
    /// CPU time of its process, if the system reports it.
    pub cpu_seconds: Option<f64>,
    /// The peak memory of its process in bytes, if the system reports it.
    pub peak_bytes: Option<u64>,
    /// The name of its file of rows in the folder `rows`; empty if it has none.
    pub file: String,
}

/// What the process of an input prints at its end, as JSON on standard output.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ProcessSummary {
    /// The number of rows it wrote.
    pub rows: u64,
    /// The number of errors.
    pub errors: u64,
    /// The first of them.
    pub first_error: Option<String>,
    /// The number of warnings.
    pub warnings: u64,
    /// The first of them.
    pub first_warning: Option<String>,
    /// CPU time in seconds.
    pub cpu_seconds: Option<f64>,
    /// Peak memory in bytes.
    pub peak_bytes: Option<u64>,
}
