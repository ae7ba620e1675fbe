//! `int sum = Arrays.stream(a).sum();` → a loop over `a`.
//!
//! Only for `int` and `long` arrays, because a stream corrects rounding when it adds `double` values. The array is a variable, so
//! `null` throws as before.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::{Code, field};
use crate::edit::Edit;
use crate::local::Local;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    Call::all(code)
        .filter_map(|call| one(code, rule, &call))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, call: &Call<'c>) -> Option<Candidate> {
    let kind = match &call.method.owner[..] {
        "java.util.stream.IntStream" => "int",
        "java.util.stream.LongStream" => "long",
        _ => return None,
    };
    let stream = Call::of(code, call.receiver?)?;
    let is_sum = call.method.name == "sum"
        && call.arguments.is_empty()
        && stream.is("java.util.Arrays", "stream", &format!("{kind}[]"));
    let array = Local::named(code, stream.only().filter(|_| is_sum)?)?;
    let declarator = call.node.parent()?;
    let statement = declarator.parent()?;
    let target = Local::named(code, field(declarator, "name")?)?;
    let is_declaration = target.declaration() == Some((declarator, statement))
        && code.type_of_symbol(target.symbol)?.erased == kind
        && code.of(field(statement, "type")?) == kind
        && !statement_is_final(code, statement)
        && is_in_block(statement);
    // A variable that changes later cannot be captured; one that does not change may be.
    let scope = statement.parent()?;
    let is_captured = target
        .uses(code)
        .any(|node| crate::local::is_captured(node, scope));
    if !is_declaration || is_captured {
        return None;
    }
    let (name, value) = (&target.symbol.name, code.new_name("value"));
    let at = statement.start_byte();
    let (newline, indent) = (code.newline(at), code.indent(at));
    let unit = if indent.contains('\t') { "\t" } else { "    " };
    let array = &array.symbol.name;
    let text = format!(
        "{kind} {name} = 0;{newline}{indent}for ({kind} {value} : {array}) {{{newline}{indent}{unit}{name} += {value};{newline}{indent}}}"
    );
    Some(Candidate::new(
        rule,
        call.node,
        format!("Sum up {array} with a loop"),
        vec![Edit::replace(statement.byte_range(), text)],
    ))
}

fn statement_is_final(code: &Code<'_>, statement: Node<'_>) -> bool {
    crate::code::named(statement)
        .iter()
        .any(|child| child.kind() == "modifiers" && !code.of(*child).is_empty())
}

fn is_in_block(statement: Node<'_>) -> bool {
    statement
        .parent()
        .is_some_and(|parent| parent.kind() == "block")
}
