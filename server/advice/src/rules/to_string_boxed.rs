//! `Integer.valueOf(n).toString()` → `Integer.toString(n)`; the same for the other boxed types.

use crate::boxed_call::on_new_box;
use crate::candidate::Candidate;
use crate::code::Code;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    on_new_box(code, rule, "toString", "Convert without boxing")
}
