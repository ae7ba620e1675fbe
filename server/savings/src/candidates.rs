//! The edits that the rules propose for a text.

use advice::{Candidate, Code, NotUnderstood};
use attributes::Attributes;
use source::{LineIndex, SourceFile};
use std::ops::RangeInclusive;

/// A proposed edit with the lines of its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedCandidate {
    /// The edit.
    pub candidate: Candidate,
    /// The lines of its code, counted from 1.
    pub lines: RangeInclusive<u32>,
}

/// The edits that the rules propose, in the order of the text.
///
/// # Errors
/// [`NotUnderstood`] where the text is not understood as a whole, so that no rule has seen it.
pub fn candidates(
    file: &SourceFile,
    types: &Attributes,
) -> Result<Vec<LocatedCandidate>, NotUnderstood> {
    let code = Code::new(file, types)?;
    let lines = file.line_index();
    let found = advice::find(&code).into_iter();
    let placed = found.map(|candidate| LocatedCandidate {
        lines: lines_of(lines, &candidate),
        candidate,
    });
    Ok(placed.collect())
}

fn lines_of(lines: &LineIndex, candidate: &Candidate) -> RangeInclusive<u32> {
    let range = &candidate.range;
    let last = range.end.saturating_sub(1).max(range.start);
    lines.line_number(range.start)..=lines.line_number(last)
}
