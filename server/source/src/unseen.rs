//! What code may declare that has no class file.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::specification::walk;
use crate::{Omitted, OmittedKind, SourceFile, Supertypes};

/// What code may declare that was left out, or whose file does not compile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MayDeclare {
    /// The supertypes that its classes may have, and its lambdas.
    pub supertypes: Supertypes,
    /// The names of the methods that it may add to classes that compile.
    pub methods: BTreeSet<String>,
}

/// The words before a type that is extended or implemented, apart from `new`.
const BEFORE_SUPERTYPES: [&str; 6] = [
    "class",
    "interface",
    "enum",
    "record",
    "extends",
    "implements",
];

/// The part of the code in question.
struct Part<'o> {
    kind: OmittedKind,
    lines: &'o RangeInclusive<u32>,
}

impl SourceFile {
    /// What the omitted code may declare; `None` if that may be anything.
    pub fn unseen(&self, omitted: &[Omitted]) -> Option<MayDeclare> {
        let code = omitted.iter().filter(|omitted| {
            !matches!(omitted.kind, OmittedKind::Import | OmittedKind::Annotation)
        });
        let mut found = MayDeclare::default();
        for omitted in code {
            let part = Part {
                kind: omitted.kind,
                lines: &omitted.lines,
            };
            self.add_unseen(&part, &mut found)?;
        }
        Some(found)
    }

    /// What the file may declare if none of it compiles; `None` if that may be anything.
    pub fn unseen_whole(&self) -> Option<MayDeclare> {
        let mut found = MayDeclare::default();
        let part = Part {
            kind: OmittedKind::Body,
            lines: &(1..=u32::MAX),
        };
        self.add_unseen(&part, &mut found)?;
        Some(found)
    }

    /// The words of some lines, among which are the names of all fields that their code may write; `None` if a word may be
    /// written in another way.
    pub fn words_in(&self, lines: &[RangeInclusive<u32>]) -> Option<BTreeSet<String>> {
        let mut words = BTreeSet::new();
        for (number, line) in (1..).zip(self.text().lines()) {
            if lines.iter().any(|lines| lines.contains(&number)) {
                if line.contains("\\u") {
                    return None;
                }
                words.extend(words_of(line).map(str::to_owned));
            }
        }
        Some(words)
    }

    fn add_unseen(&self, part: &Part<'_>, found: &mut MayDeclare) -> Option<()> {
        let tree = self.tree()?;
        let mut tokens = Vec::new();
        let mut has_error = false;
        let mut understood = MayDeclare::default();
        walk(tree, |node| {
            let (first, last) = (node.start_position().row, node.end_position().row);
            let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
            let (first, last) = (line(first), line(last));
            if last < *part.lines.start() || first > *part.lines.end() {
                return;
            }
            has_error |= node.is_missing() || node.is_error();
            if !part.lines.contains(&first) {
                return;
            }
            if node.child_count() == 0 && !node.is_extra() {
                tokens.extend(self.text().get(node.byte_range()));
            }
            understood.supertypes.add(node, self.text());
            if part.kind == OmittedKind::Member && node.kind() == "method_declaration" {
                let name = node.child_by_field_name("name");
                let name = name.and_then(|name| self.text().get(name.byte_range()));
                understood.methods.extend(name.map(str::to_owned));
            }
        });
        if !has_error {
            found.supertypes.names.extend(understood.supertypes.names);
            found.supertypes.has_lambdas |= understood.supertypes.has_lambdas;
            found.methods.extend(understood.methods);
            return Some(());
        }
        if tokens.iter().any(|token| token.contains("\\u")) {
            return None;
        }
        found.add_tokens(&tokens, part.kind);
        Some(())
    }
}

impl MayDeclare {
    /// What code may declare that is not understood, by its tokens.
    fn add_tokens(&mut self, tokens: &[&str], kind: OmittedKind) {
        self.supertypes.has_lambdas |= tokens
            .iter()
            .any(|token| token.contains("->") || token.contains("::"));
        let words = || tokens.iter().copied().flat_map(words_of);
        let declares = words().any(|word| BEFORE_SUPERTYPES.contains(&word));
        if declares || matches!(kind, OmittedKind::Member | OmittedKind::Supertypes) {
            let words = words().map(str::to_owned);
            self.supertypes.names.extend(words);
        } else {
            let created = (1..).zip(tokens).filter(|(_, token)| **token == "new");
            for (after, _) in created {
                let rest = tokens.get(after..).unwrap_or_default();
                let (created, rest) = type_of(rest);
                if may_have_body(rest) {
                    self.supertypes.names.extend(
                        created
                            .iter()
                            .copied()
                            .flat_map(words_of)
                            .map(str::to_owned),
                    );
                }
            }
        }
        if kind == OmittedKind::Member {
            self.methods.extend(words().map(str::to_owned));
        }
    }
}

/// The tokens of a created type, and those after it.
fn type_of<'t>(tokens: &'t [&'t str]) -> (&'t [&'t str], &'t [&'t str]) {
    let end = tokens
        .iter()
        .position(|token| matches!(*token, "(" | "[" | "{" | ";"));
    tokens.split_at(end.unwrap_or(tokens.len()))
}

/// Whether a class body may follow the arguments of a constructor.
fn may_have_body(tokens: &[&str]) -> bool {
    let mut open = 0_u32;
    for (after, token) in (1..).zip(tokens) {
        match *token {
            "(" => open += 1,
            ")" => open = open.saturating_sub(1),
            _ => {}
        }
        if open == 0 {
            return match *token {
                ")" => tokens.get(after).is_none_or(|next| *next == "{"),
                // An array has no body. Anything else is not understood.
                token => token != "[",
            };
        }
    }
    true
}

/// The words of a text.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unseen(text: &str, kind: OmittedKind, lines: RangeInclusive<u32>) -> MayDeclare {
        let omitted = [Omitted { kind, lines }];
        let file = SourceFile::parse(text);
        file.unseen(&omitted).expect("something is known")
    }

    fn names(of: &BTreeSet<String>) -> Vec<&str> {
        of.iter().map(String::as_str).collect()
    }

    #[test]
    fn only_the_lines_that_were_left_out_count() {
        let text = "class A {\n  Object f() { return new B() { }; }\n  Object g() { return new C() { }; }\n}";
        let found = unseen(text, OmittedKind::Body, 3..=3);
        assert_eq!(names(&found.supertypes.names), ["C"]);
        assert!(found.methods.is_empty() && !found.supertypes.has_lambdas);
    }

    #[test]
    fn a_member_that_was_left_out_may_override() {
        let text = "class A extends B {\n  int f(Missing x) { return 1; }\n}";
        let found = unseen(text, OmittedKind::Member, 2..=2);
        assert_eq!(names(&found.methods), ["f"]);
        let broken =
            "class A extends B {\n  int f() throws 5 { return g(1); }\n  int h() { return 1; }\n}";
        let found = unseen(broken, OmittedKind::Member, 2..=2);
        assert!(found.methods.contains("f") && !found.methods.contains("h"));
    }

    #[test]
    fn a_body_with_a_syntax_error_may_have_any_class_that_it_begins() {
        let body = |code: &str| {
            let text = format!("class A {{\n  void f(B b) {{ {code} }}\n  int x;\n}}");
            unseen(&text, OmittedKind::Body, 2..=2)
        };
        let found = body("new p.C<D>(1, (2)) { int most() { return 1 } }; b. ;");
        assert!(found.supertypes.names.contains("C"), "{found:?}");
        let found = body("List<B> all = new ArrayList<>(1); b. ;");
        assert_eq!(names(&found.supertypes.names), [""; 0]);
        assert!(!found.supertypes.has_lambdas);
        let found = body("class D extends B { int most() { return 1 } } b. ;");
        assert!(found.supertypes.names.contains("B"), "{found:?}");
        assert!(body("run(() -> 1); b. ;").supertypes.has_lambdas);
        let found = body("new C(1 { int most() { return 1; } }; b. ;");
        assert!(found.supertypes.names.contains("C"), "{found:?}");
    }

    #[test]
    fn a_file_that_does_not_compile_may_extend_what_it_extends() {
        let whole = |text: &str| SourceFile::parse(text).unseen_whole();
        let clean = whole("class A extends B implements C<D> { E e; }").expect("it is understood");
        assert_eq!(names(&clean.supertypes.names), ["B", "C"]);
        let broken = whole("class A extends B { E e( }").expect("its words are known");
        assert!(broken.supertypes.names.contains("B") && broken.supertypes.names.contains("E"));
        assert_eq!(whole("class D \\u0065xtends C { "), None);
    }

    #[test]
    fn words_of_lines_are_whole_words() {
        let file = SourceFile::parse("class A {\n  void f() { this.limit = 3; }\n  int x;\n}");
        let words = file.words_in(&[2..=2]).expect("no escapes");
        assert!(words.contains("limit") && !words.contains("x") && !words.contains("lim"));
        let escaped = SourceFile::parse("class A {\n  void f() { \\u006c = 3; }\n}");
        assert_eq!(escaped.words_in(&[2..=2]), None);
    }
}
