//! `for (int i = 0; i < s.length(); i++)` → `for (int i = 0, length = s.length(); i < length; i++)`
//!
//! `s` is a string in a variable that the loop does not change. Strings do not change, and if `s` is `null`, the first test
//! throws as before. javac does not move such a call. Lists may change, so they are not included.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::{Code, bare, field};
use crate::edit::Edit;
use crate::local::Local;
use crate::loops::Counted;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("for_statement")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let counted = Counted::of(code, node)?;
    let asked = bare(counted.to);
    let call = Call::of(code, asked)?;
    let is_length = call.is("java.lang.String", "length", "");
    let string = Local::named(code, call.receiver.filter(|_| is_length)?)?;
    if !string.is_unchanged_in(code, node) || !string.is_declared_outside(node) {
        return None;
    }
    let title = format!("Ask for {} once", code.of(asked));
    Some(once(code, rule, &counted, "length", title))
}

/// Makes a loop compute its end once, in a separate variable.
pub(super) fn once<'c>(
    code: &Code<'c>,
    rule: &'static str,
    counted: &Counted<'c>,
    name: &str,
    title: String,
) -> Candidate {
    let end = bare(counted.to);
    let name = code.new_name(name);
    let of_counter = counted
        .counter
        .declared
        .parent()
        .and_then(|one| one.parent());
    let of_type = of_counter.and_then(|declaration| field(declaration, "type"));
    let mut edits = vec![
        Edit::insert(
            counted.from.end_byte(),
            format!(", {name} = {}", code.of(end)),
        ),
        Edit::replace(counted.to.byte_range(), name),
    ];
    // `var` can declare only one variable.
    if let Some(of_type) = of_type.filter(|of_type| code.of(*of_type) == "var") {
        edits.insert(0, Edit::replace(of_type.byte_range(), "int"));
    }
    Candidate::new(rule, end, title, edits)
}
