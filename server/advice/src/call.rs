//! Calls of methods.

use crate::code::{Code, field, named};
use attributes::{AttributedSymbol, AttributedSymbolKind};
use tree_sitter::Node;

/// A call of a method that javac has resolved.
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
        let receiver = field(node, "object");
        let method = code.symbol(code.symbol_of(node)?)?;
        // `next().valueOf(n)` with a static method evaluates `next()` first.
        let is_plain =
            !method.is_static || receiver.is_none_or(|receiver| names_class(code, receiver));
        is_plain.then_some(Self {
            node,
            receiver,
            name: field(node, "name")?,
            arguments: named(field(node, "arguments")?),
            method,
        })
    }

    /// All calls of the text.
    pub(crate) fn all<'a>(code: &'a Code<'c>) -> impl Iterator<Item = Self> + 'a {
        code.all("method_invocation")
            .filter_map(|node| Self::of(code, node))
    }

    /// Whether it calls this method.
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

/// Whether a node is the name of a class.
pub(crate) fn names_class(code: &Code<'_>, node: Node<'_>) -> bool {
    let symbol = code.symbol_of(node).and_then(|index| code.symbol(index));
    symbol.is_some_and(|symbol| symbol.kind == AttributedSymbolKind::Class)
}

/// Whether an expression is in a place where only a call is allowed, because its value is not used: a statement, a part of the
/// head of a `for` loop, the body of a lambda that may return nothing.
pub(crate) fn may_need_call<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match parent.kind() {
        "expression_statement" => !parent.parent().is_some_and(|rule| gives_value(code, rule)),
        "for_statement" => field(parent, "condition") != Some(node),
        "lambda_expression" => {
            let interface = code.type_of(parent).map(|known| &known.erased[..]);
            let gives = interface.is_some_and(|name| {
                name == "java.util.concurrent.Callable"
                    || name.starts_with("java.util.function.") && !name.ends_with("Consumer")
            });
            !gives
        }
        _ => false,
    }
}

/// Whether `case … ->` is in a `switch` expression.
fn gives_value(code: &Code<'_>, rule: Node<'_>) -> bool {
    let switch = rule.parent().and_then(|block| block.parent());
    rule.kind() == "switch_rule" && switch.is_some_and(|switch| code.type_of(switch).is_some())
}

/// Whether an expression is a statement.
pub(crate) fn is_statement(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|parent| parent.kind() == "expression_statement")
}
