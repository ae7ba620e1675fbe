//! `for (int i = 0; i < list.size(); i++)` → `for (int i = 0, size = list.size(); i < size; i++)`
//!
//! The list is a new JDK collection in a local variable, no other code has it, and the loop only reads it. With any other list, a
//! call in the loop may change the size.

use super::length_in_condition::once;
use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::{Code, bare};
use crate::local_collections::Own;
use crate::loops::Counted;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("for_statement")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let counted = Counted::of(code, node)?;
    let call = Call::of(code, bare(counted.to))?;
    let is_size = call.method.name == "size" && call.arguments.is_empty();
    let own = Own::of(code, call.receiver.filter(|_| is_size)?)?;
    if !own.local.is_declared_outside(node)
        || !own.is_private_until(node)
        || !own.is_only_read_in(node)
    {
        return None;
    }
    let title = format!("Ask for {} once", code.of(call.node));
    Some(once(code, rule, &counted, "size", title))
}
