//! Values of literals.

use crate::code::{Code, bare};
use tree_sitter::Node;

/// The value of an `int` literal in decimal or hexadecimal form.
pub(crate) fn int(code: &Code<'_>, node: Node<'_>) -> Option<i32> {
    let node = bare(node);
    let digits = code.of(node).replace('_', "");
    match node.kind() {
        "decimal_integer_literal" => digits.parse().ok(),
        "hex_integer_literal" => {
            let digits = digits.get(2..)?;
            u32::from_str_radix(digits, 16).ok().map(u32::cast_signed)
        }
        _ => None,
    }
}

/// The contents of a string literal; `None` for text blocks and literals with escapes.
pub(crate) fn plain_string<'c>(code: &Code<'c>, node: Node<'_>) -> Option<&'c str> {
    let node = bare(node);
    let text = code.of(node);
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_plain = node.kind() == "string_literal"
        && !text.starts_with("\"\"\"")
        && !inner.contains(['\\', '"']);
    is_plain.then_some(inner)
}

/// The character literal for a string literal of one UTF-16 unit.
pub(crate) fn as_char(code: &Code<'_>, node: Node<'_>) -> Option<String> {
    let node = bare(node);
    let text = code.of(node);
    if node.kind() != "string_literal" || text.starts_with("\"\"\"") {
        return None;
    }
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut characters = inner.chars();
    let is_one = match (characters.next()?, characters.next()) {
        ('\\', Some(escaped)) => "btnfrs\\'\"".contains(escaped) && characters.next().is_none(),
        (one, None) => one.len_utf16() == 1,
        _ => false,
    };
    is_one.then(|| match inner {
        "'" => String::from(r"'\''"),
        "\\\"" => String::from("'\"'"),
        other => format!("'{other}'"),
    })
}
