//! Code that is the same but for the names of its locals and parameters, and executes the same.

use super::code::sign_or_literal;
use std::collections::{BTreeMap, BTreeSet};

/// Words before a name that are no type of it.
const NO_TYPES: [&str; 48] = [
    "abstract",
    "assert",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "interface",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "when",
    "while",
    "yield",
    "_",
];

/// True of two methods without comments that differ in nothing but the names of what they declare.
pub(super) fn differ_by_names_alone(one: &str, two: &str) -> bool {
    let (one, two) = (tokens(one), tokens(two));
    if one.len() != two.len() {
        return false;
    }
    let (of_one, of_two) = (declared(&one), declared(&two));
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    (0..one.len()).all(|at| {
        let (before, after) = (one[at], two[at]);
        if !is_name(before) || !is_name(after) {
            return before == after;
        }
        if is_member(&one, at) || is_member(&two, at) {
            return before == after && is_member(&one, at) == is_member(&two, at);
        }
        let may_differ = of_one.contains(before) && of_two.contains(after);
        (before == after || may_differ)
            && *there.entry(before).or_insert(after) == after
            && *back.entry(after).or_insert(before) == before
    })
}

/// The signs, names and literals of a text.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let pairs = ["->", "==", "::", "..."];
        let pair = pairs.into_iter().find(|pair| rest.starts_with(pair));
        let length = if is_part(first) {
            // A point in a number is part of it.
            let is_number = first.is_ascii_digit();
            let end = |sign: char| !(is_part(sign) || is_number && sign == '.');
            rest.find(end).unwrap_or(rest.len())
        } else {
            pair.map_or_else(|| sign_or_literal(rest, first), str::len)
        };
        if !first.is_whitespace() {
            found.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    found
}

/// The names that a method declares, as far as that shows without doubt.
fn declared<'t>(tokens: &[&'t str]) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    for window in tokens.windows(3) {
        let [before, name, after] = window else {
            continue;
        };
        let has_type =
            is_name(before) && !NO_TYPES.contains(before) || ["]", "..."].contains(before);
        let is_declared = has_type && ["=", ";", ",", ")", ":"].contains(after)
            // `a > b` is no declaration, and nothing is assigned to it.
            || *before == ">" && *after == "="
            || ["(", "="].contains(before) && *after == "->";
        if is_declared && is_name(name) && !NO_TYPES.contains(name) {
            names.insert(*name);
        }
    }
    names
}

/// True of the name of a method, and of what belongs to something else.
fn is_member(tokens: &[&str], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| tokens[before]);
    let is_of_other = before.is_some_and(|before| [".", "::", "@"].contains(&before));
    is_of_other || tokens.get(at + 1) == Some(&"(")
}

fn is_name(token: &str) -> bool {
    let first = token.chars().next();
    first.is_some_and(|first| is_part(first) && !first.is_ascii_digit())
}

fn is_part(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::differ_by_names_alone;

    #[test]
    fn a_renamed_local_is_told_from_all_else() {
        let text = "int f(Missing m, int n) { int s = 0; for (int i = 0; i < n; i++) { s += m.get(i) + this.q; } return s; }";
        assert!(differ_by_names_alone(text, text));
        for (name, other) in [
            ("s", "sum"),
            ("n", "k"),
            ("m", "it"),
            ("s", "get"),
            ("i", "q2"),
        ] {
            let tokens = super::tokens(text).into_iter();
            let renamed: Vec<&str> = tokens
                .map(|one| if one == name { other } else { one })
                .collect();
            let renamed = renamed.join(" ");
            assert!(differ_by_names_alone(text, &renamed), "{renamed}");
        }
        for (from, to) in [
            ("return s", "return n"),
            ("i < n", "n < i"),
            ("int s = 0", "int s = 1"),
            ("Missing m", "Other m"),
            ("m.get(i)", "m.dear(i)"),
            ("this.q", "this.r"),
            ("m.get", "get"),
            ("s += ", "q += "),
        ] {
            let other = text.replace(from, to);
            assert!(!differ_by_names_alone(text, &other), "{other}");
        }
    }

    #[test]
    fn what_may_be_a_field_is_no_local() {
        for (one, two) in [
            ("int f() { return a; }", "int f() { return b; }"),
            (
                "int f(int n) { return n > a; }",
                "int f(int n) { return n > b; }",
            ),
            (
                "void f(A x) { x.g(n < a, b > c); }",
                "void f(A x) { x.g(n < a, b > d); }",
            ),
            (
                "void f(A x) { g(y -> a = 1); }",
                "void f(A x) { g(y -> b = 1); }",
            ),
            (
                "int f(A x) { switch (x) { case A: return 1; } }",
                "int f(A x) { switch (x) { case B: return 1; } }",
            ),
            (
                "int f(int n) { return n > a == b; }",
                "int f(int n) { return n > c == b; }",
            ),
            ("int f() { yield a; }", "int f() { yield b; }"),
            ("int f(int a) { return b; }", "int f(int b) { return b; }"),
            (
                "int f(int a) { return b + a; }",
                "int f(int b) { return b + b; }",
            ),
            (
                "String f() { return \"a\"; }",
                "String f() { return \"b\"; }",
            ),
        ] {
            assert!(!differ_by_names_alone(one, two), "{two}");
        }
    }
}
