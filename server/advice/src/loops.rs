//! Loops.

use crate::code::{Code, ancestors, bare, field, named};
use crate::constant;
use crate::local::Local;
use attributes::TypeKind;
use tree_sitter::Node;

/// Whether a statement is a loop.
pub(crate) fn is_loop(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "for_statement" | "enhanced_for_statement" | "while_statement" | "do_statement"
    )
}

/// The nearest loop around a node, in the same method or lambda.
pub(crate) fn around(node: Node<'_>) -> Option<Node<'_>> {
    let mut inner = node;
    for above in ancestors(node) {
        if is_loop(above) {
            let once = [field(above, "init"), field(above, "value")];
            // What a loop evaluates once, before its first iteration, is not part of it.
            if !once.contains(&Some(inner)) {
                return Some(above);
            }
        }
        if is_body_of_method(above) {
            return None;
        }
        inner = above;
    }
    None
}

/// Whether a node has its own parameters and frame.
pub(crate) fn is_body_of_method(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "lambda_expression"
            | "class_body"
            | "enum_body"
            | "interface_body"
            | "method_declaration"
            | "constructor_declaration"
    )
}

/// `for (int i = FROM; i < TO; i++)`: a loop that counts up by one, whose counter changes only in its head.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted<'c> {
    pub(crate) counter: Local<'c>,
    pub(crate) from: Node<'c>,
    pub(crate) to: Node<'c>,
    pub(crate) body: Node<'c>,
}

impl<'c> Counted<'c> {
    pub(crate) fn of(code: &Code<'c>, statement: Node<'c>) -> Option<Self> {
        if statement.kind() != "for_statement" {
            return None;
        }
        let init = field(statement, "init")?;
        let body = field(statement, "body")?;
        if init.kind() != "local_variable_declaration" {
            return None;
        }
        let declarator = field(init, "declarator")?;
        let counter = Local::named(code, field(declarator, "name")?)?;
        let is_int = code.type_of_symbol(counter.symbol)?.kind == TypeKind::Int;
        let to = counts_up(code, statement, counter)?;
        if !is_int || !counter.is_unchanged_in(code, body) {
            return None;
        }
        Some(Self {
            counter,
            from: field(declarator, "value")?,
            to,
            body,
        })
    }

    pub(crate) fn starts_at_zero(&self, code: &Code<'c>) -> bool {
        constant::int(code, self.from) == Some(0)
    }

    /// The body's only statement.
    pub(crate) fn only_statement(&self) -> Option<Node<'c>> {
        if self.body.kind() != "block" {
            return Some(self.body);
        }
        match named(self.body)[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// The end of a loop that declares one variable, compares it with `<` and increments it in its head.
pub(crate) fn counts_up<'c>(
    code: &Code<'c>,
    statement: Node<'c>,
    counter: Local<'c>,
) -> Option<Node<'c>> {
    let init = field(statement, "init")?;
    let condition = bare(field(statement, "condition")?);
    let update = field(statement, "update")?;
    let count = |node: Node<'c>, name| node.children_by_field_name(name, &mut node.walk()).count();
    if condition.kind() != "binary_expression"
        || count(statement, "update") != 1
        || count(init, "declarator") != 1
    {
        return None;
    }
    let is_counter = |node: Node<'c>| code.symbol_of(node) == Some(counter.index);
    let is_less =
        code.of(field(condition, "operator")?) == "<" && is_counter(field(condition, "left")?);
    (is_less && is_step(code, update, &is_counter))
        .then(|| field(condition, "right"))
        .flatten()
}

/// `i++`, `++i` or `i += 1`.
fn is_step<'c>(code: &Code<'c>, update: Node<'c>, is_counter: &impl Fn(Node<'c>) -> bool) -> bool {
    match update.kind() {
        "update_expression" => {
            code.of(update).contains("++")
                && named(update).first().is_some_and(|one| is_counter(*one))
        }
        "assignment_expression" => {
            let operator = field(update, "operator").map(|operator| code.of(operator));
            operator == Some("+=")
                && field(update, "left").is_some_and(is_counter)
                && field(update, "right").and_then(|right| constant::int(code, right)) == Some(1)
        }
        _ => false,
    }
}
