//! What a number rests on, in the form of reports.

use serde::Serialize;
use wcec::{AssumptionKind, Assumptions, MethodCost};

/// Something that a worst case takes to be so although the code does not show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnprovenAssumption {
    /// The method whose code raises it: `Class.method`; `null` for those that are not listed one by one.
    pub method: Option<String>,
    /// The line in that method's source file.
    pub line: Option<u32>,
    /// Of which kind it is: `declared`, `field_unchanged`, `nothing_twice`, `no_overflow`, `count`,
    /// `estimated`, or `more`.
    pub kind: &'static str,
    /// What is assumed, for people.
    pub text: String,
    /// Of a count: the name that a value can be given for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Of a count: the largest value that it is taken to have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
}

impl UnprovenAssumption {
    /// The assumptions of a cost.
    pub(crate) fn of(assumptions: &Assumptions) -> Vec<Self> {
        let listed = assumptions.iter().map(|assumption| Self {
            method: Some(assumption.method.to_string()),
            line: assumption.line,
            kind: assumption.kind.name(),
            text: assumption.kind.to_string(),
            symbol: count_of(&assumption.kind).map(|(symbol, _)| symbol.to_owned()),
            at_most: count_of(&assumption.kind).map(|(_, at_most)| at_most),
        });
        let more = assumptions.has_more.then(|| Self {
            method: None,
            line: None,
            kind: "more",
            text: String::from("more is assumed than is listed"),
            symbol: None,
            at_most: None,
        });
        listed.chain(more).collect()
    }
}

fn count_of(kind: &AssumptionKind) -> Option<(&str, u32)> {
    match kind {
        AssumptionKind::Count {
            symbol, at_most, ..
        } => Some((symbol, *at_most)),
        _ => None,
    }
}

/// The notes of a cost that are no assumptions.
pub(crate) fn plain_notes(cost: &MethodCost) -> Vec<String> {
    let notes = cost.notes.iter().filter(|note| !note.is_assumption());
    notes.map(ToString::to_string).collect()
}
