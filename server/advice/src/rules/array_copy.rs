//! `for (int i = 0; i < a.length; i++) b[i] = a[i];` → `System.arraycopy(a, 0, b, 0, a.length);`
//!
//! `b` must be a new array with the length and type of `a`. Then no index is out of bounds, every element fits, and the two do
//! not overlap.

use crate::candidate::Candidate;
use crate::code::{Code, bare, field, named};
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
    let counted = Counted::of(code, node).filter(|counted| counted.starts_at_zero(code))?;
    let source = length_of(code, counted.to)?;
    let statement = counted.only_statement()?;
    let assignment = named(statement)
        .first()
        .copied()
        .filter(|_| statement.kind() == "expression_statement")?;
    let is_plain = assignment.kind() == "assignment_expression"
        && code.of(field(assignment, "operator")?) == "=";
    let target = element(code, field(assignment, "left")?, &counted)?;
    let read = element(code, bare(field(assignment, "right")?), &counted)?;
    let is_unchanged = source.is_unchanged(code) && target.is_unchanged(code);
    let is_same_type = {
        let of = code.type_of_symbol(source.symbol)?;
        let to = code.type_of_symbol(target.symbol)?;
        of.erased == to.erased && of.written == to.written
    };
    if !is_plain
        || read.index != source.index
        || target.index == source.index
        || !is_unchanged
        || !is_same_type
        || !is_new_of_length(code, target, source)?
        || code.has_name("System") && !names_lang_system(code)
    {
        return None;
    }
    let (from, to) = (source.symbol.name.as_str(), target.symbol.name.as_str());
    let text = format!("System.arraycopy({from}, 0, {to}, 0, {from}.length);");
    Some(Candidate::new(
        rule,
        node,
        format!("Copy {from} with System.arraycopy"),
        vec![Edit::replace(node.byte_range(), text)],
    ))
}

/// Whether every `System` in the text is that of `java.lang`.
fn names_lang_system(code: &Code<'_>) -> bool {
    code.all("identifier")
        .filter(|node| code.of(*node) == "System")
        .all(|node| {
            let symbol = code.symbol_of(node).and_then(|index| code.symbol(index));
            symbol.is_some_and(|symbol| symbol.name == "java.lang.System")
        })
}

/// The variable in `a.length`.
pub(super) fn length_of<'c>(code: &Code<'c>, node: Node<'c>) -> Option<Local<'c>> {
    let node = bare(node);
    if node.kind() != "field_access" || code.of(field(node, "field")?) != "length" {
        return None;
    }
    let array = Local::named(code, field(node, "object")?)?;
    let kind = code.type_of_symbol(array.symbol)?.kind;
    (kind == attributes::TypeKind::Array).then_some(array)
}

/// The variable in `a[i]`.
pub(super) fn element<'c>(
    code: &Code<'c>,
    node: Node<'c>,
    counted: &Counted<'c>,
) -> Option<Local<'c>> {
    if node.kind() != "array_access" {
        return None;
    }
    let index = bare(field(node, "index")?);
    let is_counter = code.symbol_of(index) == Some(counted.counter.index);
    Local::named(code, field(node, "array")?).filter(|_| is_counter)
}

fn is_new_of_length<'c>(code: &Code<'c>, target: Local<'c>, source: Local<'c>) -> Option<bool> {
    let (declarator, _) = target.declaration()?;
    let value = field(declarator, "value")?;
    if value.kind() != "array_creation_expression"
        || code.type_of(value)?.erased != code.type_of_symbol(source.symbol)?.erased
    {
        return None;
    }
    let dimensions: Vec<_> = named(value)
        .into_iter()
        .filter(|child| child.kind() == "dimensions_expr")
        .collect();
    let [dimension] = dimensions[..] else {
        return None;
    };
    let length = length_of(code, *named(dimension).first()?)?;
    Some(length.index == source.index)
}
