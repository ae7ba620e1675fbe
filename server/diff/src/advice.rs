//! Advice for the lines that a change touches.

use crate::change::MethodName;
use serde::Serialize;

/// An edit of the head that keeps its behaviour and saves energy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// The identifier that `jouled advise --apply` accepts.
    pub id: String,
    /// The rule that proposes it.
    pub rule: &'static str,
    /// The file, from the root of the project.
    pub file: String,
    /// The line of the code that it changes, from 1.
    pub line: u32,
    /// The column of that code, in UTF-16 units from 1.
    pub column: u32,
    /// What to do.
    pub title: String,
    /// The method whose calls become cheaper.
    pub method: MethodName,
    /// The saving per call, in joules.
    pub saved_joules: f64,
    /// The saving as a share of what a call costs.
    pub share: f64,
    /// The probability that a call costs less, from 0 to 1.
    pub p_less: f64,
    /// The numbers in words.
    #[serde(skip)]
    pub words: String,
}
