//! `int n = Integer.valueOf(text)` → `int n = Integer.parseInt(text)`, if the number is unboxed at once.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::{Code, ancestors, field};
use crate::edit::Edit;
use crate::loops::is_body_of_method;
use tree_sitter::Node;

/// Class, method for primitive values, primitive type.
const PARSERS: [(&str, &str, &str); 6] = [
    ("java.lang.Integer", "parseInt", "int"),
    ("java.lang.Long", "parseLong", "long"),
    ("java.lang.Double", "parseDouble", "double"),
    ("java.lang.Float", "parseFloat", "float"),
    ("java.lang.Short", "parseShort", "short"),
    ("java.lang.Byte", "parseByte", "byte"),
];

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let parser = PARSERS
            .iter()
            .find(|(class, ..)| call.is(class, "valueOf", "java.lang.String"));
        let (_, method, primitive) = parser?;
        // A static import of `valueOf` does not import `parseInt`.
        call.receiver?;
        let unboxing = unboxed_by(code, call.node, primitive)?;
        let mut edits = vec![Edit::replace(call.name.byte_range(), *method)];
        if unboxing != call.node {
            edits.push(Edit::replace(call.node.end_byte()..unboxing.end_byte(), ""));
        }
        Some(Candidate::new(
            rule,
            call.node,
            format!("Parse with {method}"),
            edits,
        ))
    };
    Call::all(code).filter_map(one).collect()
}

/// The expression that unboxes a number: the call itself if javac unboxes it, or the call of `intValue()`.
pub(super) fn unboxed_by<'c>(code: &Code<'c>, node: Node<'c>, primitive: &str) -> Option<Node<'c>> {
    let parent = node.parent()?;
    let is_of_type = |target: Option<Node<'c>>| {
        target
            .and_then(|target| code.type_of(target))
            .is_some_and(|known| known.is_primitive() && known.erased == primitive)
    };
    match parent.kind() {
        "variable_declarator" => is_of_type(field(parent, "name")).then_some(node),
        "assignment_expression" => {
            let is_plain =
                field(parent, "operator").is_some_and(|operator| code.of(operator) == "=");
            (is_plain && is_of_type(field(parent, "left"))).then_some(node)
        }
        "binary_expression" => {
            let other = [field(parent, "left"), field(parent, "right")]
                .into_iter()
                .flatten()
                .find(|side| *side != node);
            is_of_type(other).then_some(node)
        }
        "return_statement" => (returned(code, parent)? == primitive).then_some(node),
        "method_invocation" => {
            let call = Call::of(code, parent)?;
            let is_value = call.receiver == Some(node)
                && call.arguments.is_empty()
                && call.method.name == format!("{primitive}Value");
            is_value.then_some(parent)
        }
        _ => None,
    }
}

/// The return type of the method around a statement.
fn returned<'c>(code: &Code<'c>, statement: Node<'c>) -> Option<&'c str> {
    let around = ancestors(statement).find(|above| is_body_of_method(*above))?;
    let of_type = field(around, "type").filter(|_| around.kind() == "method_declaration")?;
    Some(code.of(of_type))
}
