//! `map.containsKey(k) ? map.get(k) : d` → `map.getOrDefault(k, d)`
//!
//! The map is a variable or final field with a new map of a class of the JDK, `k` and `d` are simple: nothing changes in between,
//! and evaluating `d` costs and throws nothing.

use super::key_set_contains::is_map_of_jdk;
use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::{Code, bare, field};
use crate::edit::Edit;
use crate::purity::is_simple;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("ternary_expression")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let asked = Call::of(code, bare(field(node, "condition")?))?;
    let got = Call::of(code, bare(field(node, "consequence")?))?;
    let default = bare(field(node, "alternative")?);
    let is_pair = asked.method.name == "containsKey"
        && asked.method.parameters == "java.lang.Object"
        && got.method.name == "get"
        && got.method.parameters == "java.lang.Object";
    let (map, key) = (asked.receiver?, asked.only()?);
    let is_same = code.of(map) == code.of(got.receiver?)
        && code.symbol_of(map).is_some()
        && code.symbol_of(map) == code.symbol_of(got.receiver?)
        && code.of(key) == code.of(got.only()?)
        && code.symbol_of(key) == code.symbol_of(got.only()?);
    // A primitive default would unbox a value that the conditional unboxes as well; the same type keeps it so.
    let is_same_type = code.type_of(default)?.erased == code.type_of(got.node)?.erased
        && code.type_of(node)?.erased == code.type_of(got.node)?.erased;
    if !is_pair
        || !is_same
        || !is_same_type
        || !is_simple(code, key)
        || !is_simple(code, default)
        || !is_map_of_jdk(code, map)
    {
        return None;
    }
    let text = format!(
        "{}.getOrDefault({}, {})",
        code.of(map),
        code.of(key),
        code.of(default)
    );
    Some(Candidate::new(
        rule,
        node,
        "Look the key up once with getOrDefault",
        vec![Edit::replace(node.byte_range(), text)],
    ))
}
