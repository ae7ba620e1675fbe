//! `builder.append("x")` → `builder.append('x')`.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::Code;
use crate::constant::as_char;
use crate::edit::Edit;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let is_append = ["java.lang.StringBuilder", "java.lang.StringBuffer"]
            .iter()
            .any(|owner| call.is(owner, "append", "java.lang.String"));
        let text = as_char(code, call.only()?).filter(|_| is_append)?;
        let edit = Edit::replace(call.only()?.byte_range(), text.clone());
        Some(Candidate::new(
            rule,
            call.only()?,
            format!("Append the character {text}"),
            vec![edit],
        ))
    };
    Call::all(code).filter_map(one).collect()
}
