//! Local variables that hold a new object.

use crate::call::names_class;
use crate::code::{Code, field, named};
use crate::local::{Local, is_write};
use attributes::AttributedSymbolKind;
use tree_sitter::Node;

/// The object that `new` creates for a local variable that is set once. Its class is the named one, and no subclass.
pub(crate) fn created<'c>(code: &Code<'c>, local: Local<'c>) -> Option<Node<'c>> {
    let declarator = local.declared.parent()?;
    let created = field(declarator, "value")?;
    let is_plain = declarator.kind() == "variable_declarator"
        && created.kind() == "object_creation_expression"
        && !named(created)
            .iter()
            .any(|child| child.kind() == "class_body")
        && local.is_unchanged(code);
    is_plain.then_some(created)
}

/// The call whose receiver is this name.
pub(crate) fn call_on(node: Node<'_>) -> Option<Node<'_>> {
    let call = node.parent()?;
    (call.kind() == "method_invocation" && field(call, "object") == Some(node)).then_some(call)
}

/// The `new` that creates the object of a variable at its declaration. The variable is local, or a private final field.
pub(crate) fn creation<'c>(code: &Code<'c>, node: Node<'c>) -> Option<Node<'c>> {
    let index = code.symbol_of(node)?;
    let symbol = code.symbol(index)?;
    let place = symbol.declared.clone()?;
    let uses = code.uses(index);
    let declared = uses.iter().find(|node| node.byte_range() == place)?;
    let is_fixed = match symbol.kind {
        AttributedSymbolKind::Field => symbol.is_private && symbol.is_final,
        AttributedSymbolKind::Local => uses.iter().all(|node| !is_write(*node)),
        _ => false,
    };
    let declarator = declared.parent()?;
    // The collection of a for-each loop is also a value in its head.
    let created =
        field(declarator, "value").filter(|_| declarator.kind() == "variable_declarator")?;
    let is_plain = created.kind() == "object_creation_expression"
        && !named(created)
            .iter()
            .any(|child| child.kind() == "class_body");
    (is_fixed && is_plain).then_some(created)
}

/// Whether two nodes name the same variable and nothing else, so that reading it once is the same as reading it twice:
/// `next().map` is another object each time.
pub(crate) fn is_same_variable<'c>(code: &Code<'c>, one: Node<'c>, other: Node<'c>) -> bool {
    let is_plain = match one.kind() {
        "identifier" => true,
        "field_access" => field(one, "object")
            .is_some_and(|object| object.kind() == "this" || names_class(code, object)),
        _ => false,
    };
    let symbol = code.symbol_of(one);
    is_plain
        && code.of(one) == code.of(other)
        && symbol.is_some()
        && symbol == code.symbol_of(other)
}

/// The class of that object.
pub(crate) fn made<'c>(code: &Code<'c>, node: Node<'c>) -> Option<&'c str> {
    Some(&code.type_of(creation(code, node)?)?.erased)
}
