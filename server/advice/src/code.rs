//! A text with its syntax tree and javac's types.

use crate::hidden_code::has_hidden_end;
use attributes::{AttributedSymbol, Attributes, Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::SourceFile;
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// A text that javac compiled, with its types.
#[derive(Debug)]
pub struct Code<'c> {
    text: &'c str,
    tree: &'c Tree,
    attributes: &'c Attributes,
    nodes: Vec<Node<'c>>,
    /// The names of each symbol, in the order of the text, including its declaration.
    uses: FxHashMap<usize, Vec<Node<'c>>>,
    names: FxHashSet<&'c str>,
    comments: Vec<Range<usize>>,
}

/// A text that no rule may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotUnderstood {
    /// The first line (from 1) that the parser does not understand as javac does.
    pub line: u32,
}

impl<'c> Code<'c> {
    /// Understands a text.
    ///
    /// # Errors
    /// [`NotUnderstood`] if the parser misses a part of it, or reads it in another way than javac.
    pub fn new(file: &'c SourceFile, attributes: &'c Attributes) -> Result<Self, NotUnderstood> {
        let tree = file.tree().filter(|tree| !tree.root_node().has_error());
        let tree = tree.ok_or_else(|| {
            let first = file.problems().into_iter().next();
            NotUnderstood {
                line: first.map_or(1, |problem| problem.line),
            }
        })?;
        let mut code = Self {
            text: file.text(),
            tree,
            attributes,
            nodes: Vec::new(),
            uses: FxHashMap::default(),
            names: FxHashSet::default(),
            comments: Vec::new(),
        };
        for node in descendants(tree.root_node()) {
            if has_hidden_end(code.of(node), node.kind()) {
                let line = file.line_index().line_number(node.start_byte());
                return Err(NotUnderstood { line });
            }
            match node.kind() {
                "line_comment" | "block_comment" => {
                    // If lines end with `\r\n`, the tree includes the `\r` in the comment.
                    let text = code.of(node).trim_end_matches('\r');
                    code.comments
                        .push(node.start_byte()..node.start_byte() + text.len());
                }
                "identifier" | "type_identifier" if !names_member(node) => {
                    code.names.insert(&code.text[node.byte_range()]);
                }
                _ => {}
            }
            if matches!(node.kind(), "identifier" | "field_access")
                && let Some(symbol) = attributes.symbol_at(node.byte_range())
            {
                code.uses.entry(symbol).or_default().push(node);
            }
            if node.is_named() {
                code.nodes.push(node);
            }
        }
        Ok(code)
    }

    /// The text.
    pub fn text(&self) -> &'c str {
        self.text
    }

    pub(crate) fn root(&self) -> Node<'c> {
        self.tree.root_node()
    }

    /// All nodes of a kind, in the order of the text.
    pub(crate) fn all(&self, kind: &'static str) -> impl Iterator<Item = Node<'c>> + '_ {
        self.nodes
            .iter()
            .copied()
            .filter(move |node| node.kind() == kind)
    }

    pub(crate) fn comments(&self) -> &[Range<usize>] {
        &self.comments
    }

    /// The text of a node.
    pub(crate) fn of(&self, node: Node<'_>) -> &'c str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// The type of an expression.
    pub(crate) fn type_of(&self, node: Node<'_>) -> Option<&'c Type> {
        self.attributes.type_at(node.byte_range())
    }

    pub(crate) fn kind_of(&self, node: Node<'_>) -> Option<TypeKind> {
        Some(self.type_of(node)?.kind)
    }

    pub(crate) fn is_string(&self, node: Node<'_>) -> bool {
        self.type_of(node).is_some_and(Type::is_string)
    }

    pub(crate) fn is_primitive(&self, node: Node<'_>) -> bool {
        self.type_of(node).is_some_and(Type::is_primitive)
    }

    /// The index of the symbol that a node names, declares or calls.
    pub(crate) fn symbol_of(&self, node: Node<'_>) -> Option<usize> {
        self.attributes.symbol_at(node.byte_range())
    }

    pub(crate) fn symbol(&self, index: usize) -> Option<&'c AttributedSymbol> {
        self.attributes.symbol(index)
    }

    pub(crate) fn type_of_symbol(&self, symbol: &AttributedSymbol) -> Option<&'c Type> {
        self.attributes.type_of(symbol)
    }

    /// The names of a symbol, including its declaration.
    pub(crate) fn uses(&self, symbol: usize) -> &[Node<'c>] {
        self.uses.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// Whether the text contains this name, except as a method or as a field after a dot.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// A name for a variable that no variable or class of the text has.
    pub(crate) fn new_name(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while self.has_name(&name) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }

    /// The white space before the first character of the line with this byte.
    pub(crate) fn indent(&self, at: usize) -> &'c str {
        let before = &self.text[..at];
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let line = &self.text[start..];
        let end = line.find(|c| c != ' ' && c != '\t').unwrap_or(line.len());
        &line[..end]
    }

    /// How the line with this byte ends; how the line before it ends if it is the last one.
    pub(crate) fn newline(&self, at: usize) -> &'static str {
        let ends = ['\n', '\r'];
        let next = self.text[at..].find(ends).map(|end| at + end);
        // Of `\r\n`, this finds the second character.
        let end = next.or_else(|| self.text[..at].rfind(ends));
        let rest = end.map_or("", |end| &self.text[end..]);
        let is_after_return = end.is_some_and(|end| self.text[..end].ends_with('\r'));
        if rest.starts_with("\r\n") || rest.starts_with('\n') && is_after_return {
            "\r\n"
        } else if rest.starts_with('\r') {
            "\r"
        } else {
            "\n"
        }
    }
}

/// Whether a name is that of a method, or of a field after a dot, so that it cannot be confused with a variable.
fn names_member(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| {
        let name = match parent.kind() {
            "method_invocation" | "method_declaration" => "name",
            "field_access" => "field",
            _ => return false,
        };
        field(parent, name) == Some(node)
    })
}

/// A node and its descendants, in the order of the text.
pub(crate) fn descendants(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut cursor = node.walk();
    let mut is_done = false;
    std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let current = cursor.node();
        if !cursor.goto_first_child() {
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    is_done = true;
                    break;
                }
            }
        }
        Some(current)
    })
}

/// The ancestors of a node, the nearest first.
pub(crate) fn ancestors(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), Node::parent)
}

/// Whether one node is inside another, or equal to it.
pub(crate) fn is_within(inner: Node<'_>, outer: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}

/// The expression without parentheses around it.
pub(crate) fn bare(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression" {
        match named(node).first() {
            Some(inner) => node = *inner,
            None => break,
        }
    }
    node
}

/// The named children except comments.
pub(crate) fn named(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    children
        .filter(|child| !matches!(child.kind(), "line_comment" | "block_comment"))
        .collect()
}

pub(crate) fn field<'n>(node: Node<'n>, name: &str) -> Option<Node<'n>> {
    node.child_by_field_name(name)
}
