//! Advice for the lines that a change touches.

use crate::change::MethodName;
use serde::Serialize;

/// An edit of the head that keeps its behaviour and saves energy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// What `jouled advise --apply` names it by.
    pub id: String,
    /// The rule that proposes it.
    pub rule: &'static str,
    /// The file, from the root of the project.
    pub file: String,
    /// The line of the code that it is about, from 1.
    pub line: u32,
    /// The column of that, in UTF-16 units from 1.
    pub column: u32,
    /// What is to be done.
    pub title: String,
    /// The method whose calls it makes cheaper.
    pub method: MethodName,
    /// What a call costs less, in joules.
    pub saved_joules: f64,
    /// The same as a share of what a call costs.
    pub share: f64,
    /// The probability that a call costs less, from 0 to 1.
    pub p_less: f64,
    /// The numbers in words.
    #[serde(skip)]
    pub words: String,
}
