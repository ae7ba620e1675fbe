//! Holds the bounds of programs against what they execute.
//!
//! ```text
//! Generated::new(seed, style), corpus() -> Subject { sources, calls }
//! Bench::execute(subjects) -> Executed,  Bench::judge(&executed, fault) -> verdicts
//! Summary { violations, inexact, ratios }::add(&executed, &verdicts),  shrink(&bench, &generated) -> the smallest that still fails
//! ```

mod corpus;
mod dice;
mod generate;
mod judge;
mod loops;
mod shrink;
mod subject;
mod suite;
mod summary;
mod syntax;
mod total;

pub use corpus::corpus;
pub use generate::{Generated, Style};
pub use judge::{Comparison, Fault, Verdict};
pub use shrink::shrink;
pub use subject::{Source, Subject};
pub use suite::{Bench, Executed};
pub use summary::{Summary, Violation};
