//! `"" + n` → `String.valueOf(n)`, for primitive values. Both give the same text.

use crate::candidate::Candidate;
use crate::code::{Code, bare, field};
use crate::edit::Edit;
use crate::imports;
use crate::purity::is_total;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("binary_expression")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let (left, right) = (field(node, "left")?, field(node, "right")?);
    let value = match (code.of(left), code.of(right)) {
        ("\"\"", _) => bare(right),
        (_, "\"\"") => bare(left),
        _ => return None,
    };
    let is_part = node
        .parent()
        .is_some_and(|above| above.kind() == "binary_expression" && code.is_string(above));
    // javac computes constants itself.
    let is_constant = is_total(code, value, &mut |local| local.symbol.constant.is_some());
    if is_part
        || is_constant
        || !code.is_primitive(value)
        || code.of(field(node, "operator")?) != "+"
        || imports::hides_lang(code, "String")
    {
        return None;
    }
    let text = format!("String.valueOf({})", code.of(value));
    let title = "Convert with String.valueOf";
    let edit = Edit::replace(node.byte_range(), text);
    Some(Candidate::new(rule, node, title, vec![edit]))
}
