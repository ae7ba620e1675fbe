//! The types that the classes of a file extend or implement.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::SourceFile;
use crate::specification::walk;
use crate::types::TypeScopes;

/// What the classes and lambdas of a file may be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Supertypes {
    /// The simple names of the types that classes, interfaces, enums and records of the file extend or implement, anonymous ones
    /// included.
    pub names: BTreeSet<String>,
    /// Whether there are lambdas or method references, whose interfaces the text does not name.
    pub has_lambdas: bool,
}

impl SourceFile {
    /// The supertypes of the file's classes; `None` if a part of the text was not understood, because it may declare any.
    pub fn supertypes(&self) -> Option<Supertypes> {
        let tree = self.tree().filter(|_| self.is_clean())?;
        let mut found = Supertypes::default();
        walk(tree, |node| found.add(node, self.text()));
        Some(found)
    }
}

impl Supertypes {
    /// Adds what a node itself says.
    pub(crate) fn add(&mut self, node: Node<'_>, text: &str) {
        let name = |of: Node<'_>| TypeScopes::default().erased(of, None, text);
        match node.kind() {
            "superclass" => self.names.extend(parts_of(node).map(name)),
            "super_interfaces" | "extends_interfaces" => {
                let types = parts_of(node).flat_map(parts_of);
                self.names.extend(types.map(name));
            }
            "object_creation_expression" if has_body(node) => {
                self.names
                    .extend(node.child_by_field_name("type").map(name));
            }
            "lambda_expression" | "method_reference" => self.has_lambdas = true,
            _ => {}
        }
    }
}

/// The nodes directly below one, without comments.
fn parts_of(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let parts: Vec<Node<'_>> = node.named_children(&mut node.walk()).collect();
    parts.into_iter().filter(|part| !part.is_extra())
}

fn has_body(creation: Node<'_>) -> bool {
    parts_of(creation).any(|part| part.kind() == "class_body")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let supertypes = SourceFile::parse(text).supertypes().expect("valid Java");
        supertypes.names.into_iter().collect()
    }

    #[test]
    fn classes_that_are_extended_or_implemented_are_found() {
        let class = "class D<T extends B> extends p.@A({1}) C<E> implements I<int[]>, J { Object o = new Object(); }";
        assert_eq!(names(class), ["C", "I", "J"]);
        assert_eq!(names("class D extends /* { */ @A(\"(\") C { }"), ["C"]);
        assert_eq!(
            names("interface K extends I, p.q.J<? super X> { }"),
            ["I", "J"]
        );
        assert_eq!(names("enum E implements I { ONE { } }"), ["I"]);
        assert_eq!(names("record R(int n) implements I { }"), ["I"]);
        assert_eq!(
            names("class A { class B extends Outer<T>.Inner<U> { } }"),
            ["Inner"]
        );
        assert_eq!(names("class D extends \\u0043 { }"), ["C"]);
        assert_eq!(
            names("sealed class S permits T { }  final class T extends S { }"),
            ["S"]
        );
    }

    #[test]
    fn anonymous_classes_are_found() {
        let created = |expression: &str| names(&format!("class A {{ Object o = {expression}; }}"));
        assert_eq!(created("new C() { int most() { return 1; } }"), ["C"]);
        assert_eq!(created("new p . C<T[]>(f(1), g()) /* a body */ {}"), ["C"]);
        assert_eq!(
            created(r#"new C(")", "\")", '\'', ')', 1 / 2, /* ) */ 3) {}"#),
            ["C"]
        );
        assert_eq!(created("new @A(\"(\") C() {}"), ["C"]);
        assert_eq!(created("outer.new <T>C() {}"), ["C"]);
        assert_eq!(created("new C(new D() {})"), ["D"]);
        assert_eq!(
            created("f(new C(1), new int[] { f() }, new C[f()])"),
            [""; 0]
        );
    }

    #[test]
    fn lambdas_and_method_references_are_seen() {
        let has_lambdas = |expression: &str| {
            let text = format!("class A {{ Object o = {expression}; }}");
            SourceFile::parse(text)
                .supertypes()
                .expect("valid Java")
                .has_lambdas
        };
        assert!(has_lambdas("f(x -> 1)"));
        assert!(has_lambdas("f(this::g)"));
        assert!(!has_lambdas("f(x - 1 > 2, \"->\", \"::\")"));
    }

    #[test]
    fn nothing_is_known_of_a_text_with_errors() {
        for text in ["class A extends { int x", "class D \\u0065xtends C { }"] {
            assert_eq!(SourceFile::parse(text).supertypes(), None, "{text}");
        }
    }
}
