//! `for (int i = 0; i < a.length; i++) a[i] = v;` → `Arrays.fill(a, v);`
//!
//! The value is a literal, a constant or a variable that nothing changes, and has the type of the elements. So each element gets
//! the same value, and no other `fill` applies.

use super::array_copy::{element, length_of};
use crate::candidate::Candidate;
use crate::code::{Code, bare, field, named};
use crate::edit::Edit;
use crate::imports;
use crate::local::Local;
use crate::loops::Counted;
use crate::purity::is_simple;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("for_statement")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let counted = Counted::of(code, node).filter(|counted| counted.starts_at_zero(code))?;
    let array = length_of(code, counted.to)?;
    let statement = counted.only_statement()?;
    let assignment = named(statement)
        .first()
        .copied()
        .filter(|_| statement.kind() == "expression_statement")?;
    let is_plain = assignment.kind() == "assignment_expression"
        && code.of(field(assignment, "operator")?) == "=";
    let target = element(code, field(assignment, "left")?, &counted)?;
    let value = bare(field(assignment, "right")?);
    let of_element = code
        .type_of_symbol(array.symbol)?
        .erased
        .strip_suffix("[]")?;
    let of_value = code.type_of(value)?;
    let is_same_type = of_value.is_primitive() && of_value.erased == of_element;
    let is_fixed = is_simple(code, value)
        && code.symbol_of(value) != Some(counted.counter.index)
        && Local::named(code, value).is_none_or(|local| local.is_unchanged(code));
    if !is_plain
        || target.index != array.index
        || !array.is_unchanged(code)
        || !is_same_type
        || !is_fixed
    {
        return None;
    }
    let (arrays, import) = imports::name(code, "java.util.Arrays");
    let (name, value) = (array.symbol.name.as_str(), code.of(value));
    let mut edits: Vec<Edit> = import.into_iter().collect();
    edits.push(Edit::replace(
        node.byte_range(),
        format!("{arrays}.fill({name}, {value});"),
    ));
    Some(Candidate::new(
        rule,
        node,
        format!("Fill {name} with Arrays.fill"),
        edits,
    ))
}
