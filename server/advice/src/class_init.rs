//! Classes that are certainly initialised. Reading a static field of any other class may run the code of that class.

use crate::code::{Code, ancestors, named};
use tree_sitter::Node;

/// Whether code runs in the class that declares a field, or in an inner class of it. The class is then initialised.
pub(crate) fn is_initialised<'c>(code: &Code<'c>, node: Node<'c>, field: usize) -> bool {
    let is_body = |above: &Node<'c>| {
        matches!(
            above.kind(),
            "class_body" | "enum_body" | "interface_body" | "annotation_type_body"
        )
    };
    let place = code
        .symbol(field)
        .and_then(|symbol| symbol.declared.as_ref());
    let declared = code
        .uses(field)
        .iter()
        .find(|used| Some(&used.byte_range()) == place);
    let Some(owner) = declared.and_then(|declared| ancestors(*declared).find(is_body)) else {
        return false;
    };
    for body in ancestors(node).filter(is_body) {
        if body == owner {
            return true;
        }
        // A static nested class may run before the class around it.
        let is_inner = body.parent().is_some_and(|class| match class.kind() {
            "object_creation_expression" | "enum_constant" => true,
            "class_declaration" => {
                let modifiers = named(class).into_iter().next();
                let is_static = modifiers.is_some_and(|modifiers| {
                    modifiers.kind() == "modifiers"
                        && code
                            .of(modifiers)
                            .split_whitespace()
                            .any(|word| word == "static")
                });
                !is_static
                    && class.parent().is_some_and(|outer| {
                        !matches!(outer.kind(), "interface_body" | "annotation_type_body")
                    })
            }
            _ => false,
        });
        if !is_inner {
            return false;
        }
    }
    false
}
