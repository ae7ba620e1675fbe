//! Places where a statement can be added.

use crate::code::Code;
use crate::edit::Edit;
use tree_sitter::Node;

/// Adds a statement before another one; `None` if the other is not a statement of a block.
pub(crate) fn before(code: &Code<'_>, statement: Node<'_>, added: &str) -> Option<Edit> {
    is_in_block(statement).then(|| {
        let indent = code.indent(statement.start_byte());
        let newline = code.newline();
        Edit::insert(statement.start_byte(), format!("{added}{newline}{indent}"))
    })
}

/// Adds a statement after another one.
pub(crate) fn after(code: &Code<'_>, statement: Node<'_>, added: &str) -> Option<Edit> {
    is_in_block(statement).then(|| {
        let indent = code.indent(statement.start_byte());
        let newline = code.newline();
        let end = end_of_line(code, statement.end_byte());
        Edit::insert(end, format!("{newline}{indent}{added}"))
    })
}

/// The end of a comment that directly follows a position and extends to the end of the line; otherwise the position itself.
pub(crate) fn end_of_line(code: &Code<'_>, at: usize) -> usize {
    let text = code.text();
    let comment = code.comments().iter().find(|comment| {
        comment.start >= at
            && text[at..comment.start]
                .chars()
                .all(|c| c == ' ' || c == '\t')
            && text[comment.start..].starts_with("//")
    });
    comment.map_or(at, |comment| comment.end)
}

fn is_in_block(statement: Node<'_>) -> bool {
    statement
        .parent()
        .is_some_and(|parent| matches!(parent.kind(), "block" | "constructor_body"))
}
