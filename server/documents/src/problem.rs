//! What could not be analysed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What could not be analysed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ProblemReport {
    /// The file.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
    /// The severity.
    pub severity: Severity,
    /// What happened.
    pub message: String,
}

/// The severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Something is not priced because of it.
    Error,
    /// Something may be missing or wrong.
    Warning,
    /// Good to know.
    Info,
}

impl Severity {
    /// `error`, `warning` or `info`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
