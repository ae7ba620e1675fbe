//! Finds the package of a file from its first bytes.

use crate::mask::unescape;

/// The package that a text declares, with dots; empty for the unnamed package. Only the beginning of the text is read, so no tree
/// is needed. Annotations before the declaration, which only `package-info.java` may have, are skipped.
pub fn package_of(text: &str) -> String {
    let mut rest = skip_blank(text.trim_start_matches('\u{feff}'));
    while let Some(annotation) = rest.strip_prefix('@') {
        rest = skip_blank(skip_annotation(annotation));
    }
    let Some(mut rest) = rest.strip_prefix("package") else {
        return String::new();
    };
    let mut name = String::new();
    loop {
        let after_blank = skip_blank(rest);
        if name.is_empty() && after_blank.len() == rest.len() {
            return String::new();
        }
        let end = after_blank.find(|c: char| c.is_whitespace() || matches!(c, '/' | ';'));
        let Some(end) = end.filter(|&end| end > 0) else {
            break;
        };
        name.push_str(&after_blank[..end]);
        rest = &after_blank[end..];
    }
    unescape(&name)
}

fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = if rest.starts_with("//") {
            rest.find(['\n', '\r']).map(|end| &rest[end..])
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/").map(|(_, after)| after)
        } else {
            return rest;
        };
        rest = after.unwrap_or_default().trim_start();
    }
}

/// Skips a name and its arguments, if any. Ignores that strings may contain parentheses.
fn skip_annotation(text: &str) -> &str {
    let name_end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')));
    let rest = skip_blank(&text[name_end.unwrap_or(text.len())..]);
    if !rest.starts_with('(') {
        return rest;
    }
    let mut depth = 0_usize;
    for (at, character) in rest.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 1 => return &rest[at + 1..],
            ')' => depth -= 1,
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::package_of;

    #[test]
    fn the_declaration_is_found_behind_comments_and_annotations() {
        assert_eq!(package_of("package a.b;"), "a.b");
        assert_eq!(
            package_of("\u{feff}/* package x; */ // package y;\n package a . /* */ b ;"),
            "a.b"
        );
        assert_eq!(
            package_of("@A @B.C(value = {(1)}) package \\u0061.b;"),
            "a.b"
        );
    }

    #[test]
    fn no_declaration_is_the_unnamed_package() {
        for text in [
            "",
            "class A { }",
            "packaged.a;",
            "package",
            "/* package a;",
            "@",
            "@A(",
        ] {
            assert_eq!(package_of(text), "", "{text}");
        }
    }
}
