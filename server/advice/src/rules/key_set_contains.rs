//! `map.keySet().contains(k)` → `map.containsKey(k)`, for maps of the JDK's classes.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::Code;
use crate::edit::Edit;
use crate::local::Local;
use crate::new_objects::made;
use crate::purity::is_simple;
use tree_sitter::Node;

/// Map classes in which both calls give the same answer.
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
        // If the map is still `null`, that throws before the key is evaluated.
        if Local::named(code, map).is_none() && !is_simple(code, key) {
            return None;
        }
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

/// Whether a variable can only contain a new JDK map: a local variable or private final field whose initialiser creates it. Other
/// classes may answer differently.
pub(super) fn is_map_of_jdk<'c>(code: &Code<'c>, map: Node<'c>) -> bool {
    made(code, map).is_some_and(|class| MAPS.contains(&class))
}
