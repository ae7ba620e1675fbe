//! The messages about what went wrong in a project, as users read them.

use std::fmt;
use std::path::PathBuf;

/// The weight of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something is not priced because of it.
    Error,
    /// Something may be missing or wrong because of it.
    Warning,
    /// Worth knowing.
    Info,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        })
    }
}

/// Something that did not go well.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Problem {
    /// The file or folder concerned.
    pub file: Option<PathBuf>,
    /// One-based line in it.
    pub line: Option<u32>,
    /// Its weight.
    pub severity: Severity,
    /// What happened and what to do about it.
    pub message: String,
}

impl Problem {
    /// One without a line.
    pub fn new(
        severity: Severity,
        file: impl Into<Option<PathBuf>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            file: file.into(),
            line: None,
            severity,
            message: message.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", file.display())?;
            if let Some(line) = self.line {
                write!(f, "{line}:")?;
            }
            f.write_str(" ")?;
        }
        write!(f, "{}: {}", self.severity, in_one_line(&self.message))
    }
}

/// A message in one line. Those of javac have several: what is wrong, then the symbol and its place.
pub fn in_one_line(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    lines.join(" / ")
}
