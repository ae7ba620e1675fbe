//! `s.equals("")` → `s.isEmpty()`. Both throw if `s` is `null`.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::Code;
use crate::edit::Edit;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let is_equals = call.is("java.lang.String", "equals", "java.lang.Object");
        let empty = call.only().filter(|_| is_equals)?;
        let receiver = call.receiver.filter(|node| code.is_string(*node))?;
        if code.of(empty) != "\"\"" {
            return None;
        }
        let edit = Edit::replace(call.name.start_byte()..call.node.end_byte(), "isEmpty()");
        let title = format!("Ask {}.isEmpty()", short(code.of(receiver)));
        Some(Candidate::new(rule, call.node, title, vec![edit]))
    };
    Call::all(code).filter_map(one).collect()
}

fn short(text: &str) -> &str {
    if text.len() > 30 || text.contains('\n') {
        "…"
    } else {
        text
    }
}
