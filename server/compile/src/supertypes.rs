//! The types that a file's classes may extend or implement, found in its text without parsing it.
//!
//! A name too many costs the time to compile a file. A name too few hides a method that a call may run. So comments and strings
//! are not skipped, and what is unclear counts as a supertype.

use std::collections::BTreeSet;

/// What the classes and lambdas of a text may be, and what it may change for others.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Supertypes<'t> {
    /// Simple names behind `extends` and `implements`, and of classes that are created with a body.
    pub(super) names: BTreeSet<&'t str>,
    /// Whether there may be lambdas or method references. Their interfaces are not in the text.
    pub(super) has_lambdas: bool,
    /// Whether it names a method that ends what all numbers take for granted (`cost::PlatformConditions`).
    pub(super) ends_conditions: bool,
}

/// The methods that do.
const ENDING_CONDITIONS: [&str; 3] = ["setSecurityManager", "setProperties", "fillInStackTrace"];

impl<'t> Supertypes<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut found = Self {
            names: BTreeSet::new(),
            has_lambdas: text.contains("->") || text.contains("::"),
            ends_conditions: ENDING_CONDITIONS.iter().any(|name| text.contains(name)),
        };
        for (word, rest) in words(text) {
            match word {
                "extends" | "implements" => {
                    let names = words(clause(rest)).map(|(name, _)| name);
                    let is_name =
                        |name: &&str| !matches!(*name, "extends" | "implements" | "super");
                    found.names.extend(names.filter(is_name));
                }
                "new" => found.names.extend(created_with_body(rest)),
                _ => {}
            }
        }
        found
    }
}

/// The words of a text, each with the text behind it.
pub(super) fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut rest = text;
    std::iter::from_fn(move || {
        let (start, _) = rest.char_indices().find(|(_, c)| is_part(*c))?;
        let from = &rest[start..];
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        rest = &from[end..];
        Some((&from[..end], rest))
    })
}

/// The text up to the body of a class.
fn clause(text: &str) -> &str {
    let before = text.find(['{', ';']).map_or(text, |end| &text[..end]);
    if is_plain(before) { before } else { text }
}

/// Whether a text has no comment and no annotation, whose brackets would mean nothing.
fn is_plain(text: &str) -> bool {
    !text.contains(['/', '@'])
}

/// The names behind `new`, if a body may follow the arguments.
fn created_with_body(text: &str) -> impl Iterator<Item = &str> {
    let end = text.find(['(', '[', '{', ';', ')']).unwrap_or(text.len());
    // An array may be the argument of a type.
    let open = if text[..end].contains('<') {
        text.find('(')
    } else {
        Some(end).filter(|at| text[*at..].starts_with('('))
    };
    let names = if is_plain(&text[..end]) {
        open.filter(|at| may_have_body(&text[*at..]))
            .map_or("", |at| &text[..at])
    } else {
        text
    };
    words(names).map(|(name, _)| name)
}

/// Whether a body may follow the arguments at the beginning of a text.
fn may_have_body(text: &str) -> bool {
    let mut depth = 0_u32;
    let mut rest = text;
    while let Some(at) = rest.find(['(', ')', '"', '\'', '/']) {
        let (here, behind) = (&rest[at..], &rest[at + 1..]);
        rest = behind;
        if here.starts_with('(') {
            depth += 1;
        } else if here.starts_with(')') {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return rest.trim_start().starts_with(['{', '/']);
            }
        } else if here.starts_with("//") || here.starts_with("/*") || here.starts_with("\"\"\"") {
            return true;
        } else if let Some(quote @ ('"' | '\'')) = here.chars().next() {
            match behind_literal(rest, quote) {
                Some(behind) => rest = behind,
                None => return true,
            }
        }
    }
    true
}

/// The text behind a literal that ends with this quote.
fn behind_literal(text: &str, quote: char) -> Option<&str> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return Some(&text[at + 1..]),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        Supertypes::of(text).names.into_iter().collect()
    }

    #[test]
    fn classes_that_are_extended_or_implemented_are_found() {
        let class =
            "class D<T extends B> extends p.C<E> implements I, J { Object o = new Object(); }";
        assert_eq!(names(class), ["B", "C", "E", "I", "J", "p"]);
        assert!(names("class D extends /* { */ C { }").contains(&"C"));
        assert!(names("class D extends @A({1}) C { }").contains(&"C"));
        assert_eq!(
            names("class C { int f() { return new C().g(1); } }"),
            [""; 0]
        );
    }

    #[test]
    fn anonymous_classes_are_found() {
        assert_eq!(names("C c = new C() { int most() { return 1; } };"), ["C"]);
        assert_eq!(
            names("new p . C<T>(f(1), g()) /* a body */ {}"),
            ["C", "T", "p"]
        );
        assert_eq!(names(r#"new C(")", "\")", '\'', ')') {}"#), ["C"]);
        assert_eq!(names("new C(1 / 2, /* ) */ 3) {}"), ["C"]);
        assert_eq!(names("new C<String, int[]>() {}"), ["C", "String", "int"]);
        assert!(names("new @A(\"(\") C() {}").contains(&"C"));
        assert!(names("new /* ( */ C() {}").contains(&"C"));
        assert_eq!(names("new C("), ["C"]);
    }

    #[test]
    fn created_objects_without_a_body_are_not() {
        assert_eq!(names(r#"throw new C("a (", f(1 / 2));"#), [""; 0]);
        assert_eq!(names("f(new C(1)); new int[] { f() }; new C[f()]"), [""; 0]);
    }

    #[test]
    fn what_ends_conditions_is_seen() {
        assert!(Supertypes::of("System.setSecurityManager(m);").ends_conditions);
        assert!(!Supertypes::of("System.getSecurityManager();").ends_conditions);
    }

    #[test]
    fn lambdas_are_seen() {
        assert!(Supertypes::of("f(x -> 1)").has_lambdas);
        assert!(Supertypes::of("f(this::g)").has_lambdas);
        assert!(!Supertypes::of("f(x - 1 > 2)").has_lambdas);
    }
}
