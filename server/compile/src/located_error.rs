//! javac's errors, assigned to the texts.

use std::collections::BTreeMap;
use std::ops::Range;

use jdk::{CompileResponse, Diagnostic};

use super::stubs::RepairableError;
use super::unit::Unit;
use problems::{Problem, Severity};

/// An error in one of several texts.
#[derive(Debug)]
pub(super) struct LocatedError {
    pub(super) caret: usize,
    pub(super) bytes: Range<usize>,
    pub(super) complaint: Option<RepairableError>,
    pub(super) problem: Problem,
}

impl LocatedError {
    /// Whether it may show a way to repair the text, or be caused by a stand-in.
    pub(super) const fn may_teach(&self) -> bool {
        self.complaint.is_some()
    }
}

pub(super) type Errors = BTreeMap<usize, Vec<LocatedError>>;

/// The errors, by the index of their source.
pub(super) fn by_source(response: &CompileResponse, units: &[Unit]) -> Errors {
    let mut errors = Errors::new();
    for diagnostic in response.errors() {
        let Some(location) = &diagnostic.location else {
            continue;
        };
        if let Some(unit) = units.get(location.source) {
            errors
                .entry(location.source)
                .or_default()
                .push(LocatedError {
                    caret: location.caret,
                    bytes: location.bytes.clone(),
                    complaint: RepairableError::read(diagnostic),
                    problem: problem(unit, diagnostic, location.line),
                });
        }
    }
    errors
}

fn problem(unit: &Unit, diagnostic: &Diagnostic, line: u32) -> Problem {
    Problem {
        file: Some(unit.file().clone()),
        line: Some(line),
        severity: Severity::Error,
        message: diagnostic.message.clone(),
    }
}
