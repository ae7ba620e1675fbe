//! `Double.valueOf(d).hashCode()` → `Double.hashCode(d)`; the same for the other boxed types.

use crate::boxed_call::on_new_box;
use crate::candidate::Candidate;
use crate::code::Code;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let title = "Compute the hash code without boxing";
    on_new_box(code, rule, "hashCode", title)
}
