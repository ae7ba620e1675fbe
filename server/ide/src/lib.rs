//! The facade: answers the questions of editors and reports with plain structs.
//!
//! A [`Model`] is a posterior with a mapping and a device. [`analyse_class`] gives the cost of every method of a class.
//! [`FileAnalysis`] combines the classes of a source file with its text, and gives hints, hovers and lenses. [`report`] is the
//! saved form.
//!
//! Architecture Invariant: this crate knows no protocol, no file and no process. Lines count from 1, as in class files.

mod analysis;
mod assumptions;
mod budgeted_energy;
mod contract;
pub mod details;
mod displayed_worst;
mod evaluation;
mod event_name;
pub mod explain;
mod file;
mod finding;
mod headline;
mod hint_style;
mod hover;
mod hover_markdown;
mod measured_run;
mod memo;
mod method_analysis;
mod method_breakdown;
mod method_name;
mod model;
mod order;
mod percent;
mod picture;
mod program;
pub mod report;
mod shares;
mod source_name;
mod specification;
mod spread;
mod stats;
mod table_row;
mod throws;
mod typical;
mod typical_hover;
mod typical_line;
mod typical_lines;
mod typical_settled;
mod typical_share;
mod unproven_assumption;
mod unresolved_names;
mod written_contract;

pub use analysis::{Detail, Scratch, analyse_class, analyse_methods};
pub use assumptions::{AssumedValues, BadAssumption};
pub use bytecode::{ClassError, NEWEST_RELEASE};
pub use calls::{Library, NoLibrary, UnseenCode, named_packages};
pub use contract::{CheckedContract, ExpensiveLine, WorstCaseShare, check_method};
pub use contracts::{ContractStatus, Limit, Verdict, VerdictReason, Witness};
pub use cost::Symbol;
pub use cost::{LONGEST_FORMULA, formula, short_formula};
pub use displayed_worst::{DisplayedWorst, MAX_ASSUMED_COUNTS};
pub use documents::{ModelReport, NotAnalysed};
pub use evaluation::{Evaluation, NOMINAL};
pub use event_name::event_name;
pub use file::{
    EnclosingMethod, FileAnalysis, Hint, Lens, LineEnergy, LineInRun, OmittedLines, RankableFile,
    Ranked, RankedRun, RunOfFile,
};
pub use finding::{Finding, FindingCode, FindingSeverity};
pub use hint_style::{HintLines, HintStyle, HintValue};
pub use hover::Pictures;
pub use measured_run::{CountedBody, MeasuredRun};
pub use memo::Memo;
pub use method_analysis::{CallAnalysis, ClassAnalysis, GivenPrice, LineCost, MethodAnalysis};
pub use method_breakdown::{LineShare, MethodBreakdown};
pub use method_name::{MethodName, MethodPattern, Signatures, parameters, signature};
pub use model::Model;
pub use order::Order;
pub use percent::percent;
pub use posterior::{Device, Energy, FitRecord, Joules, ModelError, Posterior};
pub use pricing::{Mapping, Tally, UnknownMapping};
pub use program::{
    BeforeEdit, Program, ProgramClass, ProgramCode, ProgramOf, StateClass, StateCode,
};
pub use shares::{LONG_LENS, SharesReport, WorstCaseShares};
pub use source_name::source_name;
pub use specification::{ClauseProblem, SourceContract, Specifications};
pub use spread::spread_of_frequencies;
pub use stats::{Stats, StatsReport};
pub use table_row::{TableRow, WorstNumbers, tally_of_events};
pub use throws::{Throws, is_whole};
pub use typical::{TypicalEnergy, UncertaintyReason, most_open_part};
pub use typical_line::TypicalLine;
pub use typical_share::{AverageCall, TypicalShare};
pub use unproven_assumption::UnprovenAssumption;
pub use unresolved_names::{
    INVENTED_PACKAGE, MethodKey, UnresolvedName, UnresolvedNames, unknown_in,
};
pub use wcec::declared::DeclaredLoop;
pub use written_contract::TextSpan;
