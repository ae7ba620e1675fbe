//! `for (…) { … a * b … }` → `final int product = a * b; for (…) { … product … }`
//!
//! The expression has a primitive type, throws nothing, changes nothing, and depends only on local variables that the loop does
//! not change. So it can be computed before the loop, even if the loop does not repeat.

use crate::call::may_need_call;
use crate::candidate::Candidate;
use crate::code::{Code, descendants, field, is_within};
use crate::edit::Edit;
use crate::local::{Local, is_captured};
use crate::loops::around;
use crate::place;
use crate::purity::is_total;
use attributes::TypeKind;
use tree_sitter::Node;

/// Node kinds of computed expressions.
const OPERATIONS: [&str; 5] = [
    "binary_expression",
    "method_invocation",
    "unary_expression",
    "cast_expression",
    "ternary_expression",
];

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let nodes = OPERATIONS.iter().flat_map(|kind| code.all(kind));
    // A sign or a cast alone costs no more than the variable.
    let computes = |node: &Node<'_>| {
        is_number(code, *node)
            && descendants(*node)
                .any(|part| matches!(part.kind(), "binary_expression" | "method_invocation"))
    };
    nodes
        .filter(computes)
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let innermost = around(node)?;
    // The outermost loop in which it is invariant.
    let mut found = None;
    let mut candidate = Some(innermost);
    while let Some(statement) = candidate {
        if !is_invariant(code, node, statement) {
            break;
        }
        found = Some(statement);
        candidate = around(statement);
    }
    let statement = found?;
    // Of nested invariant expressions, the outer one counts.
    let is_part = std::iter::successors(node.parent(), Node::parent)
        .take_while(|above| is_within(*above, statement) && *above != statement)
        .any(|above| {
            OPERATIONS.contains(&above.kind())
                && is_number(code, above)
                && is_invariant(code, above, statement)
        });
    if is_part
        || is_captured(node, statement)
        || is_constant_expression(code, node)
        || may_need_call(code, node)
    {
        return None;
    }
    let of_type = &code.type_of(node)?.erased;
    let name = code.new_name(&name_for(code, node));
    let added = format!("final {of_type} {name} = {};", code.of(node));
    let text = code.of(node);
    let mut edits = vec![place::before(code, statement, &added)?];
    // Other occurrences of the same expression in the loop read the variable as well.
    for other in descendants(statement).filter(|other| other.kind() == node.kind()) {
        let is_same = code.of(other) == text && is_same_expression(code, node, other);
        if is_same && other.start_byte() < node.start_byte() {
            // The first occurrence represents all.
            return None;
        }
        if is_same && !is_captured(other, statement) && !may_need_call(code, other) {
            edits.push(Edit::replace(operand(other).byte_range(), name.clone()));
        }
    }
    edits.sort_by_key(|edit| edit.range.start);
    let title = format!("Compute {} before the loop", short(text));
    Some(Candidate::new(rule, node, title, edits))
}

/// A moved comparison saves nothing: testing a `boolean` variable costs as much as comparing a number with 0. It would also hide
/// from the estimate of the branch what is compared.
fn is_number(code: &Code<'_>, node: Node<'_>) -> bool {
    code.kind_of(node) != Some(TypeKind::Boolean)
}

fn is_invariant<'c>(code: &Code<'c>, node: Node<'c>, statement: Node<'c>) -> bool {
    let mut names_variable = false;
    let is_fixed = is_total(code, node, &mut |local: Local<'c>| {
        names_variable = true;
        local.is_declared_outside(statement)
            && local.is_unchanged_in(code, statement)
            && is_assigned_before(code, local)
    });
    is_fixed && names_variable
}

/// Whether a variable has a value from its declaration on, so that it has one before the loop.
fn is_assigned_before<'c>(code: &Code<'c>, local: Local<'c>) -> bool {
    local.symbol.kind == attributes::AttributedSymbolKind::Parameter
        || local.declared.parent().is_some_and(|parent| {
            parent.kind() == "enhanced_for_statement"
                || parent.kind() == "variable_declarator" && field(parent, "value").is_some()
        })
        || local.is_unchanged(code)
}

/// Whether javac computes it, so that the edit saves nothing.
fn is_constant_expression<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    is_total(code, node, &mut |local| local.symbol.constant.is_some())
        && node.kind() != "method_invocation"
}

/// Whether the same names refer to the same variables.
fn is_same_expression<'c>(code: &Code<'c>, one: Node<'c>, other: Node<'c>) -> bool {
    let symbols = |node: Node<'c>| -> Vec<Option<usize>> {
        descendants(node)
            .filter(|node| node.kind() == "identifier")
            .map(|node| code.symbol_of(node))
            .collect()
    };
    symbols(one) == symbols(other)
}

/// The node to replace, including parentheses that a name does not need.
fn operand(node: Node<'_>) -> Node<'_> {
    let brackets = node
        .parent()
        .filter(|above| above.kind() == "parenthesized_expression");
    let is_operand = |above: &Node<'_>| {
        let kind = above.parent().map(|parent| parent.kind());
        // Those of a condition belong to its statement.
        kind == Some("binary_expression") && above.named_child_count() == 1
    };
    brackets.filter(is_operand).unwrap_or(node)
}

/// `iPlus1` for `i + 1`; otherwise, the operation.
fn name_for(code: &Code<'_>, node: Node<'_>) -> String {
    let operator = field(node, "operator").map(|operator| operator.kind());
    let sides = field(node, "left").zip(field(node, "right"));
    let step = sides.filter(|(left, right)| {
        left.kind() == "identifier"
            && right.kind() == "decimal_integer_literal"
            && code.of(*right).bytes().all(|byte| byte.is_ascii_digit())
    });
    let name = match operator {
        Some("*") => "product",
        Some("+") => "sum",
        Some("-") => "difference",
        Some("/") => "quotient",
        _ => "invariant",
    };
    match (step, operator) {
        (Some((left, right)), Some("+")) => format!("{}Plus{}", code.of(left), code.of(right)),
        (Some((left, right)), Some("-")) => format!("{}Minus{}", code.of(left), code.of(right)),
        _ => name.to_owned(),
    }
}

fn short(text: &str) -> &str {
    if text.chars().count() > 40 || text.contains('\n') {
        "what the loop does not change"
    } else {
        text
    }
}
