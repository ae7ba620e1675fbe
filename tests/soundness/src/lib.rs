//! Compares the bounds of programs with what they execute.
//!
//! ```text
//! Generated::new(seed, style), corpus() -> Subject { sources, calls }
//! Bench::execute(subjects) -> ExecutedSubjects,  Bench::judge(&executed, fault) -> verdicts
//! SoundnessSummary { violations, inexact, ratios }::add(&executed, &verdicts),  shrink(&bench, &generated) -> the smallest that still fails
//! ```

mod board;
mod collections;
mod contracts;
mod corpus;
mod evidence;
mod family;
mod generate;
mod inputs;
mod judge;
mod judges;
mod library;
mod made;
mod random;
mod shrink;
mod subject;
mod suite;
mod summary;
mod syntax;
mod textbook;
mod total;
mod types;

pub use board::Board;
pub use corpus::corpus;
pub use family::Family;
pub use generate::{Generated, Style};
pub use judge::{Claim, Comparison, Fault, Verdict};
pub use judges::Judge;
pub use shrink::shrink;
pub use subject::{Source, Subject};
pub use suite::{Bench, ExecutedSubjects};
pub use summary::{SoundnessSummary, Violation};
pub use textbook::{Textbook, TextbookMethod};
