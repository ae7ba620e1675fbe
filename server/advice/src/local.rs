//! Local variables: where they are declared, read and written.

use crate::code::{Code, ancestors, field, is_within};
use attributes::{AttributedSymbol, AttributedSymbolKind};
use tree_sitter::Node;

/// A local variable or parameter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Local<'c> {
    pub(crate) index: usize,
    pub(crate) symbol: &'c AttributedSymbol,
    /// Its name in the declaration.
    pub(crate) declared: Node<'c>,
}

impl<'c> Local<'c> {
    /// The variable that a name refers to.
    pub(crate) fn named(code: &Code<'c>, node: Node<'c>) -> Option<Self> {
        if node.kind() != "identifier" {
            return None;
        }
        let index = code.symbol_of(node)?;
        let symbol = code.symbol(index)?;
        if !matches!(
            symbol.kind,
            AttributedSymbolKind::Local | AttributedSymbolKind::Parameter
        ) {
            return None;
        }
        let place = symbol.declared.clone()?;
        let declared = code
            .uses(index)
            .iter()
            .copied()
            .find(|node| node.byte_range() == place)?;
        Some(Self {
            index,
            symbol,
            declared,
        })
    }

    /// Its uses after the declaration.
    pub(crate) fn uses<'a>(
        &self,
        code: &'a Code<'c>,
    ) -> impl Iterator<Item = Node<'c>> + use<'a, 'c> {
        let declared = self.declared;
        code.uses(self.index)
            .iter()
            .copied()
            .filter(move |node| *node != declared)
    }

    /// The `variable_declarator` of its declaration, if it is the only one in its statement, and that statement.
    pub(crate) fn declaration(&self) -> Option<(Node<'c>, Node<'c>)> {
        let declarator = self.declared.parent()?;
        let statement = declarator.parent()?;
        let is_one = declarator.kind() == "variable_declarator"
            && statement.kind() == "local_variable_declaration"
            && field(declarator, "dimensions").is_none()
            && statement
                .children_by_field_name("declarator", &mut statement.walk())
                .count()
                == 1;
        is_one.then_some((declarator, statement))
    }

    /// Whether nothing after its declaration changes it.
    pub(crate) fn is_unchanged(&self, code: &Code<'c>) -> bool {
        self.uses(code).all(|node| !is_write(node))
            && (self.symbol.kind == AttributedSymbolKind::Parameter || {
                let parent = self.declared.parent();
                parent.is_some_and(|parent| match parent.kind() {
                    // Without an initial value, it is written later, which is checked above.
                    "variable_declarator" => field(parent, "value").is_some(),
                    "enhanced_for_statement" => true,
                    _ => false,
                })
            })
    }

    /// Whether nothing in a node changes it.
    pub(crate) fn is_unchanged_in(&self, code: &Code<'c>, node: Node<'c>) -> bool {
        self.uses(code)
            .all(|used| !is_within(used, node) || !is_write(used))
    }

    /// Whether it is declared outside of a node.
    pub(crate) fn is_declared_outside(&self, node: Node<'_>) -> bool {
        !is_within(self.declared, node)
    }
}

/// Whether a name is assigned, changed or declared here.
pub(crate) fn is_write(node: Node<'_>) -> bool {
    let mut inner = node;
    for parent in ancestors(node) {
        match parent.kind() {
            "parenthesized_expression" => inner = parent,
            "assignment_expression" => return field(parent, "left") == Some(inner),
            "update_expression" => return true,
            _ => return false,
        }
    }
    false
}

/// Whether a name is used in a lambda or class inside `outer`, which captures it.
pub(crate) fn is_captured(node: Node<'_>, outer: Node<'_>) -> bool {
    ancestors(node)
        .take_while(|above| is_within(*above, outer) && *above != outer)
        .any(|above| {
            matches!(
                above.kind(),
                "lambda_expression"
                    | "class_body"
                    | "class_declaration"
                    | "enum_body"
                    | "interface_body"
                    | "record_declaration"
            )
        })
}
