//! `for (…) { … values[i] + values[i + 1] … }` → `final int[] localValues = values; for (…) { … localValues[i] … }`
//!
//! `values` is a field with one value while the loop runs: a final one, or one that the loop, which runs only its own code, does
//! not write. Reading a field of `this` throws nothing. Reading a static field initialises its class, which must already be
//! initialised.

use crate::candidate::Candidate;
use crate::checked::is_checked;
use crate::class_init::is_initialised;
use crate::code::{Code, is_within};
use crate::edit::Edit;
use crate::imports;
use crate::invariant_loops::{field_of, is_settled};
use crate::local::{is_captured, is_write};
use crate::loops::{around, is_loop};
use crate::place;
use tree_sitter::Node;

/// With fewer reads, a variable is not worthwhile.
const LEAST_READS: usize = 2;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let mut done: Vec<(usize, Node<'_>)> = Vec::new();
    let mut found = Vec::new();
    for kind in ["identifier", "field_access"] {
        for node in code.all(kind) {
            let Some((index, repeated)) = place_of(code, node) else {
                continue;
            };
            if !done.contains(&(index, repeated)) {
                done.push((index, repeated));
                found.extend(one(code, rule, index, repeated));
            }
        }
    }
    found
}

/// The field that a name reads, and the outermost loop in which it has one value.
fn place_of<'c>(code: &Code<'c>, node: Node<'c>) -> Option<(usize, Node<'c>)> {
    let read = field_of(code, node).filter(|_| !is_write(node))?;
    if read.1.is_static && !is_initialised(code, node, read.0) {
        return None;
    }
    let loops = std::iter::successors(around(node), |inner| around(*inner));
    let settled = loops.take_while(|repeated| is_settled(code, read, *repeated));
    Some((read.0, settled.last()?))
}

fn one<'c>(
    code: &Code<'c>,
    rule: &'static str,
    index: usize,
    repeated: Node<'c>,
) -> Option<Candidate> {
    let is_read = |node: &Node<'c>| {
        let inside = around(*node).is_some_and(|inner| is_within(inner, repeated));
        inside
            && is_within(*node, repeated)
            && field_of(code, *node).is_some()
            && !is_captured(*node, repeated)
    };
    let reads: Vec<Node<'c>> = code.uses(index).iter().copied().filter(is_read).collect();
    let first = *reads.first().filter(|_| reads.len() >= LEAST_READS)?;
    // Elsewhere, a field of type `T` may have the type `String`. Java checks the class only where the loop needs it.
    if !reads.iter().all(|read| is_checked(code, *read)) {
        return None;
    }
    debug_assert!(is_loop(repeated), "only loops are looked for");
    let symbol = code.symbol(index)?;
    let of_type = imports::written(code, &code.type_of_symbol(symbol)?.written)?;
    let mut letters = symbol.name.chars();
    let capital: String = letters.next()?.to_uppercase().chain(letters).collect();
    let name = code.new_name(&format!("local{capital}"));
    let text = code.of(first);
    let added = format!("final {of_type} {name} = {text};");
    let mut edits = vec![place::before(code, repeated, &added)?];
    edits.extend(
        reads
            .iter()
            .map(|read| Edit::replace(read.byte_range(), name.clone())),
    );
    let title = format!("Read {text} once, before the loop");
    Some(Candidate::new(rule, first, title, edits))
}
