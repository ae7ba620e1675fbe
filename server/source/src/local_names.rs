//! Members that differ only in the names of their locals and parameters, and execute the same.

use std::collections::HashMap;

use tree_sitter::TreeCursor;

use crate::SourceFile;

/// Nodes that are the scope of a declared name. A name declared by a pattern is in scope wherever the pattern has matched, which
/// is not a part of the tree, so such a name counts as it is.
const SCOPES: [&str; 16] = [
    "block",
    "catch_clause",
    "class_body",
    "compact_constructor_declaration",
    "constructor_body",
    "constructor_declaration",
    "enhanced_for_statement",
    "enum_body",
    "annotation_type_body",
    "for_statement",
    "interface_body",
    "lambda_expression",
    "method_declaration",
    "switch_block",
    "switch_rule",
    "try_with_resources_statement",
];

/// Nodes that may inherit a name that hides a local.
const BODIES: [&str; 4] = [
    "annotation_type_body",
    "class_body",
    "enum_body",
    "interface_body",
];

/// Parents of names that are not variables.
const OTHER_NAMES: [&str; 7] = [
    "annotation",
    "break_statement",
    "continue_statement",
    "labeled_statement",
    "marker_annotation",
    "scoped_identifier",
    "switch_label",
];

/// Parents of a `name` that is a local or a parameter.
const DECLARATIONS: [&str; 5] = [
    "catch_formal_parameter",
    "enhanced_for_statement",
    "formal_parameter",
    "resource",
    "variable_declarator",
];

/// Whether two methods, constructors or initialisers, given without comments, differ only in the names that they declare. False
/// if one of them is not understood.
pub fn differ_by_local_names_alone(one: &str, two: &str) -> bool {
    match (tokens(one), tokens(two)) {
        (Some(one), Some(two)) => one == two,
        _ => false,
    }
}

/// Whether two members, given without comments, have the same form, and other names or other values that are not strings in it.
/// False if one of them is not understood.
pub fn differ_by_values_alone(one: &str, two: &str) -> bool {
    let (Some(one), Some(two)) = (tokens(one), tokens(two)) else {
        return false;
    };
    let mut differing = one.iter().zip(&two).filter(|(one, two)| one != two);
    one.len() == two.len()
        && differing
            .clone()
            .all(|(one, two)| one.has_value() && two.has_value())
        && differing.any(|(one, two)| !one.is_string() || !two.is_string())
}

/// A token of a member's text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Text(String),
    /// The declaration or use of a local, as the number of locals declared before it.
    Local(usize),
}

impl Token {
    /// Whether it is a name or a literal.
    fn has_value(&self) -> bool {
        match self {
            Self::Local(_) => true,
            Self::Text(text) => text.chars().next().is_some_and(|first| {
                first.is_alphanumeric() || matches!(first, '_' | '$' | '"' | '\'' | '.')
            }),
        }
    }

    fn is_string(&self) -> bool {
        matches!(self, Self::Text(text) if text.starts_with('"'))
    }
}

fn tokens(member: &str) -> Option<Vec<Token>> {
    let source = SourceFile::parse(format!("class A {{{member}}}"));
    let tree = source.tree().filter(|_| source.is_clean())?;
    let mut reader = Reader {
        text: source.text(),
        ..Reader::default()
    };
    let mut cursor = tree.walk();
    loop {
        // Expressions may nest deeper than a thread's stack.
        if !reader.enter(&cursor) && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Some(reader.tokens);
            }
            reader.leave();
        }
    }
}

#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    /// The end of the last token.
    end: usize,
    tokens: Vec<Token>,
    declared: usize,
    /// The enclosing nodes.
    around: Vec<Around<'t>>,
}

/// A node with the locals declared in it so far.
struct Around<'t> {
    kind: &'static str,
    locals: HashMap<&'t str, usize>,
}

impl<'t> Reader<'t> {
    /// Handles a node. Returns true if its children are skipped.
    fn enter(&mut self, cursor: &TreeCursor<'_>) -> bool {
        let node = cursor.node();
        let is_whole = matches!(node.kind(), "string_literal" | "character_literal");
        if node.child_count() > 0 && !is_whole {
            self.around.push(Around {
                kind: node.kind(),
                locals: HashMap::new(),
            });
            return false;
        }
        let range = node.byte_range();
        // Where its grammar lacks something, the parser sees another text.
        let passed = self.text.get(self.end..range.start).unwrap_or_default();
        if !passed.trim().is_empty() {
            self.tokens.push(Token::Text(passed.trim().to_owned()));
        }
        let text = self.text.get(range.clone()).unwrap_or_default();
        self.end = range.end;
        let is_name = matches!(node.kind(), "identifier" | "_reserved_identifier");
        let local = is_name
            .then(|| self.local(text, cursor.field_name()))
            .flatten();
        let token = local.map_or_else(|| Token::Text(text.to_owned()), Token::Local);
        self.tokens.push(token);
        true
    }

    fn leave(&mut self) {
        self.around.pop();
    }

    /// The local that a name refers to, if any.
    fn local(&mut self, name: &'t str, field: Option<&str>) -> Option<usize> {
        let mut kinds = self.around.iter().rev().map(|around| around.kind);
        let (parent, outer) = (kinds.next()?, kinds.next());
        let is_declared = match field {
            Some("name") => DECLARATIONS.contains(&parent) && outer != Some("field_declaration"),
            Some("parameters") => parent == "lambda_expression",
            _ => parent == "inferred_parameters",
        };
        if is_declared {
            return self.declare(name);
        }
        let is_of_other = matches!(self.tokens.last(), Some(Token::Text(before)) if [".", "::", "@"].contains(&before.as_str()));
        if is_of_other || field == Some("name") || OTHER_NAMES.contains(&parent) {
            return None;
        }
        for around in self.around.iter().rev() {
            if let Some(local) = around.locals.get(name) {
                return Some(*local);
            }
            if BODIES.contains(&around.kind) {
                return None;
            }
        }
        None
    }

    fn declare(&mut self, name: &'t str) -> Option<usize> {
        let mut around = self.around.iter_mut().rev();
        let scope = around.find(|around| SCOPES.contains(&around.kind))?;
        let local = self.declared;
        self.declared += 1;
        scope.locals.insert(name, local);
        Some(local)
    }
}

#[cfg(test)]
mod tests {
    use super::{differ_by_local_names_alone, differ_by_values_alone};

    #[test]
    fn other_values_in_the_same_form_are_told_from_all_else() {
        let text = "int limit() { return 10 + at(\"a\", 'b', true); }";
        for (from, to) in [
            ("10", "100_000"),
            ("10", "0x7f"),
            ("10", "MOST"),
            ("'b'", "'\\n'"),
            ("true", "false"),
        ] {
            assert!(
                differ_by_values_alone(text, &text.replace(from, to)),
                "{to}"
            );
        }
        for (from, to) in [
            ("", ""),
            ("\"a\"", "\"b\""),
            ("+", "-"),
            ("10", "10 * 10"),
            ("10", "-10"),
            ("}", ""),
        ] {
            let other = if from.is_empty() {
                text.to_owned()
            } else {
                text.replace(from, to)
            };
            assert!(!differ_by_values_alone(text, &other), "{to}");
        }
    }

    #[test]
    fn a_renamed_local_is_told_from_all_else() {
        let text = "int f(Missing m, int n) { int s = 0; for (int i = 0; i < n; i++) { s += m.get(i) + this.q; } return s; }";
        assert!(differ_by_local_names_alone(text, text));
        for (name, other) in [
            (" s", " sum"),
            (" s", " get"),
            (" s", " q"),
            (
                "int i = 0; i < n; i++) { s += m.get(i)",
                "int k = 0; k < n; k++) { s += m.get(k)",
            ),
        ] {
            let renamed = text.replace(name, other);
            assert!(differ_by_local_names_alone(text, &renamed), "{renamed}");
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
            assert!(!differ_by_local_names_alone(text, &other), "{other}");
        }
    }

    #[test]
    fn locals_of_every_kind_may_be_renamed() {
        for (one, two) in [
            (
                "void f() { for (A a : all()) a.g(); }",
                "void f() { for (A b : all()) b.g(); }",
            ),
            (
                "void f() { try (A a = g()) { a.h(); } catch (E e) { e.i(); } }",
                "void f() { try (A b = g()) { b.h(); } catch (E c) { c.i(); } }",
            ),
            (
                "void f() { g(a -> a + 1); g((a, b) -> b); }",
                "void f() { g(x -> x + 1); g((y, z) -> z); }",
            ),
            ("void f(int... a) { g(a); }", "void f(int... b) { g(b); }"),
            ("A(int a) { this.a = a; }", "A(int b) { this.a = b; }"),
            ("static { int a = 1; g(a); }", "static { int b = 1; g(b); }"),
            (
                "int f(int a) { return a == 0 ? 1 : f(a - 1); }",
                "int f(int f) { return f == 0 ? 1 : f(f - 1); }",
            ),
        ] {
            assert!(differ_by_local_names_alone(one, two), "{two}");
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
            ("int f(int a) { return b; }", "int f(int b) { return b; }"),
            (
                "int f(int a) { return b + a; }",
                "int f(int b) { return b + b; }",
            ),
            (
                "String f() { return \"a\"; }",
                "String f() { return \"b\"; }",
            ),
            // The block ends before the name is used.
            (
                "int f() { { int a = 1; } return a; }",
                "int f() { { int b = 1; } return b; }",
            ),
            // The class may inherit a field of either name.
            (
                "A f(int a) { return new B() { int g() { return a; } }; }",
                "A f(int b) { return new B() { int g() { return b; } }; }",
            ),
            (
                "A f() { return new B() { int a = 1; }; }",
                "A f() { return new B() { int b = 1; }; }",
            ),
            (
                "void f(A x) { if (x instanceof B a) g(a); h(a); }",
                "void f(A x) { if (x instanceof B b) g(b); h(b); }",
            ),
            // Code that is not understood never counts as the same.
            ("int f( { return a; }", "int f( { return a; }"),
        ] {
            assert!(!differ_by_local_names_alone(one, two), "{two}");
        }
    }

    #[test]
    fn no_text_is_too_odd() {
        let deep = format!(
            "int f() {{ return {}1{}; }}",
            "(".repeat(20_000),
            ")".repeat(20_000)
        );
        for text in [
            "",
            "}",
            "\"",
            "'",
            "/*",
            "é",
            "int f(int \\u0061) { return \\u0061; }",
            &deep,
        ] {
            let _ = differ_by_local_names_alone(text, text);
        }
    }
}
