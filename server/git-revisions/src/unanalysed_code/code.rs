//! Removes the comments from text of languages other than Java, if they are certain to be comments. Doubtful text stays as it
//! is.

use std::borrow::Cow;

/// The syntax of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Kotlin,
    Scala,
    Groovy,
}

/// The part of a text that is compared with another version, by the extension of its file: the lines without comments, or the
/// whole text.
pub(super) fn code<'t>(extension: &str, text: &'t [u8]) -> Cow<'t, [u8]> {
    let language = [
        ("kt", Language::Kotlin),
        ("scala", Language::Scala),
        ("groovy", Language::Groovy),
    ];
    let mut known = language.into_iter();
    let known = known.find(|(end, _)| extension.eq_ignore_ascii_case(end));
    let lines = known.and_then(|(_, language)| {
        let text = std::str::from_utf8(text).ok()?;
        lines(language, text)
    });
    lines.map_or(Cow::Borrowed(text), |lines| Cow::Owned(lines.into_bytes()))
}

/// The lines that contain code, without what follows the code; `None` if it is not certain what is a comment.
///
/// In these languages, the end of a line ends a statement, and so does a blank line in Scala. Both stay.
fn lines(language: Language, text: &str) -> Option<String> {
    // Escapes may be replaced before anything else, and `${` starts code in a string.
    if text.contains("\\u") || text.contains("${") {
        return None;
    }
    let mut code = String::with_capacity(text.len());
    let mut line = String::new();
    let mut has_comment = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\n' | '\r' => {
                let is_blank = line.trim().is_empty();
                let is_kept = !is_blank || language == Language::Scala && !has_comment;
                if is_kept && !(is_blank && code.ends_with("\n\n")) {
                    code.push_str(line.trim_end());
                    code.push('\n');
                }
                line.clear();
                has_comment = false;
                if rest.starts_with("\r\n") { 2 } else { 1 }
            }
            '/' if rest.starts_with("//") => {
                has_comment = true;
                rest.find(['\n', '\r']).unwrap_or(rest.len())
            }
            '/' if rest.starts_with("/*") => {
                let length = comment(language, rest)?;
                let behind = rest[length..].split(['\n', '\r']).next()?;
                let is_long = rest[..length].contains(['\n', '\r']);
                // Whether its line ends end a statement depends on the language.
                if is_long && !(line.trim().is_empty() && behind.trim().is_empty()) {
                    return None;
                }
                has_comment = true;
                line.push(' ');
                length
            }
            _ => {
                let length = piece(language, rest, first)?;
                line.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    code.push_str(line.trim_end());
    Some(code.trim_end().to_owned())
}

/// The length of the comment at the start of a text.
fn comment(language: Language, text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        if rest.starts_with("/*") && (depth == 0 || language != Language::Groovy) {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += rest.chars().next()?.len_utf8();
        }
    }
}

/// The length of the sign or literal at the start of a text.
fn piece(language: Language, text: &str, first: char) -> Option<usize> {
    let second = text[first.len_utf8()..].chars().next();
    match first {
        // Slashes start strings, and elements start text.
        '/' if language == Language::Groovy => None,
        '<' if language == Language::Scala
            && second.is_some_and(|next| !" =-:\n".contains(next)) =>
        {
            None
        }
        '"' if text.starts_with("\"\"\"") => long(language, text, "\"\"\""),
        '\'' if language == Language::Groovy && text.starts_with("'''") => {
            long(language, text, "'''")
        }
        '"' | '`' => short(text, first),
        '\'' if language == Language::Groovy => short(text, first),
        '\'' => {
            let mut signs = text.char_indices().skip(1);
            let (_, one) = signs.next()?;
            let closing = signs.next().filter(|(_, sign)| *sign == '\'');
            match closing {
                _ if one == '\\' => short(text, first),
                Some((at, _)) => Some(at + 1),
                // The name of a symbol.
                None => Some(1),
            }
        }
        _ => Some(first.len_utf8()),
    }
}

/// The length of a literal that ends on its line.
fn short(text: &str, quote: char) -> Option<usize> {
    let mut signs = text.char_indices().skip(1);
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\n' | '\r' => return None,
            '\\' if quote != '`' => drop(signs.next()),
            _ if sign == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a literal with several lines; only Groovy has escapes in it.
fn long(language: Language, text: &str, quote: &str) -> Option<usize> {
    let mut at = quote.len();
    loop {
        let rest = text.get(at..)?;
        if rest.starts_with(quote) {
            let end = at + quote.len();
            // If there are more than three quotes, the last three end it.
            let sign = quote.chars().next()?;
            return (!text[end..].starts_with(sign)).then_some(end);
        }
        let sign = rest.chars().next()?;
        if sign == '\\' && language == Language::Groovy {
            return None;
        }
        at += sign.len_utf8();
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    fn is_same(extension: &str, one: &str, two: &str) -> bool {
        code(extension, one.as_bytes()) == code(extension, two.as_bytes())
    }

    #[test]
    fn comments_are_no_code() {
        let text = "fun f(n: Int): Int {\n    return n + 1\n}\n";
        for other in [
            "// one\nfun f(n: Int): Int { // two\r\n    return n + 1 /* three */\n}",
            "/** Says\n * it. */\nfun f(n: Int): Int {\n    /* three */\n    return n + 1\n}\n",
        ] {
            for extension in ["kt", "KT", "scala", "groovy"] {
                assert!(is_same(extension, text, other), "{extension}: {other}");
            }
        }
        let nested = format!("/* a /* b */ c */\n{text}");
        assert!(is_same("kt", text, &nested) && is_same("scala", text, &nested));
        assert!(!is_same("groovy", text, &nested));
        assert!(is_same("kt", text, &format!("\n\n{text}\n")));
        assert!(is_same(
            "kt",
            "val a = 1\n\nval b = 2",
            "val a = 1\nval b = 2"
        ));
        assert!(!is_same("scala", "f\n\n{ g }", "f\n{ g }"));
        assert!(is_same("scala", "f\n{ g }", "f\n// h\n{ g }"));
        // Other languages are not known.
        assert!(!is_same("clj", "; a", "; b") && !is_same("clj", "// a", "// b"));
    }

    #[test]
    fn code_is_no_comment() {
        for (extension, one, two) in [
            ("kt", "val a = \"// a\"", "val a = \"// b\""),
            (
                "kt",
                "val a = \"\\\"/*\"\nf()\n/**/",
                "val a = \"\\\"/*\"\ng()\n/**/",
            ),
            (
                "kt",
                "val a = \"\"\"\n// a\n\"\"\"",
                "val a = \"\"\"\n// b\n\"\"\"",
            ),
            (
                "kt",
                "val a = \"\"\"\\\"\"\"\n// a\n",
                "val a = \"\"\"\\\"\"\"\n b\n",
            ),
            ("kt", "val a = '\"' // a\"\nf()", "val a = '\"' // a\"\ng()"),
            (
                "kt",
                "val a = \"${ f(\"/*\") }\"\nf()\n/**/",
                "val a = \"${ f(\"/*\") }\"\ng()\n/**/",
            ),
            ("kt", "fun `a // b`() = f()", "fun `a // b`() = g()"),
            ("kt", "/* /* */ f() */", "/* /* */ g() */ f()"),
            ("kt", "a /*\n*/ - b", "a - b"),
            (
                "scala",
                "val a = '\"'; val b = 1 // \"",
                "val a = '\"'; val b = 2 // \"",
            ),
            ("scala", "val a = <a>// a</a>", "val a = <a>// b</a>"),
            ("scala", "val a = 'b; f()", "val a = 'b; g()"),
            (
                "groovy",
                "def a = /\"/\ndef b = 1 // \"",
                "def a = /\"/\ndef b = 2 // \"",
            ),
            (
                "groovy",
                "def a = /x//* a */\nf()",
                "def a = /x//* b */\nf()",
            ),
            ("groovy", "def a = '// a'", "def a = '// b'"),
            ("groovy", "def a = '''\n// a\n'''", "def a = '''\n// b\n'''"),
            ("groovy", "// \\u000a f()", "// \\u000a g()"),
            ("groovy", "a\nb", "a b"),
        ] {
            assert!(!is_same(extension, one, two), "{extension}: {one}");
        }
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in [
            "\"",
            "'",
            "'é",
            "'\\",
            "`",
            "/*",
            "*/",
            "/",
            "\"\"\"",
            "\"\"\"\"\"\"\"",
            "'''",
            "é/*é",
            "<",
            "\\",
            "/* /*/",
        ] {
            for extension in ["kt", "scala", "groovy"] {
                code(extension, text.as_bytes());
            }
        }
        assert_eq!(code("kt", b"\xff// a"), &b"\xff// a"[..]);
    }
}
