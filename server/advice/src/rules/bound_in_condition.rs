//! `for (int i = 0; i < counts[k]; i++)` → `for (int i = 0, bound = counts[k]; i < bound; i++)`; the same for fields.
//!
//! The bound is evaluated right after the counter's first value, as in the first test, so it throws as before. A final field has
//! one value. For elements and other fields, the loop writes none of that kind and runs only its own code.

use super::length_in_condition::once;
use crate::candidate::Candidate;
use crate::code::{Code, bare, descendants};
use crate::invariant_loops::{field_of, is_fixed_in};
use crate::loops::Counted;
use attributes::TypeKind;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("for_statement")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let counted = Counted::of(code, node)?;
    let end = bare(counted.to);
    let reads_memory = descendants(end)
        .any(|part| part.kind() == "array_access" || field_of(code, part).is_some());
    let is_counter = |part: Node<'c>| code.symbol_of(part) == Some(counted.counter.index);
    if code.kind_of(end)? != TypeKind::Int
        || !reads_memory
        || descendants(end).any(is_counter)
        || !is_fixed_in(code, end, node)
    {
        return None;
    }
    let title = format!("Read {} once", code.of(end));
    Some(once(code, rule, &counted, "bound", title))
}
