//! What a number rests on, in the form of reports.

use serde::Serialize;
use wcec::MethodCost;

/// Something that a worst case takes to be so although the code does not show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RestsOn {
    /// The method whose code raises it: `Class.method`; `null` for those that are not listed one by one.
    pub method: Option<String>,
    /// The line in that method's source file.
    pub line: Option<u32>,
    /// Of which kind it is: `declared`, `field_unchanged`, `nothing_twice`, `no_overflow`, `estimated`, or `more`.
    pub kind: &'static str,
    /// What is assumed, for people.
    pub text: String,
}

impl RestsOn {
    /// The assumptions of a cost, those of callees included where the cost has them.
    pub(crate) fn of(cost: &MethodCost) -> Vec<Self> {
        let listed = cost.assumptions.iter().map(|assumption| Self {
            method: Some(assumption.method.to_string()),
            line: assumption.line,
            kind: assumption.kind.name(),
            text: assumption.kind.to_string(),
        });
        let more = cost.assumptions.has_more.then(|| Self {
            method: None,
            line: None,
            kind: "more",
            text: String::from("more is assumed than is listed"),
        });
        listed.chain(more).collect()
    }
}

/// The notes of a cost that are no assumptions.
pub(crate) fn plain_notes(cost: &MethodCost) -> Vec<String> {
    let notes = cost.notes.iter().filter(|note| !note.is_assumption());
    notes.map(ToString::to_string).collect()
}
