//! Whether Java has checked the class of a value.
//!
//! Type arguments are promises. Because of an unchecked cast, a raw type or an array of a generic type, a `List<String>` may
//! contain any object. Java checks the class of such a value only where the code needs it: where the value is stored as a
//! `String`, or a method of `String` is called on it. Passed on as an `Object`, it is not checked. So an edit that takes the
//! value to another place may throw where nothing threw, or run another `equals`, `hashCode` or `toString`.

use crate::boxed_call::BOXES;
use crate::call::Call;
use crate::code::{Code, ancestors, bare, field, named};
use crate::local_collections::{Own, Use};
use crate::loops::is_body_of_method;
use crate::new_objects::call_on;
use attributes::TypeKind;
use tree_sitter::Node;

/// The part of a collection that a type argument describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The elements of a list or set, or the keys of a map.
    Elements,
    /// The values of a map.
    Values,
}

/// Whether the value of an expression certainly has the class of the expression's type, or is `null`.
pub(crate) fn is_checked<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    Check::default().expression(code, node)
}

/// Whether the value of an expression is certainly a primitive value, a string, a boxed number or `null`. These do not change,
/// and their `equals`, `hashCode` and `toString` are the JDK's.
pub(crate) fn is_value<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    let known = code.type_of(bare(node));
    let is_value = known.is_some_and(|known| {
        known.is_primitive() || known.is_string() || known.unboxed().is_some()
    });
    is_value && is_checked(code, node)
}

/// Whether a type as written in source text is that of strings or boxed numbers.
pub(crate) fn is_value_name(written: &str) -> bool {
    written == "java.lang.String" || BOXES.iter().any(|(class, _)| *class == written)
}

/// Whether a collection certainly contains only objects of the class that its type argument names, and `null`. The caller knows
/// that no other code has it.
pub(crate) fn holds_only<'c>(code: &Code<'c>, own: &Own<'c>, part: Part) -> bool {
    Check::default().collection(code, own, part)
}

/// Whether the place of an expression checks that the value has this class, whatever the expression is.
pub(crate) fn place_checks<'c>(code: &Code<'c>, node: Node<'c>, class: &str) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    let is_class = |node: Node<'c>| {
        let known = code.type_of(node);
        known.is_some_and(|known| known.erased == class) && is_checked(code, node)
    };
    let is_field = |name: &str| field(parent, name) == Some(node);
    // Every value is an `Object`.
    class == "java.lang.Object"
        || match parent.kind() {
            "parenthesized_expression" => place_checks(code, parent, class),
            "method_invocation" | "field_access" => is_field("object"),
            "array_access" => is_field("array"),
            "enhanced_for_statement" => is_field("value"),
            "variable_declarator" => field(parent, "name").is_some_and(is_class),
            "cast_expression" => is_class(parent),
            "assignment_expression" => {
                let operator = field(parent, "operator").map(|operator| code.of(operator));
                is_field("right")
                    && (operator == Some("=") || class == "java.lang.String")
                    && field(parent, "left").is_some_and(is_class)
            }
            "binary_expression" => class == "java.lang.String" && code.is_string(parent),
            "return_statement" => {
                let around = ancestors(parent).find(|above| is_body_of_method(*above));
                let of_type = around
                    .filter(|around| around.kind() == "method_declaration")
                    .and_then(|around| field(around, "type"));
                let known = of_type.and_then(|of_type| code.type_of(of_type));
                known.is_some_and(|known| known.is(class))
            }
            "argument_list" => takes_class(code, parent, node, class),
            _ => false,
        }
}

/// Whether the parameter for an argument has this class.
fn takes_class<'c>(code: &Code<'c>, list: Node<'c>, node: Node<'c>, class: &str) -> bool {
    let called = list.parent().and_then(|call| code.symbol_of(call));
    let position = named(list).iter().position(|argument| *argument == node);
    let (Some(symbol), Some(position)) = (called.and_then(|index| code.symbol(index)), position)
    else {
        return false;
    };
    !symbol.is_varargs && symbol.parameters.split(',').nth(position) == Some(class)
}

/// One question. It assumes the answer for a collection while it looks at what is put into it, because that may come from the
/// collection itself.
#[derive(Default)]
struct Check {
    assumed: Vec<(usize, Part)>,
}

impl Check {
    fn expression<'c>(&mut self, code: &Code<'c>, node: Node<'c>) -> bool {
        let node = bare(node);
        let Some(known) = code.type_of(node).filter(|known| known.erased != "?") else {
            return false;
        };
        // Reading a variable or calling a method gives a value of the declared type without its type arguments.
        let is_declared = || {
            let symbol = code.symbol_of(node).and_then(|index| code.symbol(index));
            let declared = symbol.and_then(|symbol| code.type_of_symbol(symbol));
            declared.is_some_and(|declared| declared.erased == known.erased)
        };
        known.is_primitive()
            || match node.kind() {
                // A literal, a new object, the text of a `+`. A cast checks, and so does a conditional for both of its values.
                "string_literal"
                | "null_literal"
                | "class_literal"
                | "this"
                | "object_creation_expression"
                | "array_creation_expression"
                | "binary_expression"
                | "cast_expression"
                | "ternary_expression" => true,
                "identifier" | "field_access" => is_declared(),
                // An array checks what is stored in it, and its own class is checked when it is read.
                "array_access" => field(node, "array")
                    .and_then(|array| code.type_of(array))
                    .and_then(|array| array.erased.strip_suffix("[]"))
                    .is_some_and(|of_element| of_element == known.erased),
                "assignment_expression" => {
                    field(node, "left").is_some_and(|left| self.expression(code, left))
                }
                "method_invocation" => is_declared() || self.got(code, node, &known.erased),
                _ => false,
            }
    }

    /// Whether a call gets an object of this class from a collection.
    fn got<'c>(&mut self, code: &Code<'c>, node: Node<'c>, class: &str) -> bool {
        let call = Call::of(code, node).filter(|call| call.method.name == "get");
        let receiver = call.and_then(|call| call.receiver);
        let own = receiver.and_then(|receiver| Own::of(code, receiver));
        own.is_some_and(|own| {
            let part = if own.class.ends_with("Map") {
                Part::Values
            } else {
                Part::Elements
            };
            own.is_private_until(node)
                && class_of(code, &own, part) == Some(class)
                && self.collection(code, &own, part)
        })
    }

    fn collection<'c>(&mut self, code: &Code<'c>, own: &Own<'c>, part: Part) -> bool {
        let key = (own.local.index, part);
        if self.assumed.contains(&key) {
            return true;
        }
        self.assumed.push(key);
        let Some(class) = class_of(code, own, part) else {
            return false;
        };
        let created = field(own.created, "arguments").map(named);
        let mut from = created.unwrap_or_default().into_iter();
        from.all(|argument| {
            code.is_primitive(argument) || self.contents(code, argument, part, class)
        }) && own.uses.iter().all(|(node, way)| {
            let call = call_on(*node).and_then(|call| Call::of(code, call));
            call.is_none_or(|call| match way {
                Use::Changes => self.change(code, &call, part, class),
                // An entry may set its value.
                Use::Iterates => part == Part::Elements || call.method.name != "entrySet",
                Use::Reads | Use::Returned | Use::Escapes => true,
            })
        })
    }

    /// Whether a call puts only objects of this class into its collection.
    fn change<'c>(&mut self, code: &Code<'c>, call: &Call<'c>, part: Part, class: &str) -> bool {
        let mut arguments = call.arguments.iter().copied();
        let put = match (&call.method.name[..], part) {
            ("put" | "putIfAbsent", Part::Elements) => arguments.next(),
            ("add" | "addAll" | "put" | "putAll" | "putIfAbsent" | "set", _) => arguments.last(),
            // It puts nothing.
            _ => return true,
        };
        put.is_some_and(|put| match &call.method.name[..] {
            "addAll" | "putAll" => self.contents(code, put, part, class),
            _ => self.is_of(code, put, class),
        })
    }

    /// Whether a collection that is copied contains only objects of this class.
    fn contents<'c>(&mut self, code: &Code<'c>, node: Node<'c>, part: Part, class: &str) -> bool {
        if let Some(own) = Own::of(code, node) {
            return own.is_private_until(node)
                && class_of(code, &own, part) == Some(class)
                && self.collection(code, &own, part);
        }
        let Some(call) = Call::of(code, node) else {
            return false;
        };
        let mut arguments = call.arguments.iter().copied();
        let name = (&call.method.owner[..], &call.method.name[..]);
        match (name, part) {
            (
                ("java.util.Arrays", "asList") | ("java.util.List" | "java.util.Set", "of"),
                Part::Elements,
            ) => arguments.all(|one| {
                let known = code.type_of(one);
                let of_element = known
                    .filter(|known| known.kind == TypeKind::Array)
                    .and_then(|known| known.erased.strip_suffix("[]"));
                self.is_of(code, one, class)
                    || of_element == Some(class) && self.expression(code, one)
            }),
            (("java.util.Map", "of"), _) => {
                let first = usize::from(part == Part::Values);
                let mut listed = arguments.skip(first).step_by(2);
                listed.all(|one| self.is_of(code, one, class))
            }
            _ => false,
        }
    }

    /// Whether an expression certainly gives an object of this class, or `null`.
    fn is_of<'c>(&mut self, code: &Code<'c>, node: Node<'c>, class: &str) -> bool {
        let node = bare(node);
        code.type_of(node).is_some_and(|known| match known.kind {
            TypeKind::Null => true,
            TypeKind::Declared | TypeKind::Array => {
                known.erased == class && self.expression(code, node)
            }
            _ => BOXES.contains(&(class, &known.erased)),
        })
    }
}

/// The class that a collection's type argument names.
fn class_of<'c>(code: &Code<'c>, own: &Own<'c>, part: Part) -> Option<&'c str> {
    let index = match part {
        Part::Elements => 0,
        Part::Values => 1,
    };
    let written = own.type_arguments(code).get(index).copied()?;
    written.split('<').next()
}
