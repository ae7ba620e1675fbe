//! `builder.toString().length()` → `builder.length()`; the same for `indexOf`, `lastIndexOf` and `substring`.
//!
//! The arguments are variables and literals, so they do not change the builder after its conversion to a string.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::Code;
use crate::edit::Edit;
use crate::purity::is_simple;

/// Methods of both builders and strings, with the same results and exceptions.
const SAME: [(&str, &str); 7] = [
    ("indexOf", "java.lang.String"),
    ("indexOf", "java.lang.String,int"),
    ("lastIndexOf", "java.lang.String"),
    ("lastIndexOf", "java.lang.String,int"),
    ("length", ""),
    ("substring", "int"),
    ("substring", "int,int"),
];

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let is_same = SAME
            .iter()
            .any(|(name, parameters)| call.is("java.lang.String", name, parameters));
        let text = Call::of(code, call.receiver.filter(|_| is_same)?)?;
        let is_text = text.method.name == "toString" && text.arguments.is_empty();
        let builder = text.receiver.filter(|_| is_text)?;
        let known = code.type_of(builder)?;
        let is_builder = known.is("java.lang.StringBuilder") || known.is("java.lang.StringBuffer");
        if !is_builder || !call.arguments.iter().all(|node| is_simple(code, *node)) {
            return None;
        }
        let edit = Edit::replace(builder.end_byte()..text.node.end_byte(), "");
        let title = format!("Ask the builder for {}", call.method.name);
        Some(Candidate::new(rule, call.node, title, vec![edit]))
    };
    Call::all(code).filter_map(one).collect()
}
