//! `map.containsKey(k) ? map.get(k) : d` → `map.getOrDefault(k, d)`
//!
//! The map is a variable or final field with a new JDK map, and `k` and `d` are simple: nothing changes in between, and
//! evaluating `d` costs and throws nothing. `k` is a string, a number or an enum constant, whose hash codes are the JDK's.

use super::key_set_contains::is_map_of_jdk;
use super::parse_boxed::unboxed_by;
use crate::call::Call;
use crate::candidate::Candidate;
use crate::checked::{is_checked, is_value, place_checks};
use crate::code::{Code, bare, field, named};
use crate::edit::Edit;
use crate::new_objects::{creation, is_same_variable};
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
    let is_same = is_same_variable(code, map, got.receiver?)
        && code.of(key) == code.of(got.only()?)
        && code.symbol_of(key) == code.symbol_of(got.only()?);
    let (of_default, of_value) = (code.type_of(default)?, code.type_of(got.node)?);
    let of_whole = &code.type_of(node)?.erased;
    // A conditional checks the class of the map's value. `getOrDefault` leaves that to the surrounding expression.
    let is_same_type = of_default.erased == of_value.erased
        && *of_whole == of_value.erased
        && (is_checked(code, got.node) || place_checks(code, node, of_whole));
    // A conditional with a number unboxes the map's value, so `null` throws. The surrounding expression must do the same.
    let is_unboxed = of_value.unboxed().is_some_and(|primitive| {
        let outer = brackets(node);
        of_default.erased == primitive
            && of_whole == primitive
            && unboxed_by(code, outer, primitive) == Some(outer)
    });
    // How often a project's class computes its hash codes may matter to the project.
    let is_enum = code.type_of(key)?.is_a("java.lang.Enum");
    let is_key = is_value(code, key) || is_enum && is_checked(code, key);
    if !is_pair
        || !is_same
        || !(is_same_type || is_unboxed)
        || !is_key
        || compares_otherwise(code, map)
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

/// The expression with the parentheses around it.
fn brackets(mut node: Node<'_>) -> Node<'_> {
    while let Some(outer) = node
        .parent()
        .filter(|parent| parent.kind() == "parenthesized_expression")
    {
        node = outer;
    }
    node
}

/// Whether a sorted map was created with an argument: a comparator may do anything.
fn compares_otherwise<'c>(code: &Code<'c>, map: Node<'c>) -> bool {
    creation(code, map).is_none_or(|created| {
        let arguments = field(created, "arguments").map(named).unwrap_or_default();
        let class = code.type_of(created).map(|known| &known.erased[..]);
        class == Some("java.util.TreeMap") && !arguments.is_empty()
    })
}
