//! One version of a Java file.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use tree_sitter::Tree;

use crate::mask::mask;
use crate::outline::{self, Outline};
use crate::problems::{self, ProblemKind, SourceProblem};
use crate::syntax::{self, ParseLimits};
use crate::{Class, LineEdit, LineIndex, Method};

/// The text of a Java file with its lines and, if the limits allow, its syntax tree.
///
/// A clone shares everything with its original, so a snapshot costs nothing.
#[derive(Clone)]
pub struct SourceFile {
    index: LineIndex,
    /// The text that the parser saw, if it differs from the original.
    masked: Option<Arc<str>>,
    parsed: Result<Tree, ProblemKind>,
    limits: ParseLimits,
    outline: Arc<OnceLock<Outline>>,
    /// [`Self::interface_digest`].
    pub(crate) interface: Arc<OnceLock<u64>>,
}

impl SourceFile {
    /// Parses a text within the default limits.
    pub fn parse(text: impl Into<Arc<str>>) -> Self {
        Self::parse_within(text, ParseLimits::default())
    }

    /// Parses a text within the given limits, which also apply to later edits.
    pub fn parse_within(text: impl Into<Arc<str>>, limits: ParseLimits) -> Self {
        Self::build(text.into(), None, limits)
    }

    fn build(text: Arc<str>, old: Option<(&Tree, &str)>, limits: ParseLimits) -> Self {
        let masked = if text.len() > limits.max_bytes {
            None
        } else {
            match mask(&text) {
                Cow::Borrowed(_) => None,
                Cow::Owned(masked) => Some(Arc::from(masked)),
            }
        };
        let parsed = syntax::parse(masked.as_deref().unwrap_or(&text), old, &limits);
        Self {
            index: LineIndex::new(text),
            masked,
            parsed,
            limits,
            outline: Arc::default(),
            interface: Arc::default(),
        }
    }

    /// Replaces the bytes of `range` and parses again, reusing unaffected parts. A range beyond the text or inside a character is
    /// moved to the nearest valid place before. Returns the effect on the lines.
    pub fn edit(&mut self, range: Range<usize>, replacement: &str) -> LineEdit {
        let text = self.text();
        let start = text.floor_char_boundary(range.start);
        let end = text.floor_char_boundary(range.end).max(start);
        let edit = LineEdit::new(&self.index, start..end, replacement);
        let edited = [&text[..start], replacement, &text[end..]].concat();
        let old = self.parsed.as_ref().ok();
        let shown = self.masked.as_deref().unwrap_or(text);
        *self = Self::build(edited.into(), old.map(|tree| (tree, shown)), self.limits);
        edit
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.index.text()
    }

    /// The lines of the text.
    pub fn line_index(&self) -> &LineIndex {
        &self.index
    }

    /// Whether the text was parsed. Without a tree, the outline is empty and [`Self::problems`] says why.
    pub fn has_tree(&self) -> bool {
        self.parsed.is_ok()
    }

    /// The syntax tree, if the text was parsed.
    pub fn tree(&self) -> Option<&Tree> {
        self.parsed.as_ref().ok()
    }

    /// Whether the whole text was understood.
    pub fn is_clean(&self) -> bool {
        self.parsed
            .as_ref()
            .is_ok_and(|tree| !tree.root_node().has_error())
    }

    /// What was not understood, in the order of the text; at most 100 places.
    pub fn problems(&self) -> Vec<SourceProblem> {
        match &self.parsed {
            Ok(tree) => problems::of_tree(tree, &self.index),
            Err(kind) => vec![SourceProblem {
                kind: kind.clone(),
                range: 0..self.text().len(),
                line: 1,
            }],
        }
    }

    /// Classes and methods, computed once on demand for all clones.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| match &self.parsed {
            Ok(tree) => outline::build(tree, &self.index),
            Err(_) => Outline::default(),
        })
    }

    /// The methods, constructors, initialisers and lambdas in the order of the text.
    pub fn methods(&self) -> &[Method] {
        &self.outline().methods
    }

    /// The classes in the order of the text.
    pub fn classes(&self) -> &[Class] {
        &self.outline().classes
    }

    /// The package with dots; empty for the unnamed package.
    pub fn package(&self) -> &str {
        &self.outline().package
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceFile")
            .field("bytes", &self.text().len())
            .field("lines", &self.index.line_count())
            .field("parsed", &self.parsed.is_ok())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_clone_finds_the_others_know_until_they_are_edited() {
        let mut file = SourceFile::parse("class A { int f() { return 1; } }");
        let clone = file.clone();
        assert!(std::ptr::eq(file.outline(), clone.outline()));
        file.edit(10..10, "void g() { } ");
        assert_eq!(file.methods().len(), 2);
        assert_eq!(clone.methods().len(), 1);
    }
}
