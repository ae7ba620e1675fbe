//! The report `jouled.report/2`, field by field, for writers and readers.
//!
//! A writer keeps most of a report as finished JSON, and a reader keeps only what it compares. A [`Form`] chooses the type of
//! each part. The names and the order of the fields are declared only here.
//!
//! Architecture Invariant: this crate computes nothing. Documents are untrusted until their reader has checked them.

mod energy;
mod form;
mod line;
mod method;
mod model;
mod not_analysed;
mod problem;
mod report;
mod symbol;
mod term;
mod typical;
mod unpriced;
mod worst;

pub use energy::{EnergyReport, Quantiles};
pub use form::Form;
pub use line::{LineReport, PatternReport};
pub use method::{AnchorLevel, AnchoredReport, MeasuredReport, MethodReport, ProvenanceReport};
pub use model::ModelReport;
pub use not_analysed::NotAnalysed;
pub use problem::{ProblemReport, Severity};
pub use report::{Header, OLD_SCHEMA, PlatformReport, Report, SCHEMA, Tool};
pub use symbol::{AssumptionReport, SymbolKind, ValueOrigin};
pub use term::{FollowsReport, TermReport, UsualReport};
pub use typical::{Openness, ThrownReport, TypicalReport, UncertaintyReport, UnpricedCalls};
pub use unpriced::{Reason, UnpricedReason, UnpricedReport};
pub use worst::WorstReport;
