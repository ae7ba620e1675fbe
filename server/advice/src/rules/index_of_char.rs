//! `s.indexOf("x")` → `s.indexOf('x')`; the same for `lastIndexOf`, with or without a start.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::Code;
use crate::constant::as_char;
use crate::edit::Edit;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let is_search = ["indexOf", "lastIndexOf"].iter().any(|name| {
            call.is("java.lang.String", name, "java.lang.String")
                || call.is("java.lang.String", name, "java.lang.String,int")
        });
        let first = *call.arguments.first().filter(|_| is_search)?;
        let text = as_char(code, first)?;
        Some(Candidate::new(
            rule,
            first,
            format!("Search for the character {text}"),
            vec![Edit::replace(first.byte_range(), text)],
        ))
    };
    Call::all(code).filter_map(one).collect()
}
