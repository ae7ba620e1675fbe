//! The order in which javac meets the classes in a piece of code.
//!
//! Anonymous and local classes are numbered as javac attributes them, which is not always the
//! order of the text: arguments come before the expression a method is called on, and among the
//! arguments those whose type depends on the method (JLS 15.2, poly expressions) come last.
//! See `Attr.visitApply`, `ArgumentAttr` and `Check.localClassName` of jdk.compiler.

use tree_sitter::Node;

/// The named children of a node in the order of attribution.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    match node.kind() {
        "method_invocation" => {
            let (first, last) = arguments(node);
            let object = node.child_by_field_name("object");
            first.into_iter().chain(object).chain(last).collect()
        }
        "object_creation_expression" | "explicit_constructor_invocation" | "enum_constant" => {
            let (first, last) = arguments(node);
            let mut others: Vec<_> = named(node)
                .into_iter()
                .filter(|child| child.kind() != "argument_list")
                .collect();
            let bodies = others
                .iter()
                .position(|child| child.kind() == "class_body")
                .map_or_else(Vec::new, |at| others.split_off(at));
            // Only a class whose type arguments follow from the call needs all arguments first.
            let (last, bodies) = if is_diamond(node) {
                (last, bodies)
            } else {
                (bodies, last)
            };
            others
                .into_iter()
                .chain(first)
                .chain(last)
                .chain(bodies)
                .collect()
        }
        _ => named(node),
    }
}

fn named(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).collect()
}

/// The arguments of a call: standalone expressions, then poly expressions.
fn arguments(call: Node<'_>) -> (Vec<Node<'_>>, Vec<Node<'_>>) {
    let list = call.child_by_field_name("arguments");
    list.map_or_else(Vec::new, named)
        .into_iter()
        .partition(|argument| !is_poly(*argument))
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
