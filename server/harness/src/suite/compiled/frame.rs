//! The loop around a program, which a compiler must not remove, hoist or fold.

use campaign::ProgramKind;

use crate::suite::source::{BASELINE, Source, rename};

/// The classes that composites and some algorithms use. Each program has its own copies, so a program changes neither the profile
/// nor the code of another.
const CLASSES: &str = include_str!("../../../java/measured/C.java");

/// A program under construction.
///
/// Each iteration first reads a volatile field, whose value is 0. No memory read is moved before it, and whatever depends on it
/// is not known in advance. The results of an iteration are added to `r` or stored in fields.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) name: String,
    pub(super) kind: ProgramKind,
    pub(super) held_out: bool,
    /// The type of `r`.
    pub(super) of: &'static str,
    /// Members of the class besides `run`.
    pub(super) members: String,
    /// The code of an iteration. It may use `zero` and add to `r`.
    pub(super) statement: String,
}

impl Frame {
    /// The empty loop, which reads the field and adds it up.
    pub(super) fn baseline() -> Source {
        Self {
            name: BASELINE.to_owned(),
            kind: ProgramKind::Baseline,
            held_out: false,
            of: "long",
            members: String::new(),
            statement: "r += zero;".to_owned(),
        }
        .source()
    }

    pub(super) fn source(self) -> Source {
        let class = format!("P_{}", self.name);
        let sink = if matches!(self.of, "float" | "double") {
            "real"
        } else {
            "whole"
        };
        let classes = if has_word(&self.members, "C") {
            nested_classes()
        } else {
            String::new()
        };
        let (of, members, statement) = (self.of, self.members, self.statement);
        let text = format!(
            "package measured;\n\
             \n\
             public final class {class} {{\n    \
                 {members}\n    \
                 public static void run(int n) {{\n        \
                     int i;\n        \
                     {of} r = 0;\n        \
                     for (i = 0; i < n; i++) {{\n            \
                         int zero = Sink.zero;\n            \
                         {statement}\n        \
                     }}\n        \
                     Sink.{sink} = r;\n    \
                 }}\n\
             {classes}}}\n"
        );
        Source {
            name: self.name,
            class: format!("measured/{class}"),
            kind: self.kind,
            held_out: self.held_out,
            triple: None,
            executions: 1.0,
            text,
        }
    }
}

/// The classes as members.
fn nested_classes() -> String {
    CLASSES
        .replace("package measured;\n", "")
        .replace("public class C ", "static class C ")
        .replace("final class Point ", "static final class Point ")
        .replace("final class Failure ", "static final class Failure ")
}

/// Whether a text contains a name as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    rename(text, &[(name, String::new())]) != text
}

/// Replaces each whole number in a statement by one that a compiler does not know: `f(12)` becomes `f((12 + zero))`.
pub(super) fn opaque(statement: &str) -> String {
    let mut out = String::with_capacity(2 * statement.len());
    let mut word = String::new();
    for character in statement.chars().chain([' ']) {
        if character.is_alphanumeric() || character == '_' || character == '.' {
            word.push(character);
            continue;
        }
        if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
            out.extend(["(", &word, " + zero)"]);
        } else {
            out.push_str(&word);
        }
        word.clear();
        out.push(character);
    }
    out.pop();
    out
}

/// Removes `final` from fields, because a compiler knows the length of an array in a final field.
pub(super) fn not_final(members: &str) -> String {
    members.replace("static final ", "static ")
}

/// Code that adds up a result.
pub(super) fn added_up(statement: &str) -> String {
    match statement.strip_prefix("r = ") {
        Some(result) => format!("r += {result}"),
        None => statement.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_statement_become_unknown() {
        assert_eq!(
            opaque("r = f(A, 12, x2, 3) + g(1.5);"),
            "r = f(A, (12 + zero), x2, (3 + zero)) + g(1.5);"
        );
        assert_eq!(added_up("r = f(A);"), "r += f(A);");
        assert_eq!(added_up("f(A);"), "f(A);");
    }

    #[test]
    fn a_program_has_its_own_classes_only_if_it_uses_them() {
        assert!(has_word("static C LIST = list(20);", "C"));
        assert!(!has_word("static final int[] COUNTS", "C"));
        let nested = nested_classes();
        for class in [
            "static class C ",
            "static final class Point ",
            "static final class Failure ",
        ] {
            assert!(nested.contains(class), "{class}");
        }
    }
}
