//! Java text without what the compiler does not see.

/// The text with its comments and white space left out, but for the space that keeps two words or signs apart.
pub(super) fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_apart = false;
    while let Some(first) = rest.chars().next() {
        let length = match comment(rest) {
            0 if first.is_whitespace() => first.len_utf8(),
            length => length,
        };
        if length > 0 {
            is_apart = true;
            rest = &rest[length..];
            continue;
        }
        let last = code.chars().next_back();
        if std::mem::take(&mut is_apart) && last.is_some_and(|last| would_join(last, first)) {
            code.push(' ');
        }
        let length = sign_or_literal(rest, first);
        code.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    code
}

/// The comments of a text.
pub(super) fn comments(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match comment(rest) {
            0 => sign_or_literal(rest, first),
            length => {
                found.push(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    found
}

/// The length of the comment that a text begins with, 0 where it begins with none.
fn comment(text: &str) -> usize {
    match text.as_bytes() {
        [b'/', b'/', ..] => text.find(['\n', '\r']).unwrap_or(text.len()),
        [b'/', b'*', ..] => text[2..].find("*/").map_or(text.len(), |end| end + 4),
        _ => 0,
    }
}

/// The length of the sign or literal that a text begins with.
fn sign_or_literal(text: &str, first: char) -> usize {
    match first {
        '"' if text.starts_with("\"\"\"") => literal(text, "\"\"\"", true),
        '"' => literal(text, "\"", false),
        '\'' => literal(text, "'", false),
        _ => first.len_utf8(),
    }
}

/// True for two signs that mean something else side by side.
fn would_join(one: char, two: char) -> bool {
    let is_word =
        |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '$' | '.' | '"' | '\'');
    let is_operator = |sign: char| "+-*/%<>=&|!^?:".contains(sign);
    is_word(one) && is_word(two) || is_operator(one) && is_operator(two)
}

/// The length of a literal with its quotes; one that does not end goes to the end of its line, or of the text.
fn literal(text: &str, quote: &str, has_lines: bool) -> usize {
    let mut signs = text.char_indices().skip(quote.len());
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => drop(signs.next()),
            '\n' | '\r' if !has_lines => return at,
            _ if text[at..].starts_with(quote) => return at + quote.len(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_and_spaces_make_no_difference_and_all_else_does() {
        let same = [
            "int f() { return a + 1; }",
            "int f(/* nothing */) {\n    // one more\n    return a + 1;\r\n}",
            "/** Says it. */ int f ( ) { return a+1 ; }",
        ];
        for text in same {
            assert_eq!(
                without_comments(text).trim(),
                "int f(){return a+1;}",
                "{text}"
            );
        }
        for (one, two) in [
            ("\"// a\"", "\"// b\""),
            ("a + +b", "a ++b"),
            ("\"\"\"\n  a\n\"\"\"", "\"\"\"\n a\n\"\"\""),
            ("'\"' + \"a b\"", "'\"' + \"a  b\""),
            ("\"\\\"  /* a */\"", "\"\\\"\""),
            ("int a", "inta"),
        ] {
            assert_ne!(without_comments(one), without_comments(two));
        }
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in [
            "\"",
            "'",
            "\"\"\"",
            "/*",
            "//",
            "\\",
            "\"\\",
            "é/* é",
            "'\\u0022'",
            "\"é",
        ] {
            without_comments(text);
        }
    }
}
