//! `StringBuffer b = new StringBuffer();` → `StringBuilder b = new StringBuilder();`
//!
//! The variable is set once, and the object is only the receiver of calls that both classes have. Their results are kept only as
//! strings and numbers, so no other thread can have the object.

use crate::call::{Call, is_statement};
use crate::candidate::Candidate;
use crate::code::{Code, field};
use crate::edit::Edit;
use crate::imports;
use crate::local::{Local, is_captured};
use crate::new_objects::{call_on, created};
use tree_sitter::Node;

/// Calls that return the object itself.
const FLUENT: [&str; 6] = [
    "append",
    "insert",
    "delete",
    "deleteCharAt",
    "replace",
    "reverse",
];

/// Calls that return another value, or nothing.
const FINAL: [&str; 8] = [
    "toString",
    "length",
    "charAt",
    "setLength",
    "setCharAt",
    "indexOf",
    "lastIndexOf",
    "substring",
];

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("local_variable_declaration")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, statement: Node<'c>) -> Option<Candidate> {
    let local = Local::named(code, field(field(statement, "declarator")?, "name")?)?;
    local.declaration()?;
    let created = created(code, local)?;
    let scope = statement.parent()?;
    let (declared, made) = (field(statement, "type")?, field(created, "type")?);
    let is_buffer = code.type_of(created)?.is("java.lang.StringBuffer")
        && code.of(made) == "StringBuffer"
        && matches!(code.of(declared), "StringBuffer" | "var");
    let is_own = local
        .uses(code)
        .all(|node| !is_captured(node, scope) && is_kept(code, node));
    if !is_buffer || !is_own || imports::hides_lang(code, "StringBuilder") {
        return None;
    }
    let mut edits = vec![Edit::replace(made.byte_range(), "StringBuilder")];
    if code.of(declared) == "StringBuffer" {
        edits.insert(0, Edit::replace(declared.byte_range(), "StringBuilder"));
    }
    let title = format!("Make {} a StringBuilder", local.symbol.name);
    Some(Candidate::new(rule, statement, title, edits))
}

/// Whether the object is the receiver of a chain of calls that do not pass it on.
fn is_kept<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    let mut object = node;
    loop {
        let Some(call) = call_on(object).and_then(|node| Call::of(code, node)) else {
            return object != node && is_statement(object);
        };
        let name = &call.method.name[..];
        if FINAL.contains(&name) {
            return true;
        }
        if !FLUENT.contains(&name) {
            return false;
        }
        object = call.node;
    }
}
