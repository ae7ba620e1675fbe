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

/// The fields that code can name without a qualifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldsInScope {
    /// Those that the file declares in the enclosing types, including record components, those of the innermost type first; and
    /// those that it imports by name.
    pub declared: Vec<FieldInScope>,
    /// Whether one of the enclosing types has a supertype other than `Object`, from which it may inherit others.
    pub may_inherit: bool,
    /// Whether the file imports all fields of a class.
    pub imports_all: bool,
}

/// A field that code can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldInScope {
    /// Its name.
    pub name: String,
    /// Its type as written, with `[]` for each dimension and without white space; `None` if the file does not say it.
    pub of_type: Option<String>,
    /// Whether it may be a constant: it is static and final, or imported.
    pub is_constant: bool,
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

    /// The fields that the code of a declaration can name without a qualifier, those of the innermost type first.
    pub fn fields_around(&self, declaration: &Range<usize>) -> FieldsInScope {
        let mut fields = FieldsInScope::default();
        let mut around = self.tree().and_then(|tree| {
            let root = tree.root_node();
            root.descendant_for_byte_range(declaration.start, declaration.end.max(1) - 1)
        });
        while let Some(node) = around {
            let inherits = ["superclass", "interfaces"].iter();
            let mut inherits = inherits.map(|part| node.child_by_field_name(part));
            // The type of an anonymous class is beside its body.
            let is_anonymous = node.kind() == "object_creation_expression";
            fields.may_inherit |= is_anonymous || inherits.any(|part| part.is_some());
            for child in node.named_children(&mut node.walk()) {
                match child.kind() {
                    "field_declaration" | "constant_declaration" => {
                        let of_type = self.type_of(child);
                        let is_constant = child.kind() == "constant_declaration"
                            || ["static", "final"]
                                .iter()
                                .all(|word| has_modifier(child, self.text(), word));
                        for declarator in
                            child.children_by_field_name("declarator", &mut child.walk())
                        {
                            let Some(name) = self.name_of(declarator) else {
                                continue;
                            };
                            let of_type = of_type.as_ref().map(|of_type| {
                                let dimensions = declarator.child_by_field_name("dimensions");
                                self.with_dimensions(of_type, dimensions)
                            });
                            fields.declared.push(FieldInScope {
                                name,
                                of_type,
                                is_constant,
                            });
                        }
                    }
                    "formal_parameters" if node.kind() == "record_declaration" => {
                        for component in child.named_children(&mut child.walk()) {
                            let Some(name) = self.name_of(component) else {
                                continue;
                            };
                            let is_fixed = component.kind() == "formal_parameter";
                            let of_type = self.type_of(component).filter(|_| is_fixed);
                            fields.declared.push(FieldInScope {
                                name,
                                of_type,
                                is_constant: false,
                            });
                        }
                    }
                    "extends_interfaces" => fields.may_inherit = true,
                    "import_declaration" => self.add_import(child, &mut fields),
                    _ => {}
                }
            }
            around = node.parent();
        }
        fields
    }

    /// Adds the field that a static import may name.
    fn add_import(&self, import: Node<'_>, fields: &mut FieldsInScope) {
        let text = self.text().get(import.byte_range()).unwrap_or_default();
        let path = text.trim_start_matches("import").trim_start();
        let Some(path) = path.strip_prefix("static") else {
            return;
        };
        if !path.starts_with(char::is_whitespace) {
            return;
        }
        let last = path.trim_end_matches(';').rsplit('.').next();
        match last.map(str::trim) {
            Some(name) if name != "*" => fields.declared.push(FieldInScope {
                name: name.to_owned(),
                of_type: None,
                is_constant: true,
            }),
            _ => fields.imports_all = true,
        }
    }

    /// The type of a declaration as written, without white space.
    fn type_of(&self, declaration: Node<'_>) -> Option<String> {
        let written = declaration.child_by_field_name("type")?;
        let text = self.text().get(written.byte_range())?;
        Some(text.split_whitespace().collect())
    }

    fn with_dimensions(&self, of_type: &str, dimensions: Option<Node<'_>>) -> String {
        let text = dimensions.and_then(|node| self.text().get(node.byte_range()));
        of_type.to_owned() + &"[]".repeat(text.unwrap_or_default().matches('[').count())
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

/// Whether a declaration has a modifier, such as `static`.
pub(crate) fn has_modifier(declaration: Node<'_>, text: &str, modifier: &str) -> bool {
    let mut children = declaration.walk();
    let modifiers = declaration
        .named_children(&mut children)
        .find(|child| child.kind() == "modifiers");
    let words = modifiers.and_then(|modifiers| text.get(modifiers.byte_range()));
    words.is_some_and(|words| words.split_whitespace().any(|word| word == modifier))
}
