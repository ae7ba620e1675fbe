//! Calls of methods.

use crate::code::{Code, field, named};
use attributes::AttributedSymbol;
use tree_sitter::Node;

/// A call of a method that javac knows.
#[derive(Debug, Clone)]
pub(crate) struct Call<'c> {
    pub(crate) node: Node<'c>,
    pub(crate) receiver: Option<Node<'c>>,
    pub(crate) name: Node<'c>,
    pub(crate) arguments: Vec<Node<'c>>,
    pub(crate) method: &'c AttributedSymbol,
}

impl<'c> Call<'c> {
    pub(crate) fn of(code: &Code<'c>, node: Node<'c>) -> Option<Self> {
        if node.kind() != "method_invocation" || field(node, "type_arguments").is_some() {
            return None;
        }
        Some(Self {
            node,
            receiver: field(node, "object"),
            name: field(node, "name")?,
            arguments: named(field(node, "arguments")?),
            method: code.symbol(code.symbol_of(node)?)?,
        })
    }

    /// All calls of the text.
    pub(crate) fn all<'a>(code: &'a Code<'c>) -> impl Iterator<Item = Self> + 'a {
        code.all("method_invocation")
            .filter_map(|node| Self::of(code, node))
    }

    /// True of a call of this method.
    pub(crate) fn is(&self, owner: &str, name: &str, parameters: &str) -> bool {
        self.method.owner == owner
            && self.method.name == name
            && self.method.parameters == parameters
    }

    /// The call's only argument.
    pub(crate) fn only(&self) -> Option<Node<'c>> {
        match self.arguments[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// True of an expression that stands as a statement.
pub(crate) fn is_statement(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|parent| parent.kind() == "expression_statement")
}
