//! Comments for tools, `//@ …` and `/*@ … @*/`, with what they apply to; loops; annotations of methods.

use std::ops::{Range, RangeInclusive};

use tree_sitter::{Node, Tree};

use crate::{LineIndex, SourceFile};

/// Comments for tools that precede the same method or loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specification {
    /// The bytes of each comment, in the order of the text.
    pub comments: Vec<Range<usize>>,
    /// What they apply to.
    pub of: Specified,
}

/// What comments for tools apply to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Specified {
    /// The method or constructor with this index in [`SourceFile::methods`].
    Method(usize),
    /// The loop statement with this index in [`SourceFile::loops`].
    Loop(usize),
    /// Nothing.
    Nothing,
}

/// A loop statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// The lines (from 1) of the statement, without its label.
    pub lines: RangeInclusive<u32>,
    /// The bytes of the statement, without its label.
    pub range: Range<usize>,
    /// Where the enclosing code begins, in bytes: the nearest method, initialiser or lambda around it.
    pub owner: usize,
}

/// The statements that repeat others.
const LOOPS: [&str; 4] = [
    "for_statement",
    "enhanced_for_statement",
    "while_statement",
    "do_statement",
];

/// Nodes with separate code in a class file, or a part of an initialiser.
const OWNERS: [&str; 6] = [
    "method_declaration",
    "constructor_declaration",
    "compact_constructor_declaration",
    "lambda_expression",
    "static_initializer",
    "class_body",
];

impl SourceFile {
    /// The comments for tools, in the order of the text. Those of a method are before it or among its modifiers, those of a loop
    /// before it or before its label. Comments in between keep a group together; code does not.
    pub fn specifications(&self) -> Vec<Specification> {
        // Most files have none, and then the tree is not searched.
        if !self.text().contains("//@") && !self.text().contains("/*@") {
            return Vec::new();
        }
        let Some(tree) = self.tree() else {
            return Vec::new();
        };
        let loops = self.loops();
        let mut found: Vec<(Specified, Range<usize>)> = Vec::new();
        walk(tree, |node| {
            if is_comment(node) && self.is_for_tools(node) {
                let of = self.specified(node, &loops);
                // A one-line comment may include the line's end.
                let text = &self.text()[node.byte_range()];
                let start = node.start_byte();
                found.push((of, start..start + text.trim_end().len()));
            }
        });
        found.sort_by_key(|(_, comment)| comment.start);
        let mut groups: Vec<Specification> = Vec::new();
        for (of, comment) in found {
            match groups.last_mut() {
                Some(group) if group.of == of && of != Specified::Nothing => {
                    group.comments.push(comment);
                }
                _ => groups.push(Specification {
                    comments: vec![comment],
                    of,
                }),
            }
        }
        groups
    }

    /// The loop statements, outer ones before inner ones and otherwise in the order of the text.
    pub fn loops(&self) -> Vec<Loop> {
        let mut found = Vec::new();
        if let Some(tree) = self.tree() {
            walk(tree, |node| {
                if LOOPS.contains(&node.kind()) {
                    found.push(Loop {
                        lines: lines(self.line_index(), node),
                        range: node.byte_range(),
                        owner: owner(node),
                    });
                }
            });
        }
        found.sort_by_key(|one| (one.range.start, std::cmp::Reverse(one.range.end)));
        found
    }

    /// The bytes of the annotations with this simple name on the declaration with this range, as in [`crate::Method::range`], in
    /// the order of the text.
    pub fn annotations(&self, declaration: &Range<usize>, name: &str) -> Vec<Range<usize>> {
        let text = self.text();
        if !text
            .get(declaration.clone())
            .is_some_and(|text| text.contains(name))
        {
            return Vec::new();
        }
        let node = self.tree().and_then(|tree| {
            let root = tree.root_node();
            root.descendant_for_byte_range(declaration.start, declaration.end.max(1) - 1)
        });
        let Some(node) = node else {
            return Vec::new();
        };
        let Some(modifiers) = modifiers(node) else {
            return Vec::new();
        };
        let is_named = |annotation: &Node<'_>| {
            let written = annotation.child_by_field_name("name");
            let written = written.and_then(|written| text.get(written.byte_range()));
            written.is_some_and(|written| written.rsplit('.').next() == Some(name))
        };
        modifiers
            .named_children(&mut modifiers.walk())
            .filter(is_named)
            .map(|annotation| annotation.byte_range())
            .collect()
    }

    /// The fields that the code of a declaration can name without a qualifier, if the file declares them: those of the enclosing
    /// types, including record components.
    pub fn fields_around(&self, declaration: &Range<usize>) -> Vec<String> {
        let mut fields = Vec::new();
        let mut around = self.tree().and_then(|tree| {
            let root = tree.root_node();
            root.descendant_for_byte_range(declaration.start, declaration.end.max(1) - 1)
        });
        while let Some(node) = around {
            for child in node.named_children(&mut node.walk()) {
                match child.kind() {
                    "field_declaration" | "constant_declaration" => {
                        let declarators = child
                            .children_by_field_name("declarator", &mut child.walk())
                            .collect::<Vec<_>>();
                        let names = declarators.into_iter();
                        fields.extend(names.filter_map(|declarator| self.name_of(declarator)));
                    }
                    "formal_parameters" if node.kind() == "record_declaration" => {
                        let components: Vec<Node<'_>> =
                            child.named_children(&mut child.walk()).collect();
                        let names = components.into_iter();
                        fields.extend(names.filter_map(|component| self.name_of(component)));
                    }
                    _ => {}
                }
            }
            around = node.parent();
        }
        fields
    }

    fn name_of(&self, declaration: Node<'_>) -> Option<String> {
        let name = match declaration.child_by_field_name("name") {
            Some(name) => name,
            // That of a variable-arity component is one level deeper.
            None => declaration
                .named_children(&mut declaration.walk())
                .find_map(|part| part.child_by_field_name("name"))?,
        };
        Some(self.text().get(name.byte_range())?.to_owned())
    }

    fn is_for_tools(&self, comment: Node<'_>) -> bool {
        let text = self.text().as_bytes();
        let signs = text.get(comment.start_byte()..comment.start_byte() + 3);
        matches!(signs, Some(b"//@" | b"/*@"))
    }

    fn specified(&self, comment: Node<'_>, loops: &[Loop]) -> Specified {
        let mut next = comment;
        // Among modifiers, it belongs to what they modify.
        let subject = match comment.parent() {
            Some(parent) if parent.kind() == "modifiers" => parent.parent(),
            _ => loop {
                match next.next_sibling() {
                    Some(sibling) if is_comment(sibling) => next = sibling,
                    other => break other,
                }
            },
        };
        let Some(mut subject) = subject else {
            return Specified::Nothing;
        };
        while subject.kind() == "labeled_statement" {
            let Some(statement) = subject.named_children(&mut subject.walk()).last() else {
                return Specified::Nothing;
            };
            subject = statement;
        }
        if LOOPS.contains(&subject.kind()) {
            let range = subject.byte_range();
            let index = loops.iter().position(|one| one.range == range);
            return index.map_or(Specified::Nothing, Specified::Loop);
        }
        let is_method = matches!(
            subject.kind(),
            "method_declaration" | "constructor_declaration" | "compact_constructor_declaration"
        );
        let range = subject.byte_range();
        let index = self
            .methods()
            .iter()
            .position(|method| method.range == range);
        match index {
            Some(index) if is_method => Specified::Method(index),
            _ => Specified::Nothing,
        }
    }
}

fn is_comment(node: Node<'_>) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

fn modifiers(declaration: Node<'_>) -> Option<Node<'_>> {
    declaration
        .named_child(0)
        .filter(|first| first.kind() == "modifiers")
}

/// The start of the declaration or lambda whose code contains a statement.
fn owner(statement: Node<'_>) -> usize {
    let mut around = statement.parent();
    while let Some(node) = around {
        if OWNERS.contains(&node.kind()) {
            return node.start_byte();
        }
        around = node.parent();
    }
    0
}

fn lines(index: &LineIndex, node: Node<'_>) -> RangeInclusive<u32> {
    let last = node.end_byte().saturating_sub(1).max(node.start_byte());
    index.line_number(node.start_byte())..=index.line_number(last)
}

/// Visits every node with a cursor, because expressions may nest deeper than a thread's stack.
pub(crate) fn walk<'t>(tree: &'t Tree, mut visit: impl FnMut(Node<'t>)) {
    let mut cursor = tree.walk();
    loop {
        visit(cursor.node());
        if cursor.goto_first_child() || cursor.goto_next_sibling() {
            continue;
        }
        loop {
            if !cursor.goto_parent() {
                return;
            }
            if cursor.goto_next_sibling() {
                break;
            }
        }
    }
}
