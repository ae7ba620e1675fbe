//! The result of a comparison.

use crate::advice::Advice;
use crate::base_run::ProfileUse;
use crate::change::{Change, Section, finite_or_null};
use crate::coverage::Coverage;
use crate::date::Date;
use crate::group::Group;
use crate::quantity::Quantity;
use crate::regression_policy::{PolicyOrigin, Sum};
use crate::report::{ModelReport, Problem};
use crate::run_difference::RunDifference;
use crate::series::{BenchmarkSeries, Gap};
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
pub struct ComparedSide {
    /// The displayed name.
    pub name: String,
    /// The JDK that compiled it, if source was compiled.
    pub jdk: Option<String>,
    /// The number of methods.
    pub methods: usize,
}

/// What could not be analysed on one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideProblem {
    /// `base` or `head`.
    pub side: &'static str,
    /// The problem.
    #[serde(flatten)]
    pub problem: Problem,
    /// Whether this is an error of the head that the base does not have on any line.
    #[serde(skip)]
    pub is_new_error: bool,
}

/// The outcome of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Enough of the change was seen, and it has no regression.
    NoRegression,
    /// The change has a regression.
    Regression,
    /// No regression was found, but too little was seen for that to mean anything.
    Incomplete,
}

/// Two states of a program, method by method: `jouled.diff/1`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// `jouled.diff/1`
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// The outcome.
    pub outcome: Outcome,
    /// How much of the change was seen.
    pub seen: Coverage,
    /// The model of the numbers.
    pub model: ModelReport,
    /// The older state.
    pub base: ComparedSide,
    /// The newer state.
    pub head: ComparedSide,
    /// The compared energy.
    pub of: Quantity,
    /// The smallest corrected probability of a change that counts.
    pub confidence: f64,
    /// The smallest increase of a regression, as a share.
    pub tolerance: f64,
    /// The side whose settings decide, and what the head changes in them.
    pub settings: PolicyOrigin,
    /// The correction of probabilities for the number of methods.
    pub correction: &'static str,
    /// The day that decided whether acknowledgements had expired.
    pub date: Option<Date>,
    /// The counts of a comparison.
    pub summary: ChangeCounts,
    /// What changed.
    pub changes: Vec<Change>,
    /// The changes by root cause, the most expensive first.
    pub groups: Vec<Group>,
    /// The sums that have limits.
    pub sums: Vec<Sum>,
    /// What could not be analysed.
    pub problems: Vec<SideProblem>,
    /// Warnings for readers.
    pub caveats: Vec<String>,
    /// How the profile of the base was used; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileUse>,
    /// What the change costs a run of the base; `None` without a profile that fits the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<RunDifference>,
    /// Advice for the lines of the head that the change touches; `None` if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<Vec<Advice>>,
    /// The numbers of the head that are tracked over many commits.
    #[serde(skip)]
    pub series: Vec<BenchmarkSeries>,
    /// The tracked numbers that the head does not have.
    #[serde(skip)]
    pub gaps: Vec<Gap>,
    /// Where the full page will be, for forms that leave something out.
    #[serde(skip)]
    pub page: Option<String>,
}

/// The counts of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ChangeCounts {
    /// Methods that both sides have.
    pub matched: usize,
    /// The methods among them whose cost did not change.
    pub unchanged: usize,
    /// Changes and sums that must not pass.
    pub regressions: usize,
    /// Regressions that were accepted.
    pub acknowledged: usize,
    /// The geometric mean of head divided by base, over the methods whose cost changed; `None` if there are none.
    #[serde(serialize_with = "finite_or_null")]
    pub geomean: Option<f64>,
    /// The number of changes in each section.
    pub sections: BTreeMap<Section, usize>,
}

impl Comparison {
    /// The changes of a section.
    pub fn of(&self, section: Section) -> impl Iterator<Item = &Change> {
        let changes = self.changes.iter();
        changes.filter(move |change| change.section == section)
    }

    /// The changes of a group, the root first.
    pub fn members<'c>(&'c self, group: &'c Group) -> impl Iterator<Item = &'c Change> {
        let places = std::iter::once(&group.lead).chain(&group.folded);
        places.filter_map(|place| self.changes.get(*place))
    }

    /// The changes that must not pass.
    pub fn regressions(&self) -> impl Iterator<Item = &Change> {
        let changes = self.changes.iter();
        changes.filter(|change| change.verdict.is_regression())
    }

    /// The sums that must not pass, a phrase each.
    pub fn sums_over_limits(&self) -> impl Iterator<Item = String> {
        let sums = self.sums.iter().filter(|sum| !sum.reasons.is_empty());
        sums.map(|sum| format!("{}: {}", sum.of, sum.reasons.join("; ")))
    }

    /// Whether anything could not be analysed, or the profile is of other code, which matters to `--strict`.
    pub fn lacks_anything(&self) -> bool {
        !self.seen.missing.is_empty()
            || self
                .profile
                .as_ref()
                .is_some_and(|profile| !profile.is_whole())
            || self.of(Section::Broken).next().is_some()
            || self
                .problems
                .iter()
                .any(|problem| problem.problem.severity == Severity::Error)
    }
}
