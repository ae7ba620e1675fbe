//! What a comparison says, as it is written.

use crate::advice::Advice;
use crate::change::{Change, Section, finite_or_null};
use crate::coverage::Coverage;
use crate::date::Date;
use crate::group::Group;
use crate::quantity::Quantity;
use crate::regression_policy::{Origin, Sum};
use crate::report::{ModelReport, Problem};
use crate::series::{Gap, Series};
use documents::Severity;
use serde::Serialize;
use std::collections::BTreeMap;

/// The program that made a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Tool {
    /// This program.
    pub(crate) const THIS: Self = Self {
        name: "jouled",
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// A side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Revision {
    /// What people call it.
    pub name: String,
    /// The JDK that compiled it, where source was compiled.
    pub jdk: Option<String>,
    /// How many methods it has.
    pub methods: usize,
}

/// What could not be analysed on one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideProblem {
    /// `base` or `head`.
    pub side: &'static str,
    /// What.
    #[serde(flatten)]
    pub problem: Problem,
    /// True of an error of the head that the base does not have, on whatever line.
    #[serde(skip)]
    pub is_new_error: bool,
}

/// What a comparison comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Enough of the change was seen, and it has no regression.
    NoRegression,
    /// It has one.
    Regression,
    /// It has none, and too little of it was seen for that to mean anything.
    Incomplete,
}

/// Two states of a program, method by method: `jouled.diff/1`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// `jouled.diff/1`
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// What it comes to.
    pub outcome: Outcome,
    /// How much of the change was seen.
    pub seen: Coverage,
    /// What the numbers rest on.
    pub model: ModelReport,
    /// The state before.
    pub base: Revision,
    /// The state after.
    pub head: Revision,
    /// The energy that is compared.
    pub of: Quantity,
    /// The least corrected probability of a change that counts.
    pub confidence: f64,
    /// The least increase of a regression, as a share.
    pub tolerance: f64,
    /// Whose settings decide, and what the head changes in them.
    pub settings: Origin,
    /// How probabilities were corrected for the number of methods.
    pub correction: &'static str,
    /// The day that acknowledgements were compared with.
    pub date: Option<Date>,
    /// The counts of a comparison.
    pub summary: Summary,
    /// What changed.
    pub changes: Vec<Change>,
    /// The same by root cause, the most expensive first.
    pub groups: Vec<Group>,
    /// The sums that have limits.
    pub sums: Vec<Sum>,
    /// What could not be analysed.
    pub problems: Vec<SideProblem>,
    /// What a reader should know.
    pub caveats: Vec<String>,
    /// Advice for the lines of the head that the change touches; `None` where nobody asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<Vec<Advice>>,
    /// What is tracked over many commits, of the head.
    #[serde(skip)]
    pub series: Vec<Series>,
    /// The parts of it that have no number in the head.
    #[serde(skip)]
    pub gaps: Vec<Gap>,
    /// Where the page with all of it will be found, for forms that leave something out.
    #[serde(skip)]
    pub page: Option<String>,
}

/// How many of what.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Methods that both sides have.
    pub matched: usize,
    /// Those of them whose cost did not change.
    pub unchanged: usize,
    /// Changes and sums that must not pass.
    pub regressions: usize,
    /// Regressions that were accepted.
    pub acknowledged: usize,
    /// The geometric mean of head over base, of the methods that cost more, less or something else; `None` of none.
    #[serde(serialize_with = "finite_or_null")]
    pub geomean: Option<f64>,
    /// How many changes are in each section.
    pub sections: BTreeMap<Section, usize>,
}

impl Comparison {
    /// The changes of a section.
    pub fn of(&self, section: Section) -> impl Iterator<Item = &Change> {
        let changes = self.changes.iter();
        changes.filter(move |change| change.section == section)
    }

    /// The changes of a group, its root first.
    pub fn members<'c>(&'c self, group: &'c Group) -> impl Iterator<Item = &'c Change> {
        let places = std::iter::once(&group.lead).chain(&group.folded);
        places.filter_map(|place| self.changes.get(*place))
    }

    /// The changes that must not pass.
    pub fn regressions(&self) -> impl Iterator<Item = &Change> {
        let changes = self.changes.iter();
        changes.filter(|change| change.verdict.is_regression())
    }

    /// What must not pass of the sums, a phrase each.
    pub fn sums_over_limits(&self) -> impl Iterator<Item = String> {
        let sums = self.sums.iter().filter(|sum| !sum.reasons.is_empty());
        sums.map(|sum| format!("{}: {}", sum.of, sum.reasons.join("; ")))
    }

    /// True where anything at all could not be analysed, as `--strict` asks.
    pub fn lacks_anything(&self) -> bool {
        !self.seen.missing.is_empty()
            || self.of(Section::Broken).next().is_some()
            || self
                .problems
                .iter()
                .any(|problem| problem.problem.severity == Severity::Error)
    }
}
