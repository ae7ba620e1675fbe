//! A step, and what becomes of it.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

use super::junit::{self, TestResults};
use xtask::process;

/// Why a step has no outcome.
pub(super) enum StepError {
    /// Something that it needs is not on this machine and could not be installed.
    Unavailable(anyhow::Error),
    /// It ran and found something wrong, or could not be run.
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for StepError {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(error) => write!(formatter, "cannot run here: {error:#}"),
            Self::Failed(error) => write!(formatter, "failed: {error:#}"),
        }
    }
}

pub(super) type StepResult = Result<TestResults, StepError>;

/// One step: a name for `--only`, what it does, when and how.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    /// Whether it runs at the same time as the Rust tests: it spends much of its time waiting for editors.
    pub(super) beside: bool,
    pub(super) run: fn() -> StepResult,
}

/// Runs a test runner and reads the report that it leaves. When the two disagree the step fails.
pub(super) fn run_tests(command: &mut Command, report: &Path) -> StepResult {
    if report.exists() {
        fs::remove_file(report).context("could not remove the report of the last run")?;
    }
    let ended = process::run(command);
    let outcome = fs::read_to_string(report)
        .map_err(anyhow::Error::from)
        .and_then(|text| junit::parse(&text));
    match (ended, outcome) {
        (Ok(()), outcome) => Ok(outcome.context("the test runner left no readable report")?),
        (Err(_), Ok(outcome)) if !outcome.failed.is_empty() => Ok(outcome),
        (Err(error), _) => Err(StepError::Failed(error)),
    }
}
