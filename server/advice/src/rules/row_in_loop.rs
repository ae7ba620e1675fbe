//! `for (int j = 0; j < a[i].length; j++) … a[i][j] …` → `final int[] row = a[i]; for (int j = 0; j < row.length; j++) … row[j] …`
//!
//! The first test reads `a[i]` anyway, so it throws as before. Computing the counter's first value throws nothing. The loop
//! changes neither `a` nor `i`, stores no row, and calls nothing that could.

use crate::candidate::Candidate;
use crate::code::{Code, bare, descendants, field};
use crate::edit::Edit;
use crate::imports;
use crate::invariant_loops::runs_only_itself;
use crate::local::{Local, is_captured};
use crate::loops::Counted;
use crate::place;
use crate::purity::is_total;
use attributes::TypeKind;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("for_statement")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let counted = Counted::of(code, node)?;
    let to = bare(counted.to);
    if to.kind() != "field_access" || code.of(field(to, "field")?) != "length" {
        return None;
    }
    let row = field(to, "object")?;
    let (array, index) = row_of(code, row)?;
    let is_fixed = [array, index]
        .iter()
        .all(|local| local.is_unchanged_in(code, node) && local.is_declared_outside(node));
    let rows: Vec<Node<'c>> = descendants(node)
        .filter(|other| {
            row_of(code, *other)
                .is_some_and(|(one, other)| (one.index, other.index) == (array.index, index.index))
        })
        .collect();
    if !is_fixed
        || rows.len() < 2
        || !is_total(code, counted.from, &mut |_| true)
        || index.index == counted.counter.index
        || rows
            .iter()
            .any(|row| is_captured(*row, node) || crate::local::is_write(*row))
        || !stores_no_row(code, node)
    {
        return None;
    }
    let of_type = imports::written(code, &code.type_of(row)?.written)?;
    let name = code.new_name("row");
    let added = format!("final {of_type} {name} = {};", code.of(row));
    let mut edits = vec![place::before(code, node, &added)?];
    edits.extend(
        rows.iter()
            .map(|row| Edit::replace(row.byte_range(), name.clone())),
    );
    let title = format!("Read {} once, before the loop", code.of(row));
    Some(Candidate::new(rule, row, title, edits))
}

/// The variables in `a[i]`, if that is an array itself.
fn row_of<'c>(code: &Code<'c>, node: Node<'c>) -> Option<(Local<'c>, Local<'c>)> {
    let is_row = node.kind() == "array_access" && code.kind_of(node) == Some(TypeKind::Array);
    let array = Local::named(code, field(node, "array").filter(|_| is_row)?)?;
    let index = Local::named(code, bare(field(node, "index")?))?;
    Some((array, index))
}

/// Whether a loop stores arrays only in variables, and runs only its own code.
fn stores_no_row<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    let stores_row = |inner: Node<'c>| {
        let left = field(inner, "left").filter(|_| inner.kind() == "assignment_expression");
        left.is_some_and(|left| !code.is_primitive(left) && left.kind() != "identifier")
    };
    runs_only_itself(code, node) && !descendants(node).any(stores_row)
}
