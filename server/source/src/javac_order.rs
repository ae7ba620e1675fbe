//! The order in which javac visits the classes in a piece of code.
//!
//! Anonymous and local classes are numbered in the order in which javac attributes them, which is not always the order of the
//! text. Arguments come before the expression that a method is called on. Among the arguments, those whose type depends on the
//! method (JLS 15.2, poly expressions) come last. See `Attr.visitApply`, `ArgumentAttr` and `Check.localClassName` in
//! jdk.compiler.

use tree_sitter::{Node, TreeCursor};

/// Adds the children of a node that may declare something, in the order of attribution. The cursor may be anywhere.
pub(crate) fn add_children<'t>(
    node: Node<'t>,
    cursor: &mut TreeCursor<'t>,
    found: &mut Vec<Node<'t>>,
) {
    match node.kind() {
        "method_invocation" => {
            let (first, last) = arguments(node, cursor);
            let object = node.child_by_field_name("object");
            found.extend(first.into_iter().chain(object).chain(last));
        }
        "object_creation_expression" | "explicit_constructor_invocation" | "enum_constant" => {
            let (first, last) = arguments(node, cursor);
            let mut others: Vec<_> = named(node, cursor)
                .filter(|child| child.kind() != "argument_list")
                .collect();
            let bodies = others
                .iter()
                .position(|child| child.kind() == "class_body")
                .map_or_else(Vec::new, |at| others.split_off(at));
            // Only a class whose type arguments are inferred from the call needs all arguments first.
            let (last, bodies) = if is_diamond(node) {
                (last, bodies)
            } else {
                (bodies, last)
            };
            let all = others.into_iter().chain(first).chain(last).chain(bodies);
            found.extend(all);
        }
        _ => found.extend(named(node, cursor)),
    }
}

/// The named children except names and literals, which contain nothing.
fn named<'c, 't>(
    node: Node<'t>,
    cursor: &'c mut TreeCursor<'t>,
) -> impl Iterator<Item = Node<'t>> + 'c {
    node.named_children(cursor)
        .filter(|child| child.child_count() > 0)
}

/// The arguments of a call: standalone expressions, then poly expressions.
fn arguments<'t>(call: Node<'t>, cursor: &mut TreeCursor<'t>) -> (Vec<Node<'t>>, Vec<Node<'t>>) {
    match call.child_by_field_name("arguments") {
        Some(list) => named(list, cursor).partition(|argument| !is_poly(*argument)),
        None => Default::default(),
    }
}

fn is_poly(expression: Node<'_>) -> bool {
    let mut expression = expression;
    while expression.kind() == "parenthesized_expression" {
        match expression.named_child(0) {
            Some(inner) => expression = inner,
            None => return false,
        }
    }
    match expression.kind() {
        "lambda_expression" | "method_reference" | "ternary_expression" | "switch_expression" => {
            true
        }
        "method_invocation" => expression.child_by_field_name("type_arguments").is_none(),
        "object_creation_expression" => is_diamond(expression),
        _ => false,
    }
}

/// `new C<>(…)`
fn is_diamond(creation: Node<'_>) -> bool {
    let Some(created) = creation.child_by_field_name("type") else {
        return false;
    };
    created.kind() == "generic_type"
        && created
            .named_children(&mut created.walk())
            .any(|part| part.kind() == "type_arguments" && part.named_child_count() == 0)
}
