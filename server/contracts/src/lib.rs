//! Energy contracts and loop clauses in comments and annotations, and their verdicts.
//!
//! ```text
//! read(text, comments)          -> Clauses { clauses: energy and loop clauses, problems }
//! mistaken(text, comment)       -> clauses that are not read, as problems
//! Elements { worst, .. }        -> Contract
//! Question { contract, cost, .. }.answer() -> Verdict
//! ```
//!
//! The crate knows no file and no protocol: text, costs and models are passed to it.
//!
//! Architecture Invariant: text is untrusted. Length, depth and search have limits, and nothing panics.

mod annotation;
mod comment;
mod contract;
mod expression;
mod loop_clause;
mod parse;
mod range;
mod scope;
mod token;
mod verdict;

pub use annotation::{ANNOTATION, ANNOTATIONS, Elements};
pub use comment::{Clause, ClauseKind, Clauses, is_specification, may_be_mistaken, mistaken, read};
pub use contract::{BudgetedEnergy, Contract, ContractProblem, DEFAULT_QUANTILE, Relation};
pub use expression::Expression;
pub use scope::{Declared, Scope};
pub use verdict::{
    ContractStatus, Given, Limit, Question, TypicalCost, Verdict, VerdictReason, Witness,
};
