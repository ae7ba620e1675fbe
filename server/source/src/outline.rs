//! Classes and methods of a file, with the names that javac gives them.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

use tree_sitter::{Node, Tree};

use crate::LineIndex;
use crate::javac_order;
use crate::types::{TypeScopes, count_dimensions, name_of};

/// The declarations of a file.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    /// The package with dots; empty for the unnamed package.
    pub package: String,
    /// Classes of every kind in the order of the text.
    pub classes: Vec<Class>,
    /// Methods of every kind in the order of the text.
    pub methods: Vec<Method>,
}

/// The kinds of class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassKind {
    /// A class declaration.
    Class,
    /// An interface declaration.
    Interface,
    /// An enum declaration.
    Enum,
    /// A record declaration.
    Record,
    /// An annotation interface declaration.
    Annotation,
    /// The body of a `new` expression.
    Anonymous,
    /// The body of an enum constant, which javac compiles to an anonymous class.
    EnumConstant,
}

/// A class declaration or body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its kind.
    pub kind: ClassKind,
    /// Its name as written; empty for an anonymous class.
    pub simple_name: String,
    /// Its full name with slashes, `p/Outer$Inner`. Numbers of anonymous and local classes are javac's.
    pub binary_name: String,
    /// Whether it is declared in a body or an initialiser, not as a member.
    pub is_local: bool,
    /// Whether its objects belong to an object of the enclosing class, which its constructors take.
    pub is_inner: bool,
    /// The whole declaration with annotations; for an anonymous class, its body.
    pub range: Range<usize>,
    /// The name; for an anonymous class, the opening brace.
    pub name_range: Range<usize>,
    /// From brace to brace.
    pub body: Range<usize>,
    /// One-based lines of `range`.
    pub lines: RangeInclusive<u32>,
}

/// The kinds of code with its own header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// A method, with or without a body.
    Method,
    /// A constructor.
    Constructor,
    /// A record's constructor without a parameter list.
    CompactConstructor,
    /// `static { … }`. javac merges these into `<clinit>`.
    StaticInitializer,
    /// `{ … }` in a class. javac copies it into each constructor that calls `super`.
    InstanceInitializer,
    /// A lambda expression, `lambda$…` in class files.
    Lambda,
}

/// A parameter of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The simple name of its erased type with `[]` for each dimension (one more for a variable-arity parameter); `None` if the
    /// type is inferred, in a lambda.
    pub erased_type: Option<String>,
}

/// A method, constructor, initialiser or lambda.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// Its kind.
    pub kind: MethodKind,
    /// Its name as written; for a constructor, that of the class; empty for initialisers and lambdas.
    pub name: String,
    /// The class with slashes. Empty for a method outside every class, whose class is named after the file (JLS 7.3, compact
    /// compilation units).
    pub class: String,
    /// Its parameters without the receiver `this`; for a compact constructor, those of the record.
    pub parameters: Vec<Parameter>,
    /// Whether it is declared `static`.
    pub is_static: bool,
    /// The whole declaration with annotations and modifiers.
    pub range: Range<usize>,
    /// From the name to the end of the parameters: the place of an editor's lens. It starts at the name, as in the Java and Rust
    /// language servers, because a declaration's first line may be an annotation or a modifier far above the name.
    pub header: Range<usize>,
    /// From brace to brace, or a lambda's expression; `None` without a body.
    pub body: Option<Range<usize>>,
    /// The line (from 1) where the header starts.
    pub header_line: u32,
    /// One-based lines of `range`.
    pub lines: RangeInclusive<u32>,
}

impl Method {
    /// The name in class files. `None` for an instance initialiser, which is not a method there, and for a lambda, whose name
    /// contains a number that only javac knows.
    pub fn jvm_name(&self) -> Option<&str> {
        match self.kind {
            MethodKind::Method => Some(&self.name),
            MethodKind::Constructor | MethodKind::CompactConstructor => Some("<init>"),
            MethodKind::StaticInitializer => Some("<clinit>"),
            MethodKind::InstanceInitializer | MethodKind::Lambda => None,
        }
    }
}

pub(crate) fn build(tree: &Tree, index: &LineIndex) -> Outline {
    let mut builder = Builder {
        text: index.text(),
        index,
        outline: Outline::default(),
        types: TypeScopes::default(),
        record_parameters: HashMap::new(),
        ordinals: HashMap::new(),
    };
    builder.visit_file(tree.root_node());
    let mut outline = builder.outline;
    outline
        .classes
        .sort_by_key(|class| (class.range.start, std::cmp::Reverse(class.range.end)));
    outline
        .methods
        .sort_by_key(|method| (method.range.start, std::cmp::Reverse(method.range.end)));
    outline
}

/// The context of a node.
#[derive(Debug, Clone, Copy, Default)]
struct Scope {
    /// The index of the enclosing class, in the order of visits.
    class: Option<usize>,
    /// Innermost type variables.
    types: Option<usize>,
    /// Whether it is in a body or an initialiser, where a declared class is local.
    in_code: bool,
    /// Whether there is no `this`.
    is_static: bool,
    /// The kind of class that a class body here belongs to, unless a declaration has named it.
    body_of: Option<ClassKind>,
}

struct Builder<'a> {
    text: &'a str,
    index: &'a LineIndex,
    outline: Outline,
    types: TypeScopes,
    /// By index of the record.
    record_parameters: HashMap<usize, Vec<Parameter>>,
    /// The next number for a local class of this name in this class.
    ordinals: HashMap<(Option<usize>, String), u32>,
}

impl Builder<'_> {
    /// Uses its own stack, because expressions may nest deeper than a thread's stack.
    fn visit_file(&mut self, root: Node<'_>) {
        let mut stack = vec![(root, Scope::default())];
        let mut cursor = root.walk();
        let mut children = Vec::new();
        while let Some((node, scope)) = stack.pop() {
            let inner = self.visit(node, scope);
            javac_order::add_children(node, &mut cursor, &mut children);
            stack.extend(children.drain(..).rev().map(|child| (child, inner)));
        }
    }

    /// Records what a node declares, and returns the scope of its children.
    fn visit(&mut self, node: Node<'_>, scope: Scope) -> Scope {
        let kind = match node.kind() {
            "package_declaration" => {
                self.package(node);
                return scope;
            }
            "class_declaration" => ClassKind::Class,
            "interface_declaration" => ClassKind::Interface,
            "enum_declaration" => ClassKind::Enum,
            "record_declaration" => ClassKind::Record,
            "annotation_type_declaration" => ClassKind::Annotation,
            "class_body" => {
                return match scope.body_of {
                    Some(kind) => self.anonymous_class(node, kind, scope),
                    None => scope,
                };
            }
            _ => return self.visit_code(node, scope),
        };
        self.declare_class(node, kind, scope)
    }

    fn package(&mut self, node: Node<'_>) {
        let name = node
            .named_children(&mut node.walk())
            .find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"));
        if let Some(name) = name {
            // Comments and spaces may be between the parts.
            let mut parts = Vec::new();
            let mut pending = vec![name];
            while let Some(part) = pending.pop() {
                if part.kind() == "identifier" {
                    parts.push(name_of(part, self.text));
                } else {
                    let children = part.named_children(&mut part.walk()).collect::<Vec<_>>();
                    pending.extend(children.into_iter().rev());
                }
            }
            self.outline.package = parts.join(".");
        }
    }

    fn anonymous_class(&mut self, body: Node<'_>, kind: ClassKind, scope: Scope) -> Scope {
        let binary_name = self.local_name(scope.class, "");
        let class = self.push_class(Class {
            kind,
            simple_name: String::new(),
            binary_name,
            is_local: true,
            is_inner: kind == ClassKind::Anonymous && !scope.is_static,
            range: body.byte_range(),
            name_range: body.start_byte()..body.start_byte() + 1,
            body: body.byte_range(),
            lines: self.lines(&body.byte_range()),
        });
        Scope {
            class: Some(class),
            types: scope.types,
            ..Scope::default()
        }
    }

    fn declare_class(&mut self, node: Node<'_>, kind: ClassKind, scope: Scope) -> Scope {
        let Some(name) = node.child_by_field_name("name") else {
            return scope;
        };
        let simple_name = name_of(name, self.text);
        let binary_name = match scope.class.map(|class| &self.outline.classes[class]) {
            _ if scope.in_code => self.local_name(scope.class, &simple_name),
            Some(outer) => format!("{}${simple_name}", outer.binary_name),
            None if self.outline.package.is_empty() => simple_name.clone(),
            None => format!("{}/{simple_name}", self.outline.package.replace('.', "/")),
        };
        let body = node.child_by_field_name("body");
        let in_interface = scope.class.is_some_and(|class| {
            let kind = self.outline.classes[class].kind;
            matches!(kind, ClassKind::Interface | ClassKind::Annotation)
        });
        let class = self.push_class(Class {
            kind,
            simple_name,
            binary_name,
            is_local: scope.in_code,
            is_inner: kind == ClassKind::Class
                && scope.class.is_some()
                && !in_interface
                && !(scope.in_code && scope.is_static)
                && !has_modifier(node, "static"),
            range: node.byte_range(),
            name_range: name.byte_range(),
            body: body.map_or(node.end_byte()..node.end_byte(), |body| body.byte_range()),
            lines: self.lines(&node.byte_range()),
        });
        let types = self.open_types(node, scope);
        if kind == ClassKind::Record {
            let parameters = self.parameters(node, types);
            self.record_parameters.insert(class, parameters);
        }
        Scope {
            class: Some(class),
            types,
            ..Scope::default()
        }
    }

    fn push_class(&mut self, class: Class) -> usize {
        self.outline.classes.push(class);
        self.outline.classes.len() - 1
    }

    /// The full name of the next local class called `name`. javac counts for each directly enclosing class and each name.
    fn local_name(&mut self, outer: Option<usize>, name: &str) -> String {
        let ordinal = self.ordinals.entry((outer, name.to_owned())).or_insert(0);
        *ordinal += 1;
        let outer = outer.map_or("", |outer| &self.outline.classes[outer].binary_name);
        format!("{outer}${ordinal}{name}")
    }

    fn open_types(&mut self, node: Node<'_>, scope: Scope) -> Option<usize> {
        match node.child_by_field_name("type_parameters") {
            Some(parameters) => Some(self.types.open(scope.types, parameters, self.text)),
            None => scope.types,
        }
    }

    fn visit_code(&mut self, node: Node<'_>, scope: Scope) -> Scope {
        let kind = match node.kind() {
            "method_declaration" => MethodKind::Method,
            "constructor_declaration" => MethodKind::Constructor,
            "compact_constructor_declaration" => MethodKind::CompactConstructor,
            "static_initializer" => MethodKind::StaticInitializer,
            "block" if !scope.in_code && scope.class.is_some() => MethodKind::InstanceInitializer,
            "lambda_expression" => MethodKind::Lambda,
            "field_declaration" | "constant_declaration" => {
                return Scope {
                    in_code: true,
                    is_static: has_modifier(node, "static")
                        || node.kind() == "constant_declaration",
                    ..scope
                };
            }
            "enum_constant" => {
                return Scope {
                    in_code: true,
                    is_static: true,
                    body_of: Some(ClassKind::EnumConstant),
                    ..scope
                };
            }
            "object_creation_expression" => {
                return Scope {
                    body_of: Some(ClassKind::Anonymous),
                    ..scope
                };
            }
            _ => return scope,
        };
        let types = self.open_types(node, scope);
        let is_static = match kind {
            MethodKind::StaticInitializer => true,
            MethodKind::Lambda => scope.is_static,
            _ => has_modifier(node, "static"),
        };
        let body = match kind {
            MethodKind::InstanceInitializer => Some(node),
            MethodKind::StaticInitializer => node
                .named_children(&mut node.walk())
                .find(|child| child.kind() == "block"),
            _ => node.child_by_field_name("body"),
        };
        let name = node.child_by_field_name("name");
        let parameters = match kind {
            MethodKind::CompactConstructor => scope
                .class
                .and_then(|class| self.record_parameters.get(&class))
                .cloned()
                .unwrap_or_default(),
            _ => self.parameters(node, types),
        };
        let header = header(node, name, body);
        self.outline.methods.push(Method {
            kind,
            name: name.map_or_else(String::new, |name| name_of(name, self.text)),
            class: scope.class.map_or_else(String::new, |class| {
                self.outline.classes[class].binary_name.clone()
            }),
            parameters,
            is_static,
            range: node.byte_range(),
            header_line: self.index.line_number(header.start),
            header,
            body: body.map(|body| body.byte_range()),
            lines: self.lines(&node.byte_range()),
        });
        Scope {
            types,
            in_code: true,
            is_static,
            ..scope
        }
    }

    fn parameters(&self, node: Node<'_>, types: Option<usize>) -> Vec<Parameter> {
        let Some(list) = node.child_by_field_name("parameters") else {
            return Vec::new();
        };
        if list.kind() == "identifier" {
            return vec![self.inferred(list)];
        }
        let mut parameters = Vec::new();
        for child in list.named_children(&mut list.walk()) {
            match child.kind() {
                "identifier" => parameters.push(self.inferred(child)),
                "formal_parameter" => {
                    let written = child.child_by_field_name("type");
                    parameters.push(self.parameter(child, written, 0, types));
                }
                "spread_parameter" => {
                    let mut cursor = child.walk();
                    let mut parts = child.named_children(&mut cursor);
                    let written = parts.find(|part| part.kind() != "modifiers" && !part.is_extra());
                    let Some(variable) = parts.find(|part| part.kind() == "variable_declarator")
                    else {
                        continue;
                    };
                    parameters.push(self.parameter(variable, written, 1, types));
                }
                _ => {}
            }
        }
        parameters
    }

    fn inferred(&self, name: Node<'_>) -> Parameter {
        Parameter {
            name: name_of(name, self.text),
            erased_type: None,
        }
    }

    fn parameter(
        &self,
        variable: Node<'_>,
        written: Option<Node<'_>>,
        more_dimensions: usize,
        types: Option<usize>,
    ) -> Parameter {
        let name = variable.child_by_field_name("name");
        let brackets = variable.child_by_field_name("dimensions");
        let dimensions = brackets.map_or(0, count_dimensions) + more_dimensions;
        let erased = written
            .map(|written| self.types.erased(written, types, self.text))
            .filter(|erased| erased != "var");
        Parameter {
            name: name.map_or_else(String::new, |name| name_of(name, self.text)),
            erased_type: erased.map(|erased| erased + &"[]".repeat(dimensions)),
        }
    }

    fn lines(&self, range: &Range<usize>) -> RangeInclusive<u32> {
        let last = range.end.saturating_sub(1).max(range.start);
        self.index.line_number(range.start)..=self.index.line_number(last)
    }
}

/// From the name, or else from the start, to the end of the parameters.
fn header(node: Node<'_>, name: Option<Node<'_>>, body: Option<Node<'_>>) -> Range<usize> {
    let start = name.map_or(node.start_byte(), |name| name.start_byte());
    let end = node
        .child_by_field_name("parameters")
        .or(name)
        .map(|last| last.end_byte());
    // The header of an initialiser is its `static` or its brace.
    let before_body = body.map_or(start, |body| body.start_byte());
    let end = end.unwrap_or_else(|| before_body.max(start + 1));
    start..end.max(start)
}

fn has_modifier(node: Node<'_>, modifier: &str) -> bool {
    node.named_child(0)
        .filter(|first| first.kind() == "modifiers")
        .is_some_and(|list| {
            list.children(&mut list.walk())
                .any(|child| child.kind() == modifier)
        })
}
