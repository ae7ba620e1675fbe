//! Places where a statement can be added.

use crate::code::Code;
use crate::edit::Edit;
use tree_sitter::Node;

/// A statement before another one; `None` where the other is no statement of a block.
pub(crate) fn before(code: &Code<'_>, statement: Node<'_>, added: &str) -> Option<Edit> {
    is_in_block(statement).then(|| {
        let indent = code.indent(statement.start_byte());
        let newline = code.newline();
        Edit::insert(statement.start_byte(), format!("{added}{newline}{indent}"))
    })
}

/// A statement after another one.
pub(crate) fn after(code: &Code<'_>, statement: Node<'_>, added: &str) -> Option<Edit> {
    is_in_block(statement).then(|| {
        let indent = code.indent(statement.start_byte());
        let newline = code.newline();
        Edit::insert(statement.end_byte(), format!("{newline}{indent}{added}"))
    })
}

fn is_in_block(statement: Node<'_>) -> bool {
    statement
        .parent()
        .is_some_and(|parent| matches!(parent.kind(), "block" | "constructor_body"))
}
