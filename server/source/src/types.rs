//! Erased simple names of types, from their text.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::mask::unescape;

/// Type variables in scope, the innermost declaration last.
#[derive(Debug, Default)]
pub(crate) struct TypeScopes {
    scopes: Vec<(Option<usize>, HashMap<String, String>)>,
}

impl TypeScopes {
    /// Opens a scope with the variables of a `type_parameters` node inside `parent`.
    pub(crate) fn open(
        &mut self,
        parent: Option<usize>,
        parameters: Node<'_>,
        text: &str,
    ) -> usize {
        self.scopes.push((parent, HashMap::new()));
        let scope = self.scopes.len() - 1;
        for parameter in parameters.named_children(&mut parameters.walk()) {
            let mut cursor = parameter.walk();
            let mut parts = parameter.named_children(&mut cursor);
            let Some(name) = parts.find(|part| part.kind() == "type_identifier") else {
                continue;
            };
            let bound = parts
                .find(|part| part.kind() == "type_bound")
                .and_then(|bound| bound.named_child(0))
                .map_or_else(
                    || "Object".to_owned(),
                    |bound| self.erased(bound, Some(scope), text),
                );
            self.scopes[scope].1.insert(name_of(name, text), bound);
        }
        scope
    }

    /// The simple name of a type without its type arguments; a type variable counts as its
    /// first bound (JLS 4.6).
    pub(crate) fn erased(&self, node: Node<'_>, scope: Option<usize>, text: &str) -> String {
        let mut node = node;
        let mut dimensions = 0;
        loop {
            let mut cursor = node.walk();
            let mut parts = node.named_children(&mut cursor);
            let inner = match node.kind() {
                "array_type" => {
                    dimensions += node
                        .child_by_field_name("dimensions")
                        .map_or(0, |brackets| count_dimensions(brackets));
                    node.child_by_field_name("element")
                }
                "annotated_type" | "scoped_type_identifier" => parts.last(),
                "generic_type" => parts.find(|part| part.kind().ends_with("type_identifier")),
                "type_identifier" => {
                    let name = name_of(node, text);
                    let name = self.resolve(name, scope);
                    return name + &"[]".repeat(dimensions);
                }
                _ => None,
            };
            match inner {
                Some(inner) => node = inner,
                None => return name_of(node, text) + &"[]".repeat(dimensions),
            }
        }
    }

    fn resolve(&self, name: String, scope: Option<usize>) -> String {
        let mut next = scope;
        while let Some((parent, variables)) = next.and_then(|scope| self.scopes.get(scope)) {
            if let Some(bound) = variables.get(&name) {
                return bound.clone();
            }
            next = *parent;
        }
        name
    }
}

/// The text of a node as a name, without Unicode escapes.
pub(crate) fn name_of(node: Node<'_>, text: &str) -> String {
    unescape(text.get(node.byte_range()).unwrap_or_default())
}

/// The number of bracket pairs in a `dimensions` node.
pub(crate) fn count_dimensions(brackets: Node<'_>) -> usize {
    brackets
        .children(&mut brackets.walk())
        .filter(|token| token.kind() == "[")
        .count()
}
