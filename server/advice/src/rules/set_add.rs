//! `if (!seen.contains(x)) { seen.add(x); … }` → `if (seen.add(x)) { … }`
//!
//! The set is a local variable or private final field with a new JDK set, and `x` is a variable or literal of a type whose
//! `hashCode` and `equals` have no other effects.

use crate::call::{Call, is_statement};
use crate::candidate::Candidate;
use crate::checked::is_value;
use crate::code::{Code, bare, field, named};
use crate::edit::Edit;
use crate::new_objects::{is_same_variable, made};
use crate::purity::is_simple;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("if_statement")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let condition = bare(field(node, "condition")?);
    let is_not =
        condition.kind() == "unary_expression" && code.of(field(condition, "operator")?) == "!";
    let asked = Call::of(code, bare(field(condition, "operand").filter(|_| is_not)?))?;
    let block = field(node, "consequence").filter(|block| block.kind() == "block")?;
    let statements = named(block);
    let (first, next) = (*statements.first()?, statements.get(1)?);
    let added = Call::of(code, *named(first).first()?).filter(|call| is_statement(call.node))?;
    let is_pair = asked.method.name == "contains"
        && asked.method.parameters == "java.lang.Object"
        && added.method.name == "add"
        && added.method.parameters == "java.lang.Object";
    let (set, wanted) = (asked.receiver?, asked.only()?);
    let is_same_value = |one: Node<'c>, other: Node<'c>| {
        code.of(one) == code.of(other) && code.symbol_of(one) == code.symbol_of(other)
    };
    let is_own = matches!(
        made(code, set),
        Some("java.util.HashSet" | "java.util.LinkedHashSet")
    );
    if !is_pair
        || !is_own
        || !is_same_variable(code, set, added.receiver?)
        || !is_same_value(wanted, added.only()?)
        || !is_simple(code, wanted)
        || !is_value(code, wanted)
    {
        return None;
    }
    let edits = vec![
        Edit::replace(condition.byte_range(), code.of(added.node)),
        Edit::replace(first.start_byte()..next.start_byte(), ""),
    ];
    let title = format!("Ask what {} returns", code.of(added.node));
    Some(Candidate::new(rule, condition, title, edits))
}
