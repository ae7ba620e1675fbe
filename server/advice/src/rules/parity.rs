//! `x % 8 == 0` → `(x & 7) == 0`, for `int` and `long`, powers of two, and `==` or `!=` with 0.
//!
//! The remainder of a negative number is negative, so no other comparison gives the same result.

use crate::candidate::Candidate;
use crate::code::{Code, bare, field};
use crate::constant;
use crate::edit::Edit;
use attributes::TypeKind;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("binary_expression")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one(code: &Code<'_>, rule: &'static str, node: Node<'_>) -> Option<Candidate> {
    let operator = code.of(field(node, "operator")?);
    let (left, right) = (field(node, "left")?, field(node, "right")?);
    let remainder = bare(left);
    let is_test = matches!(operator, "==" | "!=") && constant::int(code, right) == Some(0);
    let is_remainder =
        remainder.kind() == "binary_expression" && code.of(field(remainder, "operator")?) == "%";
    if !is_test || !is_remainder {
        return None;
    }
    let (value, divisor) = (field(remainder, "left")?, field(remainder, "right")?);
    let is_whole = matches!(
        code.kind_of(value)?,
        TypeKind::Int | TypeKind::Long | TypeKind::Short | TypeKind::Byte | TypeKind::Char
    );
    let divisor = constant::int(code, divisor).filter(|number| *number > 1 && is_whole)?;
    if divisor.count_ones() != 1 {
        return None;
    }
    // `&` binds more weakly than `%`, so a sum on its left stays a sum. The parentheses keep the rest.
    let text = format!("({} & {})", code.of(value), divisor - 1);
    Some(Candidate::new(
        rule,
        node,
        format!("Test with & {} instead of % {divisor}", divisor - 1),
        vec![Edit::replace(left.byte_range(), text)],
    ))
}
