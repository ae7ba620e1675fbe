//! `List<String> names = new LinkedList<>(); … names.get(i) …` → `new ArrayList<>()`
//!
//! The list stays in its method, and only methods that do the same in both classes are called. No loop over the list changes it,
//! because the two classes notice that at different times.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::{Code, field, named};
use crate::edit::Edit;
use crate::imports;
use crate::local_collections::{Own, Use};
use crate::new_objects::call_on;
use tree_sitter::Node;

/// Methods that do the same in both classes, by name and number of arguments.
const SAME: [(&str, usize); 11] = [
    ("add", 1),
    ("addAll", 1),
    ("clear", 0),
    ("contains", 1),
    ("get", 1),
    ("indexOf", 1),
    ("isEmpty", 0),
    ("lastIndexOf", 1),
    ("remove", 1),
    ("set", 2),
    ("size", 0),
];

/// Other possible types of a variable for either class.
const SHARED: [&str; 6] = [
    "java.lang.Iterable",
    "java.util.AbstractCollection",
    "java.util.AbstractList",
    "java.util.Collection",
    "java.util.List",
    "java.lang.Object",
];

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("local_variable_declaration")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, statement: Node<'c>) -> Option<Candidate> {
    let own = Own::of(code, field(field(statement, "declarator")?, "name")?)?;
    if own.class != "java.util.LinkedList" {
        return None;
    }
    let called = |node: Node<'c>| call_on(node).and_then(|call| Call::of(code, call));
    let is_same = |call: &Call<'c>| {
        let key = (&call.method.name[..], call.arguments.len());
        SAME.contains(&key)
    };
    let stays = own.uses.iter().all(|(node, way)| match way {
        Use::Reads | Use::Changes => called(*node).is_none_or(|call| is_same(&call)),
        Use::Iterates => {
            let around = node.parent();
            around.is_some_and(|around| own.is_only_read_in(around))
        }
        Use::Returned | Use::Escapes => false,
    });
    let gets = own
        .uses
        .iter()
        .any(|(node, _)| called(*node).is_some_and(|call| call.method.name == "get"));
    if !stays || !gets {
        return None;
    }
    // In a type with arguments, the class itself comes first.
    let named_class = |node: Node<'c>| {
        let class = match node.kind() {
            "generic_type" => named(node).first().copied()?,
            _ => node,
        };
        (code.of(class) == "LinkedList").then_some(class)
    };
    let (class, import) = imports::name(code, "java.util.ArrayList");
    let made = named_class(field(own.created, "type")?)?;
    let of_type = field(statement, "type")?;
    let declared = named_class(of_type);
    let known = &code.type_of_symbol(own.local.symbol)?.erased[..];
    if declared.is_none() && code.of(of_type) != "var" && !SHARED.contains(&known) {
        return None;
    }
    let mut edits: Vec<Edit> = import.into_iter().collect();
    edits.extend(declared.map(|node| Edit::replace(node.byte_range(), class.clone())));
    edits.push(Edit::replace(made.byte_range(), class));
    let title = format!("Make {} an ArrayList", own.local.symbol.name);
    Some(Candidate::new(rule, own.local.declared, title, edits))
}
