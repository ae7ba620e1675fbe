//! Places where a statement can be added.

use crate::code::Code;
use crate::edit::Edit;
use tree_sitter::Node;

/// Adds a statement before another one and the comments above it; `None` if the other is not a statement of a block.
pub(crate) fn before(code: &Code<'_>, statement: Node<'_>, added: &str) -> Option<Edit> {
    is_in_block(statement).then(|| {
        let at = first_comment(code, statement).start_byte();
        let indent = code.indent(at);
        let newline = code.newline(at);
        Edit::insert(at, format!("{added}{newline}{indent}"))
    })
}

/// The first of the comments directly above a statement, each on lines of its own; the statement if there are none.
fn first_comment<'c>(code: &Code<'c>, statement: Node<'c>) -> Node<'c> {
    let mut first = statement;
    while let Some(above) = first.prev_sibling() {
        let indent = code.indent(above.start_byte());
        let has_own_line = code.text()[..above.start_byte()]
            .strip_suffix(indent)
            .is_some_and(|before| before.ends_with(['\n', '\r']));
        let is_comment = matches!(above.kind(), "line_comment" | "block_comment");
        let is_next = above.end_position().row + 1 == first.start_position().row;
        if !is_comment || !has_own_line || !is_next {
            break;
        }
        first = above;
    }
    first
}

/// Adds a statement after another one.
pub(crate) fn after(code: &Code<'_>, statement: Node<'_>, added: &str) -> Option<Edit> {
    is_in_block(statement).then(|| {
        let indent = code.indent(statement.start_byte());
        let end = end_of_line(code, statement.end_byte());
        let newline = code.newline(end);
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
