//! `IntStream.range(a, b).forEach(i -> { … });` → `for (int i = a; i < b; i++) { … }`
//!
//! The ends are variables and literals, the lambda returns only at its end, and nothing in it captures or changes `i`.

use crate::call::{Call, is_statement};
use crate::candidate::Candidate;
use crate::code::{Code, descendants, field, named};
use crate::edit::Edit;
use crate::local::{Local, is_captured, is_write};
use crate::purity::is_simple;
use attributes::TypeKind;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    Call::all(code)
        .filter_map(|call| one(code, rule, &call))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, call: &Call<'c>) -> Option<Candidate> {
    const STREAM: &str = "java.util.stream.IntStream";
    let is_loop =
        call.is(STREAM, "forEach", "java.util.function.IntConsumer") && is_statement(call.node);
    let range = Call::of(code, call.receiver.filter(|_| is_loop)?)?;
    let lambda = call
        .only()
        .filter(|node| node.kind() == "lambda_expression")?;
    let [from, to] = range.arguments[..] else {
        return None;
    };
    let body = field(lambda, "body")?;
    let counter = parameter(code, field(lambda, "parameters")?)?;
    let is_end = |node: Node<'c>| {
        let is_int = matches!(
            code.kind_of(node),
            Some(TypeKind::Int | TypeKind::Short | TypeKind::Byte | TypeKind::Char)
        );
        is_int && is_simple(code, node)
    };
    let is_own = counter
        .uses(code)
        .all(|used| !is_write(used) && !is_captured(used, body));
    let returns = descendants(body).any(|node| node.kind() == "return_statement");
    let statement = call.node.parent()?;
    // After `case … ->`, a loop needs braces.
    let is_rule = statement
        .parent()
        .is_some_and(|parent| parent.kind() == "switch_rule");
    if is_rule
        || !range.is(STREAM, "range", "int,int")
        || !is_end(from)
        || !is_end(to)
        || !is_own
        || returns
    {
        return None;
    }
    let at = statement.start_byte();
    let (newline, indent) = (code.newline(at), code.indent(at));
    let unit = if indent.contains('\t') { "\t" } else { "    " };
    let block = if body.kind() == "block" {
        code.of(body).to_owned()
    } else {
        format!(
            "{{{newline}{indent}{unit}{};{newline}{indent}}}",
            code.of(body)
        )
    };
    let name = &counter.symbol.name;
    let text = format!(
        "for (int {name} = {}; {name} < {}; {name}++) {block}",
        code.of(from),
        code.of(to)
    );
    let title = "Repeat with a loop instead of a stream";
    let edit = Edit::replace(statement.byte_range(), text);
    Some(Candidate::new(rule, call.node, title, vec![edit]))
}

/// The only parameter of a lambda.
fn parameter<'c>(code: &Code<'c>, parameters: Node<'c>) -> Option<Local<'c>> {
    if let Some(local) = Local::named(code, parameters) {
        return Some(local);
    }
    let [only] = named(parameters)[..] else {
        return None;
    };
    Local::named(code, field(only, "name").unwrap_or(only))
}
