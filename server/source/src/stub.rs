//! Removes code from a text so that the rest of it compiles.
//!
//! javac writes no class file if there is an error anywhere in its task. So the code around an error is replaced by something
//! that javac accepts. Every other method then has the same bytecode and, because line breaks are kept, the same line table.

use std::ops::{Range, RangeInclusive};

use tree_sitter::{Node, Tree};

use crate::{MethodKind, SourceFile};

/// The kinds of removed code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OmittedKind {
    /// The body of a method, constructor or initialiser, which now only throws.
    Body,
    /// The initial value of a field, which is now the default value.
    FieldValue,
    /// An import.
    Import,
    /// An annotation.
    Annotation,
    /// The types that a class extends, implements or permits.
    Supertypes,
    /// A whole method, constructor, initialiser, field or nested class.
    Member,
}

/// A removed piece of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omitted {
    /// Its kind.
    pub kind: OmittedKind,
    /// Its lines (from 1), the same in both texts.
    pub lines: RangeInclusive<u32>,
}

/// A text with less code and the same lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduced {
    /// The text.
    pub text: String,
    /// The removed code.
    pub omitted: Vec<Omitted>,
}

/// The replacement for a body that has to return or throw.
const THROW: &str = "throw null;";
/// The replacement for an initialiser, which the compiler must consider to complete normally, and which must leave no final field
/// unassigned (JLS 14.22 and 16.2.7).
const MAYBE_THROW: &str = "if (true) throw null;";

struct Replacement {
    range: Range<usize>,
    by: String,
    kind: OmittedKind,
}

impl SourceFile {
    /// Removes the code at these byte offsets, which are those of compiler errors.
    ///
    /// Removes the smallest removable piece around each offset: a body or a field's value, an import, an annotation, the
    /// supertypes of a class, and finally a whole member, also if its body was already removed. `None` if an offset is in none of
    /// them, such as in the name of a file's only class, or if the text was not parsed.
    pub fn without(&self, offsets: &[usize]) -> Option<Reduced> {
        let tree = self.tree()?;
        let replacements: Option<Vec<_>> = offsets
            .iter()
            .map(|&offset| self.smallest_piece(tree, offset))
            .collect();
        let replacements = replacements?;
        (!replacements.is_empty()).then(|| self.replace(replacements))
    }

    /// The text without any bodies: what other files need to compile against this one. Values of fields stay, because those of
    /// constants are compiled into other classes.
    pub fn without_bodies(&self) -> Reduced {
        let replacements = self.tree().map_or_else(Vec::new, |tree| {
            let bodies = self
                .methods()
                .iter()
                .filter(|method| method.kind != MethodKind::Lambda)
                .filter_map(|method| method.body.clone());
            bodies
                .filter_map(|body| {
                    let node = tree
                        .root_node()
                        .descendant_for_byte_range(body.start, body.end)?;
                    self.stub(node)
                })
                .collect()
        });
        self.replace(replacements)
    }

    fn smallest_piece(&self, tree: &Tree, offset: usize) -> Option<Replacement> {
        let end_of_text = self.text().len();
        let start = offset.min(end_of_text);
        let mut node = tree.root_node().descendant_for_byte_range(start, start)?;
        loop {
            let whole = |kind| Replacement {
                range: node.byte_range(),
                by: String::new(),
                kind,
            };
            let parent = node.parent()?;
            let piece = match node.kind() {
                "import_declaration" => Some(whole(OmittedKind::Import)),
                "marker_annotation" | "annotation" => Some(whole(OmittedKind::Annotation)),
                "superclass" | "super_interfaces" | "extends_interfaces" | "permits" => {
                    Some(whole(OmittedKind::Supertypes))
                }
                "block" | "constructor_body" if is_body(node, parent) => self.stub(node),
                _ if is_value_of_field(node, parent) => self.default_value(node, parent),
                _ if is_member(node, parent) => Some(whole(OmittedKind::Member)),
                _ => None,
            };
            if piece.is_some() {
                return piece;
            }
            node = parent;
        }
    }

    /// The replacement of a body; `None` if it was already replaced.
    fn stub(&self, body: Node<'_>) -> Option<Replacement> {
        let statement = match body.parent()?.kind() {
            "method_declaration" | "constructor_declaration" => THROW,
            _ => MAYBE_THROW,
        };
        // A superclass may have no constructor that can be called implicitly.
        let call = body
            .named_children(&mut body.walk())
            .find(|child| child.kind() == "explicit_constructor_invocation")
            .and_then(|call| self.text().get(call.byte_range()))
            .unwrap_or_default();
        let by = format!("{{ {call}{statement} }}");
        let before = self.text().get(body.byte_range())?;
        (!is_same_but_for_space(before, &by)).then(|| Replacement {
            range: body.byte_range(),
            by,
            kind: OmittedKind::Body,
        })
    }

    /// The default value of a field as an expression that is not constant (JLS 15.29), so that it is not compiled into other
    /// classes.
    fn default_value(&self, value: Node<'_>, declarator: Node<'_>) -> Option<Replacement> {
        let declared = declarator.parent()?.child_by_field_name("type")?;
        let is_array = declarator.child_by_field_name("dimensions").is_some();
        let by = match self.text().get(declared.byte_range())? {
            _ if is_array => "null",
            "int" => "(Integer) null",
            "char" => "(Character) null",
            "boolean" => "(Boolean) null",
            "byte" => "(Byte) null",
            "short" => "(Short) null",
            "long" => "(Long) null",
            "float" => "(Float) null",
            "double" => "(Double) null",
            _ => "null",
        };
        let before = self.text().get(value.byte_range())?;
        (before.trim_end() != by).then(|| Replacement {
            range: value.byte_range(),
            by: by.to_owned(),
            kind: OmittedKind::FieldValue,
        })
    }

    fn replace(&self, mut replacements: Vec<Replacement>) -> Reduced {
        // The outermost of nested pieces comes first and replaces the others.
        replacements.sort_by_key(|piece| (piece.range.start, std::cmp::Reverse(piece.range.end)));
        let source = self.text();
        let mut text = String::with_capacity(source.len());
        let mut omitted = Vec::new();
        let mut copied = 0;
        for piece in replacements {
            if piece.range.start < copied {
                continue;
            }
            let index = self.line_index();
            let lines = index.line_number(piece.range.start)..=index.line_number(piece.range.end);
            text.push_str(&source[copied..piece.range.start]);
            self.push_padded(&mut text, &piece);
            copied = piece.range.end;
            omitted.push(Omitted {
                kind: piece.kind,
                lines,
            });
        }
        text.push_str(&source[copied..]);
        Reduced { text, omitted }
    }

    /// Appends the replacement with as many line breaks as the replaced code has. In a body, they come before the closing brace.
    fn push_padded(&self, text: &mut String, piece: &Replacement) {
        let index = self.line_index();
        let breaks = index.line_of(piece.range.end) - index.line_of(piece.range.start);
        // A constructor call that was kept may span several lines.
        let kept = crate::LineIndex::new(piece.by.as_str()).line_count() - 1;
        let missing = breaks.saturating_sub(kept) as usize;
        let (head, tail) = match piece.by.strip_suffix('}') {
            Some(head) => (head.trim_end(), "}"),
            None => (piece.by.as_str(), ""),
        };
        text.push_str(head);
        // Two words, or two line breaks, with the piece between them must not merge.
        text.push(' ');
        text.push_str(&"\n".repeat(missing));
        text.push_str(tail);
    }
}

fn is_same_but_for_space(left: &str, right: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<String>();
    words(left) == words(right)
}

/// Whether a block is the body of something that javac compiles to a method.
fn is_body(block: Node<'_>, parent: Node<'_>) -> bool {
    match parent.kind() {
        "method_declaration"
        | "constructor_declaration"
        | "compact_constructor_declaration"
        | "static_initializer" => true,
        "class_body" | "enum_body_declarations" => block.kind() == "block",
        _ => false,
    }
}

fn is_value_of_field(node: Node<'_>, parent: Node<'_>) -> bool {
    parent.kind() == "variable_declarator"
        && parent.child_by_field_name("value") == Some(node)
        && parent.parent().is_some_and(|declaration| {
            matches!(
                declaration.kind(),
                "field_declaration" | "constant_declaration"
            )
        })
}

/// Whether a node is a declaration that can be removed.
fn is_member(node: Node<'_>, parent: Node<'_>) -> bool {
    let is_class = |node: Node<'_>| {
        matches!(
            node.kind(),
            "class_declaration"
                | "interface_declaration"
                | "enum_declaration"
                | "record_declaration"
                | "annotation_type_declaration"
        )
    };
    match parent.kind() {
        "class_body" | "interface_body" | "enum_body_declarations" | "annotation_type_body" => {
            node.is_named() && !node.is_extra()
        }
        // The last class of a file is the file.
        "program" if is_class(node) => {
            let classes = parent
                .named_children(&mut parent.walk())
                .filter(|child| is_class(*child))
                .count();
            classes > 1
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::OmittedKind::{Annotation, Import, Member};
    use super::*;

    /// Removes the code around the `§` signs of a text.
    fn without(text: &str) -> Option<Reduced> {
        let mut offsets = Vec::new();
        let mut plain = String::new();
        for part in text.split('§') {
            offsets.push(plain.len() + part.len());
            plain.push_str(part);
        }
        offsets.pop();
        let reduced = SourceFile::parse(plain.as_str()).without(&offsets)?;
        let lines = |text: &str| text.matches('\n').count();
        assert_eq!(lines(&reduced.text), lines(&plain));
        Some(reduced)
    }

    fn text_without(text: &str) -> String {
        without(text).expect("something can be taken out").text
    }

    #[test]
    fn the_body_with_the_error_throws_and_others_stay() {
        let reduced =
            without("class A {\n int f() {\n  return §x;\n }\n int g() { return 1; }\n}").unwrap();
        assert_eq!(
            reduced.text,
            "class A {\n int f() { throw null; \n\n}\n int g() { return 1; }\n}"
        );
        let body = Omitted {
            kind: OmittedKind::Body,
            lines: 2..=4,
        };
        assert_eq!(reduced.omitted, [body]);
    }

    #[test]
    fn the_innermost_body_is_enough() {
        assert_eq!(
            text_without(
                "class A { void f() { new B() { void g() { §x(); } }; run(() -> { }); } }"
            ),
            "class A { void f() { new B() { void g() { throw null; } }; run(() -> { }); } }"
        );
        // A lambda's body cannot be replaced separately.
        assert_eq!(
            text_without("class A { void f() { run(() -> { §x(); }); } }"),
            "class A { void f() { throw null; } }"
        );
    }

    #[test]
    fn constructors_keep_their_call_and_initialisers_complete() {
        assert_eq!(
            text_without("class A { A() { super(1); §x(); } static { §y(); } { §z(); } }"),
            "class A { A() { super(1);throw null; } static { if (true) throw null; } { if (true) throw null; } }"
        );
    }

    #[test]
    fn values_of_fields_become_default_values_that_are_no_constants() {
        assert_eq!(
            text_without("class A { int i = §x(); String s = §y(), t = \"\"; long[] l = { §z }; }"),
            "class A { int i = (Integer) null ; String s = null , t = \"\"; long[] l = null ; }"
        );
    }

    #[test]
    fn imports_annotations_and_members_are_blanked() {
        let reduced = without(
            "import a.§B;\n@§C class D {\n void f(§B b) {\n }\n @§C(1) int g() { return 1; }\n}",
        )
        .unwrap();
        assert_eq!(
            reduced.text,
            " \n  class D {\n  \n\n   int g() { return 1; }\n}"
        );
        let kinds: Vec<_> = reduced.omitted.iter().map(|omitted| omitted.kind).collect();
        assert_eq!(kinds, [Import, Annotation, Member, Annotation]);
    }

    #[test]
    fn what_still_fails_is_taken_out_as_a_whole() {
        assert_eq!(
            text_without("class A { Missing f() { §throw null; } }"),
            "class A {   }"
        );
        assert_eq!(
            text_without("class A { int i = §(Integer) null; }"),
            "class A {   }"
        );
    }

    #[test]
    fn a_class_goes_on_without_its_supertypes() {
        assert_eq!(
            text_without("class A extends §B implements C { }"),
            "class A   implements C { }"
        );
        assert_eq!(
            text_without("interface A extends B, §C { }"),
            "interface A   { }"
        );
    }

    #[test]
    fn a_class_header_can_only_go_with_its_class() {
        assert_eq!(without("class A<T extends §B> { }"), None);
        assert_eq!(
            text_without("class A { record B(§C c) { } }"),
            "class A {   }"
        );
        assert_eq!(
            text_without("class A { } record B(§C c) { }"),
            "class A { }  "
        );
        assert_eq!(without("§"), None);
    }

    #[test]
    fn headers_keep_constants_and_lambdas() {
        let text = "class A {\n static final int K = 3;\n R r = () -> { };\n A() {\n this(1);\n x();\n }\n \
                    R s = new R() { public void run() { x(); } };\n abstract int f();\n}";
        let reduced = SourceFile::parse(text).without_bodies();
        assert_eq!(
            reduced.text,
            "class A {\n static final int K = 3;\n R r = () -> { };\n A() { this(1);throw null; \n\n\n}\n \
             R s = new R() { public void run() { throw null; } };\n abstract int f();\n}"
        );
        assert_eq!(reduced.omitted.len(), 2);
    }
}
