//! The fields of a file with their initial values.

use std::ops::Range;

use tree_sitter::Node;

use crate::SourceFile;
use crate::specification::{has_modifier, walk};

/// A field, or a constant of an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The class that declares it, with slashes.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Whether it is static.
    pub is_static: bool,
    /// The whole declaration, with the initial value and the other fields in it.
    pub range: Range<usize>,
    /// The line where the declaration begins, counted from 1.
    pub line: u32,
}

impl SourceFile {
    /// The fields and the constants of enums, in the order of the text.
    pub fn fields(&self) -> Vec<Field> {
        let mut found = Vec::new();
        let Some(tree) = self.tree() else {
            return found;
        };
        let classes = &self.outline().classes;
        walk(tree, |node| {
            let is_constant = matches!(node.kind(), "constant_declaration" | "enum_constant");
            if !is_constant && node.kind() != "field_declaration" {
                return;
            }
            let range = node.byte_range();
            let around = classes
                .iter()
                .filter(|class| class.body.start < range.start && range.end <= class.body.end);
            let Some(class) = around.min_by_key(|class| class.body.len()) else {
                return;
            };
            let declarators: Vec<Node<'_>> = if node.kind() == "enum_constant" {
                vec![node]
            } else {
                node.children_by_field_name("declarator", &mut node.walk())
                    .collect()
            };
            let names = declarators.into_iter().filter_map(|one| {
                let name = one.child_by_field_name("name")?;
                self.text().get(name.byte_range())
            });
            found.extend(names.map(|name| Field {
                class: class.binary_name.clone(),
                name: name.to_owned(),
                is_static: is_constant || has_modifier(node, self.text(), "static"),
                line: self.line_index().line_number(range.start),
                range: range.clone(),
            }));
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_their_class_and_their_whole_declaration() {
        let text = "package p; class A { static final int N = 5, M; class B { @Deprecated int x; void f() { int y = 1; } }\n\
                    enum E { ONE(2); E(int n) { } } interface I { int K = 7; } }";
        let file = SourceFile::parse(std::sync::Arc::from(text));
        let told: Vec<String> = file
            .fields()
            .iter()
            .map(|field| {
                let code = &text[field.range.clone()];
                format!(
                    "{} {} {} {}: {code}",
                    field.class, field.name, field.is_static, field.line
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                "p/A N true 1: static final int N = 5, M;",
                "p/A M true 1: static final int N = 5, M;",
                "p/A$B x false 1: @Deprecated int x;",
                "p/A$E ONE true 2: ONE(2)",
                "p/A$I K true 2: int K = 7;",
            ]
        );
    }
}
