//! The parts of saved reports (`jouled.report/2` and `jouled.report/1`) that a comparison needs. Reports are untrusted until
//! they are parsed.

mod method;
mod older;

use crate::error::DiffError;
use documents::{MethodReport, OLD_SCHEMA, SCHEMA};
pub use method::{CallsOfOne, Method};
pub(crate) use method::{Follows, Saved, SourceLine, Term, Typical};
use older::OldMethod;
use serde::Deserialize;
use std::collections::BTreeMap;

pub use documents::{ModelReport, ProblemReport as Problem};

/// A saved report.
#[derive(Debug, Clone)]
pub struct Report {
    /// The model of the numbers.
    pub model: ModelReport,
    /// The JDK that compiled the code, if source was compiled.
    pub jdk: Option<String>,
    /// Whether it has typical energies.
    pub(crate) has_typical: bool,
    /// The methods.
    pub methods: Vec<Method>,
    /// What could not be analysed.
    pub problems: Vec<Problem>,
    /// For each file, the number of further methods that are the same on both sides of a comparison.
    pub alike: BTreeMap<String, usize>,
    /// The number of them that differ by a [negligible](crate::RegressionPolicy::negligible_share) share.
    pub negligible: usize,
}

impl Report {
    /// A report of this version without methods.
    pub const fn empty(model: ModelReport, jdk: Option<String>) -> Self {
        Self {
            model,
            jdk,
            has_typical: true,
            methods: Vec::new(),
            problems: Vec::new(),
            alike: BTreeMap::new(),
            negligible: 0,
        }
    }

    /// Reads a report; messages call it `name`.
    ///
    /// # Errors
    ///
    /// [`DiffError::NoReport`] if it is not a report of this format.
    pub fn from_json(name: &str, json: &[u8]) -> Result<Self, DiffError> {
        let no_report = |message: String| DiffError::NoReport {
            name: name.to_owned(),
            message,
        };
        let read: Result<documents::Report<MethodReport<Saved>>, _> = serde_json::from_slice(json);
        let error = match read {
            Ok(report) if report.schema == SCHEMA => return Ok(Self::of(report, true)),
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        };
        // The schema shows what is wrong with the report.
        let found: Schema =
            serde_json::from_slice(json).map_err(|error| no_report(error.to_string()))?;
        match &found.schema[..] {
            SCHEMA => Err(no_report(error.unwrap_or_default())),
            OLD_SCHEMA => {
                let report: documents::Report<OldMethod> =
                    serde_json::from_slice(json).map_err(|error| no_report(error.to_string()))?;
                Ok(Self::of(report, false))
            }
            other => {
                let schema: String = other.chars().take(64).collect();
                Err(no_report(format!(
                    "its schema is \"{schema}\", this version reads \"{SCHEMA}\" and \"{OLD_SCHEMA}\"; make it again"
                )))
            }
        }
    }

    fn of<M: Into<Method>>(report: documents::Report<M>, has_typical: bool) -> Self {
        Self {
            model: report.model,
            jdk: report.jdk,
            has_typical,
            methods: report.methods.into_iter().map(Into::into).collect(),
            problems: report.problems,
            alike: BTreeMap::new(),
            negligible: 0,
        }
    }
}

/// The schema of a document.
#[derive(Deserialize)]
struct Schema {
    schema: String,
}

impl Report {
    /// The number of methods that are the same on both sides and not listed.
    pub(crate) fn alike_count(&self) -> usize {
        self.alike.values().sum()
    }
}
