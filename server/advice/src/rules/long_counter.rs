//! `for (long i = 0; i < n; i++)` → `for (int i = 0; i < n; i++)`, if `n` is an `int`.
//!
//! The counter never leaves the range of `int`, and is used only where it is widened anyway: beside a `long`, in comparisons,
//! under a cast. An operation on two `int` values could overflow.

use crate::candidate::Candidate;
use crate::code::{Code, bare, field, is_within};
use crate::edit::Edit;
use crate::local::{Local, is_captured, is_write};
use crate::loops::counts_up;
use attributes::TypeKind;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("for_statement")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let init = field(node, "init").filter(|init| init.kind() == "local_variable_declaration")?;
    let declarator = field(init, "declarator")?;
    let counter = Local::named(code, field(declarator, "name")?)?;
    let (of_type, from) = (field(init, "type")?, field(declarator, "value")?);
    let number: i32 = code.of(from).trim_end_matches(['l', 'L']).parse().ok()?;
    let to = counts_up(code, node, counter)?;
    let is_int = |node: Node<'c>| {
        matches!(
            code.kind_of(node),
            Some(TypeKind::Int | TypeKind::Short | TypeKind::Byte | TypeKind::Char)
        )
    };
    let body = field(node, "body")?;
    let is_inside = |used: &Node<'c>| is_within(*used, body) || is_within(*used, to);
    let mut uses = counter.uses(code).filter(is_inside);
    let is_widened = |used: Node<'c>| {
        !is_write(used) && !is_captured(used, node) && is_widened(code, used, counter)
    };
    if code.of(of_type) != "long" || number < 0 || !is_int(to) || !uses.all(is_widened) {
        return None;
    }
    let edits = vec![
        Edit::replace(of_type.byte_range(), "int"),
        Edit::replace(from.byte_range(), number.to_string()),
    ];
    let title = format!("Count {} as an int", counter.symbol.name);
    Some(Candidate::new(rule, declarator, title, edits))
}

/// Whether an `int` with the same value does the same.
fn is_widened<'c>(code: &Code<'c>, node: Node<'c>, counter: Local<'c>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    let operator = field(parent, "operator").map(|operator| code.of(operator));
    let is_wide = |node: Node<'c>| {
        matches!(
            code.kind_of(node),
            Some(TypeKind::Long | TypeKind::Float | TypeKind::Double)
        )
    };
    match parent.kind() {
        "cast_expression" => code.is_primitive(parent),
        "variable_declarator" => {
            let of_type = parent.parent().and_then(|above| field(above, "type"));
            let is_written = of_type.is_some_and(|of_type| code.of(of_type) != "var");
            is_written && field(parent, "name").is_some_and(is_wide)
        }
        "assignment_expression" => {
            let left = field(parent, "left");
            matches!(operator, Some("=" | "+=" | "-=" | "*=")) && left.is_some_and(is_wide)
        }
        "binary_expression" => {
            let sides = [field(parent, "left"), field(parent, "right")];
            let other = sides.into_iter().flatten().find(|side| *side != node);
            other.is_some_and(|other| match operator {
                Some("<" | ">" | "<=" | ">=" | "==" | "!=") => code.is_primitive(other),
                Some("<<" | ">>" | ">>>") => false,
                // The other operand may be a long only because of the counter.
                _ => is_wide(other) && code.symbol_of(bare(other)) != Some(counter.index),
            })
        }
        _ => false,
    }
}
