//! An edit that keeps the behaviour of the code and may save energy.

use crate::code::Code;
use crate::edit::{Edit, apply};
use std::ops::Range;
use tree_sitter::Node;

/// An edit that keeps the behaviour of the code and may save energy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The rule's name.
    pub rule: &'static str,
    /// The bytes of the code that it is about.
    pub range: Range<usize>,
    /// What it does, in a few words.
    pub title: String,
    /// The edits, sorted; they do not overlap.
    pub edits: Vec<Edit>,
}

impl Candidate {
    pub(crate) fn new(
        rule: &'static str,
        about: Node<'_>,
        title: impl Into<String>,
        edits: Vec<Edit>,
    ) -> Self {
        Self {
            rule,
            range: about.byte_range(),
            title: title.into(),
            edits,
        }
    }

    /// The text with the edits.
    pub fn applied(&self, text: &str) -> Option<String> {
        apply(text, &self.edits)
    }

    /// Whether no comment is lost and the edits fit together.
    pub(crate) fn is_sound(&self, code: &Code<'_>) -> bool {
        let keeps = |edit: &Edit| {
            code.comments()
                .iter()
                .filter(|comment| comment.start < edit.range.end && edit.range.start < comment.end)
                .all(|comment| edit.text.contains(&code.text()[comment.clone()]))
        };
        self.edits.iter().all(keeps) && self.applied(code.text()).is_some()
    }
}
