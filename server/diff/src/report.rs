//! Saved reports, `jouled.report/2` and `jouled.report/1`, as far as a comparison needs them. They are hostile until read.

mod written;

use crate::error::DiffError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use written::WrittenReport;

/// What the field `schema` of a report says.
const SCHEMA: &str = "jouled.report/2";

/// The same of reports without typical energies.
const OLD_SCHEMA: &str = "jouled.report/1";

/// A saved report.
#[derive(Debug, Clone)]
pub struct Report {
    /// What the numbers rest on.
    pub model: ModelName,
    /// The JDK that compiled the code, where source was compiled.
    pub jdk: Option<String>,
    /// True where it tells typical energies.
    pub(crate) has_typical: bool,
    /// The methods.
    pub methods: Vec<Method>,
    /// What could not be analysed.
    pub problems: Vec<Problem>,
    /// How many more methods each file has that are the same on both sides of a comparison.
    pub alike: BTreeMap<String, usize>,
}

/// What the numbers of a report rest on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelName {
    /// The name of the posterior.
    pub name: String,
    /// A device of it, or `any`.
    pub device: String,
    /// What its features are.
    pub structure: String,
    /// How the virtual machine ran what was measured.
    pub mode: String,
    /// How instructions became patterns, and the version of its rules.
    pub mapping: String,
    /// The digest of the posterior.
    pub digest: String,
}

/// A method of a report.
#[derive(Debug, Clone)]
pub struct Method {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// The source file.
    pub file: Option<String>,
    /// The first line of its code.
    pub line: Option<u32>,
    /// What is compared: its worst case, or its typical energy ([`Report::by`]); `None` where that is not known.
    pub(crate) cost: Option<Vec<Term>>,
    /// The symbols of [`Method::cost`].
    pub(crate) assumptions: Vec<Assumption>,
    /// Its typical energy, where there is one.
    pub(crate) typical: Option<Typical>,
    /// What a call costs at least.
    pub(crate) least: Option<Least>,
    pub(crate) provenance: Option<Provenance>,
    pub(crate) own: Option<Own>,
    pub(crate) unpriced: Option<Vec<Unpriced>>,
    /// Whom it calls; reports of before this was kept have none.
    pub(crate) callees: Vec<String>,
    /// Names that were not found; reports of before this was kept have none.
    pub(crate) unresolved: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) lines: Vec<SourceLine>,
}

/// What is executed as often as a factor says.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Term {
    pub(crate) factor: String,
    pub(crate) features: BTreeMap<String, f64>,
    pub(crate) device_count: f64,
    pub(crate) n_noise: f64,
    #[serde(default)]
    pub(crate) given_joules: f64,
    #[serde(default)]
    pub(crate) alternatives: Vec<Vec<Term>>,
}

/// A symbol and its value.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Assumption {
    pub(crate) symbol: String,
    /// What kind of thing it stands for; reports of before this was kept do not say.
    #[serde(default)]
    pub(crate) kind: String,
    pub(crate) value: Option<f64>,
}

/// Shares of what a method executes.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Provenance {
    pub(crate) unpriced: f64,
}

/// What a method executes itself.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Own {
    pub(crate) mean: f64,
}

/// What a call costs at least.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Least {
    pub(crate) mean: f64,
}

/// What a call that returns costs on average.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Typical {
    pub(crate) mean: f64,
    pub(crate) sd: f64,
    /// The ends of an interval that holds the truth in 90 of 100 cases.
    pub(crate) interval: [f64; 2],
    /// Why it is no more than an order of magnitude.
    pub(crate) why: Option<String>,
    /// How many calls of methods without a price there are.
    pub(crate) unpriced_calls: f64,
    pub(crate) unpriced: Vec<UnpricedCalls>,
    /// `None` where a report leaves it out.
    pub(crate) cost: Option<Vec<Term>>,
    /// The parts of the cost that follow values. Reports from before they were told have none.
    #[serde(default)]
    pub(crate) follows: Vec<Follows>,
    pub(crate) behind: UncertainParts,
    /// What is the same where control flow is the same.
    #[serde(default)]
    pub(crate) frequencies: Option<String>,
}

/// What is executed for each unit of a product of values.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Follows {
    pub(crate) values: Vec<Usual>,
    pub(crate) each: Term,
}

/// A value, and what it is taken to be.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Usual {
    pub(crate) symbol: String,
    pub(crate) value: f64,
}

/// Calls of a method without a price.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct UnpricedCalls {
    pub(crate) method: String,
    pub(crate) calls: f64,
}

/// The parts of a typical energy that hang on something uncertain, in joules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
pub(crate) struct UncertainParts {
    pub(crate) branches: f64,
    pub(crate) loops: f64,
    pub(crate) dispatch: f64,
    /// Reports from before it was told have none.
    #[serde(default)]
    pub(crate) recursion: f64,
}

/// A callee that is not in the numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) struct Unpriced {
    pub(crate) method: String,
    pub(crate) reason: String,
}

/// A line and what is executed on it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SourceLine {
    pub(crate) line: u32,
    pub(crate) mean: f64,
    pub(crate) patterns: Vec<Pattern>,
}

/// A kind of unit that is priced as a whole.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Pattern {
    pub(crate) operation: String,
    pub(crate) data_type: String,
    pub(crate) data_size: String,
    pub(crate) count: f64,
}

/// What could not be analysed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The file.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// What happened.
    pub message: String,
}

impl Report {
    /// Reads a report; `name` is what messages call it.
    ///
    /// # Errors
    /// [`DiffError::NoReport`] for what is no report of this format.
    pub fn from_json(name: &str, json: &[u8]) -> Result<Self, DiffError> {
        let no_report = |message: String| DiffError::NoReport {
            name: name.to_owned(),
            message,
        };
        let report: WrittenReport =
            serde_json::from_slice(json).map_err(|error| no_report(error.to_string()))?;
        let has_typical = match &report.schema[..] {
            SCHEMA => true,
            OLD_SCHEMA => false,
            other => {
                let schema: String = other.chars().take(64).collect();
                return Err(no_report(format!(
                    "its schema is \"{schema}\", this version reads \"{SCHEMA}\" and \"{OLD_SCHEMA}\"; make it again"
                )));
            }
        };
        report.read(has_typical).map_err(no_report)
    }
}

impl Report {
    /// How many methods are the same on both sides and not listed.
    pub(crate) fn alike_count(&self) -> usize {
        self.alike.values().sum()
    }
}

impl Method {
    /// Why there is nothing to price, `None` where there is.
    pub(crate) fn not_analysed(&self) -> Option<&str> {
        let mut notes = self.notes.iter();
        notes.find_map(|note| note.strip_suffix(": no code to price"))
    }

    /// True where an error of the compiler took the body out.
    pub(crate) fn is_broken(&self) -> bool {
        self.not_analysed() == Some("does not compile")
    }

    /// What it is told apart by.
    pub(crate) fn key(&self) -> (&str, &str, &str) {
        (&self.class, &self.method, &self.descriptor)
    }
}
