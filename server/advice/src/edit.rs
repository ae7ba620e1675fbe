//! Edits of a text.

use std::ops::Range;

/// A replacement of some bytes of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are replaced; empty if text is only added.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

impl Edit {
    /// Replaces some bytes.
    pub(crate) fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }

    /// Adds text at a byte.
    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }
}

/// The text with all edits; `None` if two of them overlap, or one is outside of the text or inside a character.
pub fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut whole = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in sorted {
        if edit.range.start < at {
            return None;
        }
        whole.push_str(text.get(at..edit.range.start)?);
        text.get(edit.range.clone())?;
        whole.push_str(&edit.text);
        at = edit.range.end;
    }
    whole.push_str(text.get(at..)?);
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_together_or_not_at_all() {
        let edits = [Edit::replace(4..5, "y"), Edit::insert(0, "// ")];
        assert_eq!(apply("a = x;", &edits).as_deref(), Some("// a = y;"));
        assert_eq!(
            apply("ab", &[Edit::replace(0..2, ""), Edit::replace(1..2, "")]),
            None
        );
        assert_eq!(apply("ab", &[Edit::insert(3, "")]), None);
        assert_eq!(apply("é", &[Edit::insert(1, "")]), None);
    }
}
