//! The syntax around a name that the compiler does not find.

use std::ops::Range;

use tree_sitter::Node;

use crate::SourceFile;
use crate::name_use::{CallUse, ClassAround, Import, LambdaUse, NameUse, NameUses, TypeUse};

impl SourceFile {
    /// The imports in the order of the text.
    pub fn imports(&self) -> Vec<Import> {
        let Some(tree) = self.tree() else {
            return Vec::new();
        };
        let root = tree.root_node();
        let mut cursor = root.walk();
        let imports = root
            .named_children(&mut cursor)
            .filter(|node| node.kind() == "import_declaration");
        imports.filter_map(|node| self.import(node)).collect()
    }

    fn import(&self, node: Node<'_>) -> Option<Import> {
        let mut cursor = node.walk();
        let mut import = Import {
            path: String::new(),
            is_static: false,
            is_wildcard: false,
        };
        for child in node.children(&mut cursor) {
            match child.kind() {
                "static" => import.is_static = true,
                "asterisk" => import.is_wildcard = true,
                "scoped_identifier" | "identifier" => {
                    import.path = self.words(child);
                }
                _ => {}
            }
        }
        (!import.path.is_empty()).then_some(import)
    }

    /// The text of a node without white space.
    fn words(&self, node: Node<'_>) -> String {
        self.node_text(node).split_whitespace().collect()
    }

    fn node_text(&self, node: Node<'_>) -> &str {
        self.text().get(node.byte_range()).unwrap_or_default()
    }

    /// The smallest piece of syntax around these bytes.
    fn node_of(&self, bytes: &Range<usize>) -> Option<Node<'_>> {
        let end = bytes.end.min(self.text().len());
        let start = bytes.start.min(end);
        self.tree()?
            .root_node()
            .descendant_for_byte_range(start, end)
    }

    /// The last name in these bytes.
    fn last_name(&self, bytes: &Range<usize>) -> Option<Node<'_>> {
        let end = bytes.end.min(self.text().len());
        let last = end.saturating_sub(1).max(bytes.start);
        let node = self
            .tree()?
            .root_node()
            .descendant_for_byte_range(last, last)?;
        is_name(node).then_some(node)
    }

    /// The annotation around these bytes; the outermost of several.
    pub fn annotation_around(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        let start = self.node_of(&(bytes.start..bytes.start))?;
        let annotation = ancestors(start)
            .filter(|node| is_annotation(*node))
            .last()?;
        Some(annotation.byte_range())
    }

    /// The name that causes an error at these bytes.
    pub fn name_use(&self, bytes: &Range<usize>) -> Option<NameUse> {
        let node = self.last_name(bytes)?;
        let parent = node.parent()?;
        let prefix = match parent.kind() {
            "scoped_type_identifier" | "scoped_identifier" | "field_access" => {
                let first = parent.named_child(0)?;
                (first != node).then(|| first.byte_range())
            }
            _ => None,
        };
        let outer = if prefix.is_some() { parent } else { node };
        let is_prefix = outer.parent().is_some_and(|around| {
            matches!(
                around.kind(),
                "field_access"
                    | "method_invocation"
                    | "scoped_type_identifier"
                    | "method_reference"
            ) && around.named_child(0) == Some(outer)
                && around.named_child_count() > 1
        });
        Some(NameUse {
            range: node.byte_range(),
            name: self.node_text(node).to_owned(),
            prefix,
            usage: type_use(node),
            is_imported: ancestors(node).any(|node| node.kind() == "import_declaration"),
            is_prefix,
            is_case: outer
                .parent()
                .is_some_and(|around| around.kind() == "switch_label"),
        })
    }

    /// The call that causes an error at these bytes.
    pub fn call_use(&self, bytes: &Range<usize>) -> Option<CallUse> {
        let of_name = self.last_name(bytes).and_then(|node| {
            let parent = node.parent()?;
            let is_called = parent.kind() == "method_invocation"
                && parent.child_by_field_name("name") == Some(node);
            is_called.then_some((parent, node.byte_range(), false))
        });
        let (call, head, is_new) = of_name.or_else(|| {
            let node = self.node_of(bytes)?;
            let call = ancestors(node).find(|node| {
                matches!(
                    node.kind(),
                    "object_creation_expression" | "explicit_constructor_invocation"
                )
            })?;
            let made = call.child_by_field_name("type");
            let end = made.map_or(call.start_byte(), |made| made.end_byte());
            Some((call, call.start_byte()..end, made.is_some()))
        })?;
        let arguments = call.child_by_field_name("arguments")?;
        let mut cursor = arguments.walk();
        Some(CallUse {
            receiver: call
                .child_by_field_name("object")
                .map(|node| node.byte_range()),
            head,
            arguments: arguments
                .named_children(&mut cursor)
                .filter(|node| !node.is_extra())
                .map(|node| node.byte_range())
                .collect(),
            is_new,
        })
    }

    /// The expression with exactly these bytes.
    pub fn expression_use(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        let mut node = self.node_of(bytes)?;
        if node.start_byte() != bytes.start {
            return None;
        }
        while let Some(parent) = node.parent() {
            if parent.byte_range() != node.byte_range() || !is_expression(parent) {
                break;
            }
            node = parent;
        }
        let is_given_type_before = node
            .parent()
            .is_some_and(|parent| parent.kind() == "cast_expression");
        (is_expression(node) && !is_given_type_before).then(|| node.byte_range())
    }

    /// The operator at these bytes, with its operands.
    pub fn operation(&self, bytes: &Range<usize>) -> Option<(&str, Vec<Range<usize>>)> {
        let around = ancestors(self.node_of(bytes)?)
            .find(|node| matches!(node.kind(), "binary_expression" | "unary_expression"))?;
        let operator = self.node_text(around.child_by_field_name("operator")?);
        let operands = ["left", "right", "operand"].iter();
        let operands = operands.filter_map(|name| around.child_by_field_name(name));
        Some((operator, operands.map(|node| node.byte_range()).collect()))
    }

    /// The type of the loop variable in a for-each loop over the expression at these bytes.
    pub fn element_type(&self, bytes: &Range<usize>) -> Option<String> {
        let node = self.node_of(bytes)?;
        let around = ancestors(node).find(|node| node.kind() == "enhanced_for_statement")?;
        let declared = around.child_by_field_name("type")?;
        Some(self.words(declared))
    }

    /// The lambda expression at these bytes.
    pub fn lambda_use(&self, bytes: &Range<usize>) -> Option<LambdaUse> {
        let node = ancestors(self.node_of(bytes)?)
            .take_while(|node| node.kind() != "argument_list")
            .find(|node| node.kind() == "lambda_expression")?;
        let parameters = node.child_by_field_name("parameters")?;
        let mut cursor = parameters.walk();
        let parameters = match parameters.kind() {
            "identifier" => vec![None],
            _ => parameters
                .named_children(&mut cursor)
                .filter(|node| !node.is_extra())
                .map(|parameter| {
                    let declared = parameter.child_by_field_name("type")?;
                    Some(self.words(declared)).filter(|text| text != "var")
                })
                .collect(),
        };
        let body = node.child_by_field_name("body")?;
        let is_void = match body.kind() {
            "block" => !has_value(body),
            "method_invocation"
            | "assignment_expression"
            | "update_expression"
            | "object_creation_expression" => true,
            _ => false,
        };
        Some(LambdaUse {
            range: node.byte_range(),
            parameters,
            is_void,
        })
    }

    /// Whether these bytes are a method call.
    pub fn is_call(&self, bytes: &Range<usize>) -> bool {
        self.node_of(bytes)
            .is_some_and(|node| node.kind() == "method_invocation")
    }

    /// Whether these bytes are a method reference.
    pub fn is_method_reference(&self, bytes: &Range<usize>) -> bool {
        self.node_of(bytes)
            .is_some_and(|node| node.kind() == "method_reference")
    }

    /// The classes around a position, the innermost first.
    pub fn classes_around(&self, bytes: &Range<usize>) -> Vec<ClassAround> {
        let Some(node) = self.node_of(bytes) else {
            return Vec::new();
        };
        let classes = ancestors(node).filter(|node| {
            matches!(
                node.kind(),
                "class_declaration"
                    | "interface_declaration"
                    | "enum_declaration"
                    | "record_declaration"
            )
        });
        classes.map(|node| self.class_around(node)).collect()
    }

    /// The classes that the text declares.
    pub fn classes_declared(&self) -> Vec<ClassAround> {
        let Some(tree) = self.tree() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        each_node(tree.root_node(), &mut |node| {
            if matches!(
                node.kind(),
                "class_declaration"
                    | "interface_declaration"
                    | "enum_declaration"
                    | "record_declaration"
            ) {
                found.push(self.class_around(node));
            }
        });
        found
    }

    fn class_around(&self, node: Node<'_>) -> ClassAround {
        let mut supertypes = Vec::new();
        let mut is_annotated = false;
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "superclass" | "super_interfaces" | "extends_interfaces" => {
                    self.simple_names(child, &mut supertypes);
                }
                "modifiers" => {
                    is_annotated = child.named_children(&mut child.walk()).any(is_annotation);
                }
                _ => {}
            }
        }
        let name = node.child_by_field_name("name");
        ClassAround {
            name: name.map_or_else(String::new, |name| self.node_text(name).to_owned()),
            supertypes,
            is_annotated,
        }
    }

    /// The simple names of the types in a heading, without their type arguments.
    fn simple_names(&self, node: Node<'_>, names: &mut Vec<String>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "type_identifier" => names.push(self.node_text(child).to_owned()),
                "scoped_type_identifier" => {
                    let text = self.words(child);
                    let last = text.rsplit('.').next().unwrap_or_default();
                    names.push(last.to_owned());
                }
                "generic_type" => {
                    if let Some(raw) = child.named_child(0) {
                        let text = self.words(raw);
                        let last = text.rsplit('.').next().unwrap_or_default();
                        names.push(last.to_owned());
                    }
                }
                "type_list" | "annotated_type" => self.simple_names(child, names),
                _ => {}
            }
        }
    }

    /// How a text uses a simple name.
    pub fn uses_of(&self, name: &str) -> NameUses {
        let mut uses = NameUses::default();
        let Some(tree) = self.tree() else {
            return uses;
        };
        each_node(tree.root_node(), &mut |node| {
            if !is_name(node) || self.node_text(node) != name {
                return;
            }
            let Some(parent) = node.parent() else {
                return;
            };
            if is_annotation(parent) {
                uses.is_annotation = true;
            } else if !ancestors(node).any(|node| node.kind() == "import_declaration") {
                uses.is_type = true;
            }
            let outer = match parent.kind() {
                "scoped_type_identifier" => parent,
                _ => node,
            };
            let applied = outer.parent().filter(|node| node.kind() == "generic_type");
            if let Some(arguments) = applied.and_then(|applied| {
                let mut cursor = applied.walk();
                applied
                    .named_children(&mut cursor)
                    .find(|child| child.kind() == "type_arguments")
            }) {
                uses.arguments = uses.arguments.max(arguments.named_child_count().max(1));
            }
        });
        uses
    }

    /// The declared type of a variable, parameter or field anywhere in the text, if all declarations of the name agree.
    pub fn declared_type(&self, variable: &str) -> Option<String> {
        let mut found: Option<String> = None;
        let mut is_one = true;
        each_node(self.tree()?.root_node(), &mut |node| {
            let (name, declared) = match node.kind() {
                "formal_parameter" | "enhanced_for_statement" => (
                    node.child_by_field_name("name"),
                    node.child_by_field_name("type"),
                ),
                "variable_declarator" => (
                    node.child_by_field_name("name"),
                    node.parent()
                        .and_then(|parent| parent.child_by_field_name("type")),
                ),
                _ => return,
            };
            let (Some(name), Some(declared)) = (name, declared) else {
                return;
            };
            if self.node_text(name) == variable {
                let declared = self.words(declared);
                is_one &= found.as_ref().is_none_or(|found| *found == declared);
                found = Some(declared);
            }
        });
        found.filter(|_| is_one)
    }

    /// The selector expression of the `switch` around these bytes.
    pub fn switched(&self, bytes: &Range<usize>) -> Option<String> {
        let node = self.node_of(bytes)?;
        let around = ancestors(node).find(|node| node.kind() == "switch_expression")?;
        let condition = self.words(around.child_by_field_name("condition")?);
        let inner = condition.strip_prefix('(')?.strip_suffix(')')?;
        Some(inner.to_owned())
    }
}

fn ancestors(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(Some(node), Node::parent)
}

fn is_name(node: Node<'_>) -> bool {
    matches!(node.kind(), "identifier" | "type_identifier")
}

fn is_annotation(node: Node<'_>) -> bool {
    matches!(node.kind(), "marker_annotation" | "annotation")
}

fn is_expression(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "identifier"
            | "method_invocation"
            | "field_access"
            | "object_creation_expression"
            | "array_creation_expression"
            | "array_access"
            | "parenthesized_expression"
            | "ternary_expression"
            | "binary_expression"
            | "unary_expression"
            | "assignment_expression"
            | "switch_expression"
            | "lambda_expression"
            | "method_reference"
            | "update_expression"
            | "instanceof_expression"
            | "class_literal"
            | "string_literal"
            | "character_literal"
            | "decimal_integer_literal"
            | "hex_integer_literal"
            | "decimal_floating_point_literal"
            | "true"
            | "false"
            | "this"
    )
}

/// Whether a block itself has a `return` with a value.
fn has_value(block: Node<'_>) -> bool {
    let mut open = vec![block];
    while let Some(node) = open.pop() {
        match node.kind() {
            "return_statement" if node.named_child_count() > 0 => return true,
            "lambda_expression" | "class_body" => {}
            _ => open.extend(node.named_children(&mut node.walk())),
        }
    }
    false
}

fn each_node<'t>(root: Node<'t>, look: &mut impl FnMut(Node<'t>)) {
    let mut cursor = root.walk();
    loop {
        look(cursor.node());
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// The use of a type, from the syntax around its name.
fn type_use(name: Node<'_>) -> TypeUse {
    let mut node = name;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            "superclass" => return TypeUse::Superclass,
            "super_interfaces" | "extends_interfaces" => return TypeUse::Interface,
            "throws" | "catch_type" => return TypeUse::Thrown,
            "object_creation_expression" => {
                let is_thrown = parent
                    .parent()
                    .is_some_and(|around| around.kind() == "throw_statement");
                let is_made = parent.child_by_field_name("type") == Some(node);
                return if is_thrown && is_made {
                    TypeUse::Thrown
                } else {
                    TypeUse::Other
                };
            }
            "type_list" | "annotated_type" | "scoped_type_identifier" => {}
            // The type arguments of a supertype are not supertypes.
            "generic_type" if parent.named_child(0) == Some(node) => {}
            _ => return TypeUse::Other,
        }
        node = parent;
    }
    TypeUse::Other
}
