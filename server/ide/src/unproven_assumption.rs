//! What a number rests on, in the form of reports.

use cost::{Assumption, AssumptionKind, Assumptions};
use serde::Serialize;
use wcec::{MethodCost, NoteKind};

/// An assumption of a worst case that the code does not show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnprovenAssumption {
    /// The method whose code needs it: `Class.method`; `null` for those that are not listed one by one.
    pub method: Option<String>,
    /// The name of that method's source file, without a folder, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in that file.
    pub line: Option<u32>,
    /// Its kind: `declared`, `field_unchanged`, `nothing_twice`, `no_overflow`, `count`, `estimated`, `trusted`, or `more`.
    pub kind: &'static str,
    /// What is assumed, for readers.
    pub text: String,
    /// For a count: the name under which to give a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// For a count: its assumed maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// The number of its statement, from 1: assumptions with the same root count as one. `None` for those that are not listed.
    #[serde(skip)]
    pub statement: Option<usize>,
}

impl UnprovenAssumption {
    /// What is assumed, and where.
    pub fn display(&self) -> String {
        match &self.method {
            Some(method) => {
                let place = cost::place(method, self.file.as_deref(), self.line);
                format!("{} ({place})", self.text)
            }
            None => self.text.clone(),
        }
    }

    /// The assumptions of a cost.
    pub(crate) fn of(assumptions: &Assumptions) -> Vec<Self> {
        let statements = assumptions.statements();
        let statement_of = |assumption: &Assumption| {
            let is_part = |part: &&Assumption| std::ptr::eq(*part, assumption);
            let mut statements = statements.iter();
            let position = statements.position(|one| one.parts.iter().any(is_part))?;
            Some(position + 1)
        };
        let listed = assumptions.iter().map(|assumption| Self {
            method: Some(assumption.method.to_string()),
            file: assumption.file.as_deref().map(str::to_owned),
            line: assumption.line,
            kind: assumption.kind.name(),
            text: assumption.kind.to_string(),
            symbol: count_of(&assumption.kind).map(|(symbol, _)| symbol.to_owned()),
            at_most: count_of(&assumption.kind).map(|(_, at_most)| at_most),
            statement: statement_of(assumption),
        });
        let more = assumptions.has_more.then(|| Self {
            method: None,
            file: None,
            line: None,
            kind: "more",
            text: String::from("there are more assumptions than are listed"),
            symbol: None,
            at_most: None,
            statement: None,
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

/// The lines of loops that nothing leaves, and of recursions without an exit.
pub(crate) fn endless_loops(cost: &MethodCost) -> Vec<u32> {
    let endless = cost
        .notes
        .iter()
        .filter(|note| matches!(note.kind, NoteKind::Endless | NoteKind::EndlessRecursion));
    endless.filter_map(|note| note.line).collect()
}

/// The notes of a cost that are not assumptions.
pub(crate) fn plain_notes(cost: &MethodCost) -> Vec<String> {
    let notes = cost.notes.iter().filter(|note| !note.is_assumption());
    notes.map(ToString::to_string).collect()
}
