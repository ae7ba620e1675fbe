//! `String s = ""; for (…) s += x;` → a `StringBuilder` that the loop appends to.
//!
//! In the loop, the string occurs only in `s += x` and `s = s + x + y`, where a string, a primitive or a boxed value is added.
//! Of several, none runs code. The loop ends normally, or by a `break`, `return` or exception after which no code can read the
//! string. Both texts check the class of an added string, and neither that of a boxed number.

use super::append_concatenation::{MOST_PARTS, split};
use crate::candidate::Candidate;
use crate::checked::is_value;
use crate::code::{Code, ancestors, descendants, field, is_within};
use crate::edit::Edit;
use crate::imports;
use crate::local::{Local, is_captured, is_write};
use crate::loops::{around, is_loop};
use crate::place;
use crate::purity::{is_simple, is_total};
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("local_variable_declaration")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, statement: Node<'c>) -> Option<Candidate> {
    let local = Local::named(code, field(field(statement, "declarator")?, "name")?)?;
    let (declarator, _) = local.declaration()?;
    let value = field(declarator, "value")?;
    // It is not null, which `+=` would turn into text.
    let is_text =
        code.type_of_symbol(local.symbol)?.is_string() && value.kind() == "string_literal";
    let scope = statement.parent().filter(|_| is_text)?;
    // The outermost loop in the scope that adds to it. There is only one.
    let uses: Vec<Node<'c>> = local.uses(code).collect();
    let first = uses.iter().find(|node| is_write(**node))?;
    let mut repeated = around(*first)?;
    while let Some(outer) = around(repeated).filter(|outer| is_within(*outer, scope)) {
        repeated = outer;
    }
    if !is_within(repeated, scope) || repeated.parent() != Some(scope) || is_in_try(repeated, scope)
    {
        return None;
    }
    let mut appended: Vec<Appending<'c>> = Vec::new();
    for node in &uses {
        let is_inside = is_within(*node, repeated);
        if !is_inside && node.start_byte() > repeated.start_byte() {
            continue;
        }
        if !is_inside {
            // Between declaration and loop, nothing may depend on which of the two has the text.
            return None;
        }
        if appended.last().and_then(|last| last.before) == Some(*node) {
            continue;
        }
        appended.push(appending(code, *node).filter(|_| !is_captured(*node, scope))?);
    }
    if !leaves_plainly(repeated) || !may_end(code, repeated) {
        return None;
    }
    let name = code.new_name(&format!("{}Builder", local.symbol.name));
    let string = &local.symbol.name;
    let created = format!("StringBuilder {name} = new StringBuilder({string});");
    let mut edits = vec![
        place::before(code, repeated, &created)?,
        place::after(code, repeated, &format!("{string} = {name}.toString();"))?,
    ];
    if imports::hides_lang(code, "StringBuilder") {
        return None;
    }
    for one in &appended {
        let mut open = format!("{name}.append(");
        let mut at = one.assignment.start_byte();
        for part in &one.parts {
            edits.push(Edit::replace(at..part.start_byte(), open));
            open = String::from(").append(");
            at = part.end_byte();
        }
        edits.push(Edit::replace(at..one.assignment.end_byte(), ")"));
    }
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    Some(Candidate::new(
        rule,
        appended.first()?.assignment,
        format!("Build {string} with a StringBuilder"),
        edits,
    ))
}

/// A statement that adds something to the end of a string.
struct Appending<'c> {
    assignment: Node<'c>,
    /// The string before the first `+`, as in `s = s + x`.
    before: Option<Node<'c>>,
    parts: Vec<Node<'c>>,
}

/// The statement with this name of a string on its left.
fn appending<'c>(code: &Code<'c>, node: Node<'c>) -> Option<Appending<'c>> {
    let assignment = node.parent()?;
    let is_statement = assignment.kind() == "assignment_expression"
        && field(assignment, "left") == Some(node)
        && assignment.parent()?.kind() == "expression_statement";
    let right = field(assignment, "right").filter(|_| is_statement)?;
    let (before, parts) = match code.of(field(assignment, "operator")?) {
        "+=" => (None, vec![right]),
        "=" => {
            let mut parts = Vec::new();
            split(code, right, &mut parts);
            let (before, added) = parts.split_first()?;
            let is_same = code.symbol_of(*before) == code.symbol_of(node);
            (is_same && !added.is_empty()).then(|| (Some(*before), added.to_vec()))?
        }
        _ => return None,
    };
    let is_text = |part: &Node<'c>| {
        code.type_of(*part).is_some_and(|known| {
            known.is_primitive() || known.is_string() || known.unboxed().is_some()
        })
    };
    // The first of several is appended before the next one is evaluated.
    let is_plain = |part: &Node<'c>| is_simple(code, *part) && is_value(code, *part);
    let fits = match &parts[..] {
        [one] => is_text(one),
        several => several.len() <= MOST_PARTS && several.iter().all(is_plain),
    };
    fits.then_some(Appending {
        assignment,
        before,
        parts,
    })
}

/// Whether an exception in the loop leads to code of the method that could read the string.
fn is_in_try<'c>(node: Node<'c>, scope: Node<'c>) -> bool {
    ancestors(node)
        .take_while(|above| is_within(*above, scope) && *above != scope)
        .any(|above| {
            matches!(
                above.kind(),
                "try_statement" | "try_with_resources_statement"
            )
        })
}

/// Whether the loop has no jumps to labels. Then `break` and `continue` stay inside or end it.
fn leaves_plainly(repeated: Node<'_>) -> bool {
    descendants(repeated).all(|node| match node.kind() {
        "break_statement" | "continue_statement" => crate::code::named(node).is_empty(),
        "yield_statement" => false,
        _ => true,
    })
}

/// Whether a statement after the loop can be reached. javac refuses unreachable statements.
fn may_end<'c>(code: &Code<'c>, repeated: Node<'c>) -> bool {
    if repeated.kind() == "enhanced_for_statement" {
        return true;
    }
    let is_constant = |condition| {
        is_total(code, condition, &mut |local| {
            local.symbol.constant.is_some()
        })
    };
    let is_tested = field(repeated, "condition").is_some_and(|node| !is_constant(node));
    let breaks = |node: Node<'c>| {
        let mut around = ancestors(node);
        let left = around.find(|above| is_loop(*above) || above.kind() == "switch_expression");
        node.kind() == "break_statement" && left == Some(repeated)
    };
    is_tested || descendants(repeated).any(breaks)
}
