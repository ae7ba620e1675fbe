//! `builder.append(a + "b")` → `builder.append(a).append("b")`.
//!
//! The parts are local variables and literals. Their values do not depend on what is appended in between, and converting them to
//! text throws nothing. A part of another type could have a `toString` that does.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::checked::is_value;
use crate::code::{Code, bare, field};
use crate::edit::Edit;
use crate::purity::is_simple;
use tree_sitter::Node;

/// Longer chains are not changed.
pub(super) const MOST_PARTS: usize = 16;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    Call::all(code)
        .filter_map(|call| one(code, rule, &call))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, call: &Call<'c>) -> Option<Candidate> {
    let is_append = call.is("java.lang.StringBuilder", "append", "java.lang.String");
    let whole = call.only().filter(|_| is_append)?;
    call.receiver?;
    let mut parts = Vec::new();
    split(code, whole, &mut parts);
    let all_literals = parts.iter().all(|part| part.kind().ends_with("_literal"));
    let fits = |part: &Node<'c>| is_simple(code, *part) && is_value(code, *part);
    if !(2..=MOST_PARTS).contains(&parts.len()) || all_literals || !parts.iter().all(fits) {
        return None;
    }
    let texts: Vec<&str> = parts.iter().map(|part| code.of(*part)).collect();
    let edit = Edit::replace(whole.byte_range(), texts.join(").append("));
    Some(Candidate::new(
        rule,
        whole,
        format!("Append the {} parts one by one", parts.len()),
        vec![edit],
    ))
}

/// The parts of a concatenation from left to right. If the left side of a `+` is not a string, it is an addition.
pub(super) fn split<'c>(code: &Code<'c>, node: Node<'c>, parts: &mut Vec<Node<'c>>) {
    let mut right_parts = Vec::new();
    let mut left = bare(node);
    while left.kind() == "binary_expression"
        && code.is_string(left)
        && right_parts.len() <= MOST_PARTS
    {
        let (Some(one), Some(other)) = (field(left, "left"), field(left, "right")) else {
            break;
        };
        // In `1 + (a + b)`, the parenthesised part becomes text first.
        right_parts.push(bare(other));
        left = bare(one);
    }
    parts.push(left);
    parts.extend(right_parts.into_iter().rev());
}
