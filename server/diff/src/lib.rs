//! Compares two states of a program, method by method: what costs more, what costs less, why, and how certain that is.
//!
//! ```text
//! Report::from_json            a saved report, `jouled.report/2` or `/1`
//! compare(base, head, …)       → a Comparison: every method whose cost changed
//! RegressionPolicy::judge      → which of the changes are regressions
//! render                       → text, Markdown, SARIF and the others
//! list                         one report in such forms
//! ```
//!
//! Both sides are reports, saved or new. Numbers are computed from the feature counts of the reports, so that what base and
//! head have in common cancels before their difference is judged ([`posterior::Posterior::compare`]).
//!
//! Architecture Invariant: this crate knows no file, no process and no clock. The same input gives the same bytes.

mod advice;
mod anchor;
mod base_run;
mod body;
mod bound;
mod cause;
mod change;
mod compare;
mod comparison;
mod correction;
mod cost;
mod coverage;
mod date;
mod energy_origin;
mod error;
mod follows;
mod frequency;
mod group;
mod listing;
mod loop_constraints;
mod matching;
mod message;
mod name;
mod one_sided_gaps;
mod pair;
mod pair_words;
mod percent;
mod point;
mod quantity;
mod regression_policy;
pub mod render;
mod report;
mod run_difference;
mod same_code;
mod series;
mod side_problem;
mod source_change;
mod symbolic;
mod uncovered_method;
mod unrelated_difference;
mod unseen_part;
mod unseen_values;
mod whole_name;
mod worst;

pub use advice::Advice;
pub use base_run::{BaseRun, LogNormalNumber, ProfileUse};
pub use change::{
    Assumed, Cause, Change, ChangeInRun, Curve, Delta, MethodName, Section, Side, UnpricedChange,
    Verdict, WorstChange,
};
pub use compare::{ComparisonInput, compare};
pub use comparison::{ChangeCounts, ComparedSide, Comparison, Outcome, SideProblem, Tool};
pub use correction::benjamini_hochberg;
pub use coverage::Coverage;
pub use date::{BadDate, Date};
pub use energy_origin::EnergyOrigin;
pub use error::DiffError;
pub use frequency::Spread;
pub use group::Group;
pub use listing::{ListingFormat, list};
pub use name::{readable_class, readable_method};
pub use quantity::Quantity;
pub use regression_policy::{
    Acknowledgement, MethodLimits, PolicyOrigin, RegressionPolicy, SettingsOf, Sum,
};
pub use report::{CallsOfOne, Method, ModelReport, Problem, Report};
pub use run_difference::{OriginsOfEnergy, RunDifference, UnknownInRun};
pub use series::{BenchmarkSeries, Gap};
pub use source_change::{SourceChange, Touched};
pub use uncovered_method::UncoveredMethod;
pub use whole_name::{behind_name, contains_name};
