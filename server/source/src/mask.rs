//! Rewrites Java that tree-sitter-java does not know to known Java of the same length.
//!
//! The grammar lacks five things: `import module x;` (JLS 7.5.5), statements before `super(…)` or `this(…)` (JLS 8.8.7), Unicode
//! escapes outside literals (JLS 3.3), a lone carriage return as the end of a comment (JLS 3.4), and a NUL, which ends its text.
//! The parser sees a text in which each is replaced by the same number of bytes, so all offsets stay valid. Names are always
//! read from the original text.

use std::borrow::Cow;

/// The text to parse instead of `text`; borrowed if nothing needs to be replaced.
pub(crate) fn mask(text: &str) -> Cow<'_, str> {
    let mut replacements: Vec<(usize, &'static str)> = Vec::new();
    identifier_escapes(text, &mut replacements);
    module_imports(text, &mut replacements);
    late_constructor_calls(text, &mut replacements);
    lone_carriage_returns(text, &mut replacements);
    replacements.extend(text.match_indices('\0').map(|(at, _)| (at, "\u{1}")));
    if replacements.is_empty() {
        return Cow::Borrowed(text);
    }
    replacements.sort_unstable();
    let mut masked = String::with_capacity(text.len());
    for (at, replacement) in replacements {
        // Two rules never replace the same bytes, but an overlap must not lengthen the text.
        if let Some(between) = text.get(masked.len()..at) {
            masked.push_str(between);
            masked.push_str(replacement);
        }
    }
    masked.push_str(text.get(masked.len()..).unwrap_or_default());
    Cow::Owned(masked)
}

/// Decodes the Unicode escapes of a name.
pub(crate) fn unescape(name: &str) -> String {
    let mut decoded = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find("\\u") {
        decoded.push_str(&rest[..at]);
        let digits = rest[at + 1..].trim_start_matches('u');
        if let Some(character) = escaped_character(digits) {
            decoded.push(character);
            rest = &digits[4..];
        } else {
            decoded.push_str("\\u");
            rest = &rest[at + 2..];
        }
    }
    decoded.push_str(rest);
    decoded
}

fn escaped_character(digits: &str) -> Option<char> {
    let hexadecimal = digits.get(..4)?;
    if !hexadecimal.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    char::from_u32(u32::from_str_radix(hexadecimal, 16).ok()?)
}

/// `\u0041` becomes `_u0041` if the escape stands for a character of an identifier.
fn identifier_escapes(text: &str, replacements: &mut Vec<(usize, &'static str)>) {
    for (at, _) in text.match_indices("\\u") {
        let backslashes = text.as_bytes()[..at]
            .iter()
            .rev()
            .take_while(|&&byte| byte == b'\\')
            .count();
        if backslashes % 2 == 1 {
            continue;
        }
        let digits = text[at + 1..].trim_start_matches('u');
        let in_identifier =
            |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
        if escaped_character(digits).is_some_and(in_identifier) {
            replacements.push((at, "_"));
        }
    }
}

/// `import module a.b;` becomes `import        a.b;`.
fn module_imports(text: &str, replacements: &mut Vec<(usize, &'static str)>) {
    for (at, word) in text.match_indices("module") {
        let before = text[..at].trim_end();
        let after = &text[at + word.len()..];
        let stands_alone = before.len() < at && after.starts_with(char::is_whitespace);
        let names_follow = after
            .trim_start()
            .starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'));
        if before.ends_with("import") && stands_alone && names_follow {
            replacements.push((at, "      "));
        }
    }
}

/// `super(` and `this(` become the method calls `supe_(` and `thi_(` if a statement or a block comes before them. At the start of
/// a body, where the grammar knows them, a `{` comes before.
fn late_constructor_calls(text: &str, replacements: &mut Vec<(usize, &'static str)>) {
    for (word, replacement) in [("super", "supe_"), ("this", "thi_")] {
        for (at, _) in text.match_indices(word) {
            let is_call = text[at + word.len()..].trim_start().starts_with('(');
            if is_call && text[..code_end(&text[..at])].ends_with([';', '}']) {
                replacements.push((at, replacement));
            }
        }
    }
}

/// A `\r` without a following `\n` becomes a `\n`.
fn lone_carriage_returns(text: &str, replacements: &mut Vec<(usize, &'static str)>) {
    let lone = text
        .match_indices('\r')
        .filter(|(at, _)| text.as_bytes().get(at + 1) != Some(&b'\n'));
    replacements.extend(lone.map(|(at, _)| (at, "\n")));
}

/// The end of the last token in `text` that is neither white space nor a comment.
fn code_end(text: &str) -> usize {
    let mut end = text.trim_end().len();
    loop {
        let code = &text[..end];
        let without_comment = if code.ends_with("*/") {
            code.rfind("/*")
        } else {
            let line = code.rfind(['\n', '\r']).map_or(0, |at| at + 1);
            code[line..].find("//").map(|at| line + at)
        };
        match without_comment {
            Some(start) => end = text[..start].trim_end().len(),
            None => return end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_is_left_as_it_is() {
        let text = r#"import a.module; class A { A() { super(); } String s = "\\u0041 \u0022"; }"#;
        assert!(matches!(mask(text), Cow::Borrowed(_)));
    }

    #[test]
    fn what_the_grammar_lacks_keeps_its_length() {
        let cases = [
            ("import module java.base;", "import        java.base;"),
            ("int \\u0061b\\uu00e9;", "int _u0061b_uu00e9;"),
            ("// so\rint a;\r\n", "// so\nint a;\r\n"),
            ("/* \0 */ '\0'", "/* \u{1} */ '\u{1}'"),
            ("A() { f(); super(1); }", "A() { f(); supe_(1); }"),
            (
                "A() { f(); /* so */ // and\n this(1); }",
                "A() { f(); /* so */ // and\n thi_(1); }",
            ),
        ];
        for (text, masked) in cases {
            assert_eq!(mask(text), masked);
            assert_eq!(text.len(), masked.len());
        }
    }

    #[test]
    fn names_are_decoded() {
        assert_eq!(unescape("\\u0061b\\uu00e9"), "abé");
        assert_eq!(unescape("\\u00"), "\\u00");
        assert_eq!(unescape("\\ud800"), "\\ud800");
    }
}
