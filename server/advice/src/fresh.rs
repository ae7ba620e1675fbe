//! Local variables that hold a new object.

use crate::code::{Code, field, named};
use crate::local::Local;
use tree_sitter::Node;

/// What `new` makes for a local variable that is set once: its class is the one that is named, and no subclass.
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

/// The call whose receiver a name is.
pub(crate) fn call_on(node: Node<'_>) -> Option<Node<'_>> {
    let call = node.parent()?;
    (call.kind() == "method_invocation" && field(call, "object") == Some(node)).then_some(call)
}
