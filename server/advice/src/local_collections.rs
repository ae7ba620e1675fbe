//! Collections that only their method has. No other code can change them, and their methods do not call code of the project.

use crate::call::Call;
use crate::code::{Code, ancestors, field, is_within, named};
use crate::local::{Local, is_captured};
use crate::loops::is_loop;
use crate::new_objects::{call_on, created};
use tree_sitter::Node;

/// Classes whose methods with the names below are the JDK's.
const CLASSES: [&str; 6] = [
    "java.util.ArrayList",
    "java.util.LinkedList",
    "java.util.HashMap",
    "java.util.LinkedHashMap",
    "java.util.HashSet",
    "java.util.LinkedHashSet",
];

/// Methods that change nothing, and return nothing but elements.
const READING: [&str; 9] = [
    "contains",
    "containsKey",
    "containsValue",
    "get",
    "getOrDefault",
    "indexOf",
    "isEmpty",
    "lastIndexOf",
    "size",
];

/// Methods that change the collection, and return nothing but elements.
const CHANGING: [&str; 8] = [
    "add",
    "addAll",
    "clear",
    "put",
    "putAll",
    "putIfAbsent",
    "remove",
    "set",
];

/// Views that a loop iterates over.
const VIEWS: [&str; 3] = ["entrySet", "keySet", "values"];

/// The use of a collection in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Reads,
    Changes,
    /// A loop iterates over it.
    Iterates,
    /// The method ends and returns it.
    Returned,
    /// From here on, other code may have it.
    Escapes,
}

/// A local variable that is set once, to a new JDK collection.
#[derive(Debug)]
pub(crate) struct Own<'c> {
    pub(crate) local: Local<'c>,
    /// The class after `new`.
    pub(crate) class: &'c str,
    pub(crate) created: Node<'c>,
    scope: Node<'c>,
    pub(crate) uses: Vec<(Node<'c>, Use)>,
}

impl<'c> Own<'c> {
    /// The collection that a name refers to.
    pub(crate) fn of(code: &Code<'c>, node: Node<'c>) -> Option<Self> {
        let local = Local::named(code, node)?;
        let (_, statement) = local.declaration()?;
        let scope = statement.parent()?;
        let created = created(code, local)?;
        let class: &'c str = &code.type_of(created)?.erased;
        let arguments = field(created, "arguments").map(named).unwrap_or_default();
        // A map with three arguments may be in access order, so that reading changes it.
        if !CLASSES.contains(&class) || arguments.len() > 2 {
            return None;
        }
        let uses = local.uses(code);
        let uses = uses.map(|node| (node, use_of(code, node, scope))).collect();
        Some(Self {
            local,
            class,
            created,
            scope,
            uses,
        })
    }

    /// Whether no other code has the collection before the last execution of a statement has ended.
    pub(crate) fn is_private_until(&self, statement: Node<'c>) -> bool {
        let around = ancestors(statement)
            .take_while(|above| is_within(*above, self.scope) && *above != self.scope);
        let last = around.filter(|above| is_loop(*above)).last();
        let end = last.unwrap_or(statement).end_byte();
        let mut uses = self.uses.iter();
        uses.all(|(node, way)| *way != Use::Escapes || node.start_byte() >= end)
    }

    /// The uses in a node.
    pub(crate) fn uses_in<'a>(
        &'a self,
        node: Node<'c>,
    ) -> impl Iterator<Item = (Node<'c>, Use)> + use<'a, 'c> {
        let uses = self.uses.iter().copied();
        uses.filter(move |(used, _)| is_within(*used, node))
    }

    /// Whether a node only reads it.
    pub(crate) fn is_only_read_in(&self, node: Node<'c>) -> bool {
        self.uses_in(node)
            .all(|(_, way)| matches!(way, Use::Reads | Use::Iterates | Use::Returned))
    }

    /// The type arguments of the variable, such as `java.lang.String` for `List<String>`.
    pub(crate) fn type_arguments(&self, code: &Code<'c>) -> Vec<&'c str> {
        let written = code.type_of_symbol(self.local.symbol).map(|of| &of.written);
        written.map_or_else(Vec::new, |written| type_arguments(written))
    }
}

fn use_of<'c>(code: &Code<'c>, node: Node<'c>, scope: Node<'c>) -> Use {
    let Some(parent) = node.parent().filter(|_| !is_captured(node, scope)) else {
        return Use::Escapes;
    };
    if let Some(call) = call_on(node).and_then(|call| Call::of(code, call)) {
        let name = &call.method.name[..];
        let is_view = VIEWS.contains(&name) && call.arguments.is_empty();
        return if READING.contains(&name) {
            Use::Reads
        } else if CHANGING.contains(&name) {
            Use::Changes
        } else if is_view && goes_through(call.node) {
            Use::Iterates
        } else {
            Use::Escapes
        };
    }
    match parent.kind() {
        "enhanced_for_statement" if goes_through(node) => Use::Iterates,
        "return_statement" => Use::Returned,
        "binary_expression" => Use::Reads,
        "argument_list" => {
            let made = parent.parent().filter(|made| {
                made.kind() == "object_creation_expression"
                    && !named(*made).iter().any(|part| part.kind() == "class_body")
            });
            let class = made.and_then(|made| code.type_of(made));
            if class.is_some_and(|class| CLASSES.contains(&&class.erased[..])) {
                Use::Reads
            } else {
                Use::Escapes
            }
        }
        _ => Use::Escapes,
    }
}

/// Whether a node is what a for-each loop iterates over.
fn goes_through(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| {
        parent.kind() == "enhanced_for_statement" && field(parent, "value") == Some(node)
    })
}

/// The outermost type arguments in a type.
fn type_arguments(written: &str) -> Vec<&str> {
    let inner = written
        .split_once('<')
        .and_then(|(_, rest)| rest.strip_suffix('>'));
    let mut arguments = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    let inner = inner.unwrap_or_default();
    for (at, character) in inner.char_indices() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                arguments.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inner.is_empty() {
        arguments.push(inner[start..].trim());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::type_arguments;

    #[test]
    fn type_arguments_are_the_outermost() {
        assert_eq!(
            type_arguments("java.util.Map<K, java.util.Map<A,B>>"),
            ["K", "java.util.Map<A,B>"]
        );
        assert_eq!(type_arguments("java.util.List"), [""; 0]);
        assert_eq!(type_arguments("a<"), [""; 0]);
    }
}
