//! Parses a text within limits, completely or incrementally.

use std::ops::ControlFlow;
use std::time::Duration;

use tree_sitter::{InputEdit, ParseOptions, Parser, Point, Tree};

use crate::effort::Effort;
use crate::line_edit::trim_common;
use crate::problems::ProblemKind;

/// Limits for parsing a text. Beyond them, a [`crate::SourceFile`] has no outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseLimits {
    /// The maximum size of a text in bytes.
    pub max_bytes: usize,
    /// The maximum time of a parse, in CPU time if the system reports it, so that a busy machine does not change the result.
    pub max_time: Duration,
}

impl Default for ParseLimits {
    /// 8 MiB and 5 s: four times the time for such a text of ordinary Java.
    fn default() -> Self {
        Self {
            max_bytes: 8 << 20,
            max_time: Duration::from_secs(5),
        }
    }
}

/// Parses a masked text. `old` is the tree of an earlier text, with that text.
pub(crate) fn parse(
    masked: &str,
    old: Option<(&Tree, &str)>,
    limits: &ParseLimits,
) -> Result<Tree, ProblemKind> {
    if masked.len() > limits.max_bytes {
        return Err(ProblemKind::TooLarge {
            bytes: masked.len(),
            max_bytes: limits.max_bytes,
        });
    }
    let too_slow = ProblemKind::TooSlow {
        max_time: limits.max_time,
    };
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_java::LANGUAGE.into())
        .map_err(|error| ProblemKind::Grammar(error.to_string()))?;
    let edited = old.map(|(tree, text)| {
        let mut tree = tree.clone();
        tree.edit(&difference(text, masked));
        tree
    });
    let started = Effort::start();
    let mut within_time = |_: &_| {
        if started.spent() >= limits.max_time {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut within_time);
    let bytes = masked.as_bytes();
    parser
        .parse_with_options(
            &mut |at, _| bytes.get(at..).unwrap_or_default(),
            edited.as_ref(),
            Some(options),
        )
        .ok_or(too_slow)
}

/// The smallest single replacement that turns `old` into `new`. It is computed from the texts and not from the editor's edit,
/// because masking may change bytes far from the edit.
fn difference(old: &str, new: &str) -> InputEdit {
    let (range, replacement) = trim_common(old, 0..old.len(), new);
    let new_end = range.start + replacement.len();
    InputEdit {
        start_byte: range.start,
        old_end_byte: range.end,
        new_end_byte: new_end,
        start_position: point(old, range.start),
        old_end_position: point(old, range.end),
        new_end_position: point(new, new_end),
    }
}

/// The parser counts rows only by `\n`, and columns in bytes.
fn point(text: &str, offset: usize) -> Point {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Point::new(before.matches('\n').count(), offset - line_start)
}
