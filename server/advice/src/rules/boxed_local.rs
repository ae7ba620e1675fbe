//! `Integer sum = 0; … sum += x;` → `int sum = 0; …`
//!
//! The variable only gets primitive values, so it is never `null`. It is read only where it is unboxed anyway: in arithmetic,
//! comparisons with primitive values, array indexes, conversions to text. As an argument of a call, or in a comparison of two
//! objects, an object could behave differently from a number.

use crate::candidate::Candidate;
use crate::code::{Code, ancestors, bare, field};
use crate::edit::Edit;
use crate::local::{Local, is_captured};
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("local_variable_declaration")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, statement: Node<'c>) -> Option<Candidate> {
    let name = field(field(statement, "declarator")?, "name")?;
    let local = Local::named(code, name)?;
    let (declarator, _) = local.declaration()?;
    let known = code.type_of_symbol(local.symbol)?;
    let primitive = known.unboxed()?;
    let written = field(statement, "type")?;
    let value = field(declarator, "value")?;
    let scope = statement.parent()?;
    let uses: Vec<Node<'c>> = local.uses(code).collect();
    let is_changed = uses.iter().any(|node| crate::local::is_write(*node));
    if code.of(written) == "var"
        || !gives(code, value, primitive)
        || !is_changed
        || !uses
            .iter()
            .all(|node| !is_captured(*node, scope) && is_unboxed(code, *node, primitive))
    {
        return None;
    }
    let title = format!("Make {} {primitive}", local.symbol.name);
    let article = if primitive == "int" { "an" } else { "a" };
    Some(Candidate::new(
        rule,
        declarator,
        title.replace(primitive, &format!("{article} {primitive}")),
        vec![Edit::replace(written.byte_range(), primitive)],
    ))
}

/// Whether a value has this primitive type.
fn gives(code: &Code<'_>, value: Node<'_>, primitive: &str) -> bool {
    code.type_of(bare(value))
        .is_some_and(|known| known.is_primitive() && known.erased == primitive)
}

/// Whether a value can be added to one of this primitive type so that the sum has that type without narrowing. A boxed number is
/// unboxed as before.
fn widens(code: &Code<'_>, value: Node<'_>, primitive: &str) -> bool {
    const NUMBERS: [&str; 7] = ["byte", "short", "char", "int", "long", "float", "double"];
    let known = code.type_of(bare(value));
    let of_value = known.and_then(|known| match known.unboxed() {
        Some(unboxed) => Some(unboxed),
        None => known.is_primitive().then_some(&known.erased[..]),
    });
    let rank = |name: &str| NUMBERS.iter().position(|number| *number == name);
    let (Some(of_value), Some(wanted)) = (of_value.and_then(rank), rank(primitive)) else {
        return gives(code, value, primitive);
    };
    // Sums of smaller types have the type `int`.
    wanted >= 3 && of_value <= wanted || gives(code, value, primitive)
}

/// Whether the variable is used as a number.
fn is_unboxed<'c>(code: &Code<'c>, node: Node<'c>, primitive: &str) -> bool {
    let mut inner = node;
    for parent in ancestors(node) {
        match parent.kind() {
            "parenthesized_expression" => inner = parent,
            "binary_expression" => {
                let other = [field(parent, "left"), field(parent, "right")]
                    .into_iter()
                    .flatten()
                    .find(|side| *side != inner);
                let operator = field(parent, "operator").map(|operator| code.of(operator));
                let is_identity = matches!(operator, Some("==" | "!="));
                return other.is_some_and(|other| {
                    code.is_primitive(other)
                        || !is_identity && code.is_string(other)
                        || !is_identity && code.is_primitive(parent)
                });
            }
            "unary_expression" | "array_access" => return true,
            "update_expression" => {
                return parent.parent().is_some_and(|above| {
                    matches!(above.kind(), "expression_statement" | "for_statement")
                });
            }
            "assignment_expression" => {
                let is_statement = parent.parent().is_some_and(|above| {
                    matches!(above.kind(), "expression_statement" | "for_statement")
                });
                if field(parent, "left") == Some(inner) {
                    let right = field(parent, "right");
                    let operator = field(parent, "operator").map(|operator| code.of(operator));
                    let fits = match operator {
                        Some("=") => right.is_some_and(|right| gives(code, right, primitive)),
                        _ => right.is_some_and(|right| widens(code, right, primitive)),
                    };
                    return is_statement && fits;
                }
                return field(parent, "left").is_some_and(|left| code.is_primitive(left));
            }
            "variable_declarator" => {
                return field(parent, "name").is_some_and(|name| code.is_primitive(name));
            }
            "return_statement" => return returns_primitive(parent),
            _ => return false,
        }
    }
    false
}

/// Whether the method returns a primitive type.
fn returns_primitive(node: Node<'_>) -> bool {
    for above in ancestors(node) {
        match above.kind() {
            "lambda_expression" => return false,
            "method_declaration" => {
                return field(above, "type").is_some_and(|of| {
                    matches!(
                        of.kind(),
                        "integral_type" | "floating_point_type" | "boolean_type"
                    )
                });
            }
            _ => {}
        }
    }
    false
}
