//! `map.keySet().contains(k)` → `map.containsKey(k)`, for maps of the JDK's classes.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::{Code, field};
use crate::edit::Edit;
use attributes::AttributedSymbolKind;
use tree_sitter::Node;

/// Classes of maps that say the same in both ways.
const MAPS: [&str; 5] = [
    "java.util.HashMap",
    "java.util.LinkedHashMap",
    "java.util.TreeMap",
    "java.util.Hashtable",
    "java.util.concurrent.ConcurrentHashMap",
];

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let is_contains =
            call.method.name == "contains" && call.method.parameters == "java.lang.Object";
        let key = call.only().filter(|_| is_contains)?;
        let keys = Call::of(code, call.receiver?)?;
        let is_keys = keys.method.name == "keySet" && keys.arguments.is_empty();
        let map = keys
            .receiver
            .filter(|map| is_keys && is_map_of_jdk(code, *map))?;
        let text = format!("{}.containsKey({})", code.of(map), code.of(key));
        let edit = Edit::replace(call.node.byte_range(), text);
        Some(Candidate::new(
            rule,
            call.node,
            "Ask containsKey",
            vec![edit],
        ))
    };
    Call::all(code).filter_map(one).collect()
}

/// True of a variable that only ever has a new map of a class of the JDK: a local variable or private final field whose
/// initialiser makes it. A class that somebody else wrote may answer otherwise.
pub(super) fn is_map_of_jdk<'c>(code: &Code<'c>, map: Node<'c>) -> bool {
    is_made(code, map).is_some_and(|class| MAPS.contains(&class))
}

fn is_made<'c>(code: &Code<'c>, node: Node<'c>) -> Option<&'c str> {
    let index = code.symbol_of(node)?;
    let symbol = code.symbol(index)?;
    let place = symbol.declared.clone()?;
    let uses = code.uses(index);
    let declared = uses.iter().find(|node| node.byte_range() == place)?;
    let is_fixed = match symbol.kind {
        AttributedSymbolKind::Field => symbol.is_private && symbol.is_final,
        AttributedSymbolKind::Local => uses.iter().all(|node| !crate::local::is_write(*node)),
        _ => false,
    };
    let created = field(declared.parent()?, "value")?;
    let is_plain = created.kind() == "object_creation_expression"
        && !crate::code::named(created)
            .iter()
            .any(|child| child.kind() == "class_body");
    Some(
        &code
            .type_of(created)
            .filter(|_| is_fixed && is_plain)?
            .erased,
    )
}
