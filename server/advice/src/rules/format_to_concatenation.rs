//! `String.format("%s: %s", a, b)` → `a + ": " + b`
//!
//! Only with `%s` and `%%`, and with arguments that are certainly strings, primitive values or boxed numbers: these have the same
//! text in every locale, and none is a `Formattable`. Any other format may depend on the locale.

use crate::call::{Call, may_need_call};
use crate::candidate::Candidate;
use crate::checked::is_value;
use crate::code::{Code, bare};
use crate::constant::plain_string;
use crate::edit::Edit;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    Call::all(code)
        .filter_map(|call| one(code, rule, &call))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, call: &Call<'c>) -> Option<Candidate> {
    let is_format = call.is(
        "java.lang.String",
        "format",
        "java.lang.String,java.lang.Object[]",
    );
    let (format, arguments) = call.arguments.split_first().filter(|_| is_format)?;
    let pieces = pieces(plain_string(code, *format)?)?;
    let wanted = pieces.iter().filter(|piece| piece.is_none()).count();
    if wanted != arguments.len()
        || wanted == 0
        || !arguments.iter().all(|argument| is_value(code, *argument))
        || may_need_call(code, call.node)
    {
        return None;
    }
    let mut parts: Vec<String> = Vec::new();
    let mut arguments = arguments.iter();
    for piece in &pieces {
        match piece {
            Some(text) => parts.push(format!("\"{text}\"")),
            None => parts.push(operand(code, *arguments.next()?)),
        }
    }
    let is_text = |index: usize| pieces.get(index).is_some_and(Option::is_some);
    // The sum of two numbers would be a number, and a single null string would stay null.
    let first_is_string = is_text(0) || is_text(1);
    if !first_is_string {
        parts.insert(0, String::from("\"\""));
    }
    let whole = parts.join(" + ");
    let needs_brackets = call.node.parent().is_none_or(|parent| {
        !matches!(
            parent.kind(),
            "argument_list"
                | "return_statement"
                | "variable_declarator"
                | "assignment_expression"
                | "parenthesized_expression"
        )
    });
    let whole = if needs_brackets {
        format!("({whole})")
    } else {
        whole
    };
    Some(Candidate::new(
        rule,
        call.node,
        "Concatenate instead of String.format",
        vec![Edit::replace(call.node.byte_range(), whole)],
    ))
}

/// The texts of a format, and `None` for each `%s`; `None` if there is any other specifier.
fn pieces(format: &str) -> Option<Vec<Option<String>>> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut characters = format.chars();
    while let Some(character) = characters.next() {
        if character != '%' {
            text.push(character);
            continue;
        }
        match characters.next()? {
            '%' => text.push('%'),
            's' => {
                if !text.is_empty() {
                    pieces.push(Some(std::mem::take(&mut text)));
                }
                pieces.push(None);
            }
            _ => return None,
        }
    }
    if !text.is_empty() {
        pieces.push(Some(text));
    }
    Some(pieces)
}

/// An argument as an operand of `+`.
fn operand(code: &Code<'_>, node: Node<'_>) -> String {
    let text = code.of(node);
    match bare(node).kind() {
        "identifier"
        | "field_access"
        | "method_invocation"
        | "array_access"
        | "string_literal"
        | "decimal_integer_literal"
        | "character_literal"
        | "true"
        | "false" => text.to_owned(),
        _ if node.kind() == "parenthesized_expression" => text.to_owned(),
        _ => format!("({text})"),
    }
}
