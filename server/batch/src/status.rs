//! What came of an input.

use serde::{Deserialize, Serialize};

/// The schema of a kept status.
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
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Partial => "partial",
            Self::Failed => "failed",
        }
    }
}

/// What is kept of an input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// `jouled.status/1`
    pub schema: String,
    /// The input as the rows name it.
    pub input: String,
    /// The digest of its content and of the settings.
    pub digest: String,
    /// How it ended.
    pub outcome: InputOutcome,
    /// Why it is not whole; empty if it is.
    pub why: String,
    /// How many rows it has.
    pub rows: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// How long its process ran.
    pub seconds: f64,
    /// CPU time of its process, where the system tells it.
    pub cpu_seconds: Option<f64>,
    /// The most memory that its process held, in bytes, where the system tells it.
    pub peak_bytes: Option<u64>,
    /// The name of its file of rows in the folder `rows`; empty if it has none.
    pub file: String,
}

/// What the process of an input says at its end, as JSON on its standard output.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How many rows it wrote.
    pub rows: u64,
    /// How many errors there were.
    pub errors: u64,
    /// The first of them.
    pub first_error: Option<String>,
    /// CPU time in seconds.
    pub cpu_seconds: Option<f64>,
}
