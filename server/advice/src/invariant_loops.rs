//! Loops that run only their own code, and what stays the same in them.

use crate::call::Call;
use crate::checked::is_value;
use crate::class_init::is_initialised;
use crate::code::{Code, ancestors, bare, descendants, field, is_within, named};
use crate::local::{Local, is_write};
use crate::loops::{is_body_of_method, is_loop};
use attributes::{AttributedSymbol, AttributedSymbolKind, TypeKind};
use tree_sitter::Node;

/// Deeper expressions are not analysed.
const DEEPEST: usize = 20;

/// Whether a node runs no other code and does not wait for other threads: it calls only methods of `Math` and `Character`,
/// creates no object, converts none to text, initialises no class of the project, and reads nothing volatile. A record pattern
/// calls the accessors of its record.
pub(crate) fn runs_only_itself<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    descendants(node).all(|inner| match inner.kind() {
        "assignment_expression" => {
            let left = field(inner, "left");
            let is_string = left.is_some_and(|left| code.is_string(left));
            !is_string || has_plain_text(code, inner)
        }
        "binary_expression" => !code.is_string(inner) || has_plain_text(code, inner),
        "method_invocation" => Call::of(code, inner).is_some_and(|call| {
            matches!(
                &call.method.owner[..],
                "java.lang.Math" | "java.lang.Character"
            )
        }),
        "enhanced_for_statement" => {
            field(inner, "value").and_then(|value| code.kind_of(value)) == Some(TypeKind::Array)
        }
        "identifier" | "field_access" => code.symbol_of(inner).is_none_or(|index| {
            let symbol = code.symbol(index);
            symbol.is_none_or(|symbol| !symbol.is_volatile && !may_initialise(code, inner, index))
        }),
        // The value after the colon becomes text.
        "assert_statement" => named(inner).len() == 1,
        "object_creation_expression"
        | "method_reference"
        | "lambda_expression"
        | "explicit_constructor_invocation"
        | "record_pattern"
        | "synchronized_statement"
        | "try_with_resources_statement" => false,
        _ => true,
    })
}

/// Whether the name of a static field may run the initialiser of a class. Those of the JDK run no code of the project.
fn may_initialise<'c>(code: &Code<'c>, node: Node<'c>, index: usize) -> bool {
    code.symbol(index).is_some_and(|symbol| {
        symbol.kind == AttributedSymbolKind::Field
            && symbol.is_static
            && symbol.constant.is_none()
            && !symbol.owner.starts_with("java.")
            && !is_initialised(code, node, index)
    })
}

/// Whether both operands are converted to text without code of the project.
pub(crate) fn has_plain_text<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    ["left", "right"]
        .iter()
        .all(|side| field(node, side).is_some_and(|side| is_value(code, side)))
}

/// The field of `this` or of a class that a name reads: `size` or `this.size`.
pub(crate) fn field_of<'c>(
    code: &Code<'c>,
    node: Node<'c>,
) -> Option<(usize, &'c AttributedSymbol)> {
    let is_plain = node.kind() == "identifier"
        || node.kind() == "field_access" && field(node, "object")?.kind() == "this";
    let index = code.symbol_of(node).filter(|_| is_plain)?;
    let symbol = code.symbol(index)?;
    let is_field = symbol.kind == AttributedSymbolKind::Field && symbol.constant.is_none();
    is_field.then_some((index, symbol))
}

/// Whether a field has one value while a loop runs. A final field has its value after the constructor has ended.
pub(crate) fn is_settled<'c>(
    code: &Code<'c>,
    (index, symbol): (usize, &AttributedSymbol),
    repeated: Node<'c>,
) -> bool {
    let in_method = ancestors(repeated)
        .find(|above| is_body_of_method(*above))
        .is_some_and(|body| body.kind() == "method_declaration");
    let is_unwritten = || {
        let uses = code.uses(index).iter();
        let mut inside = uses.filter(|node| is_within(**node, repeated));
        inside.all(|node| !is_write(*node))
    };
    in_method
        && !symbol.is_volatile
        && symbol.declared.is_some()
        && (symbol.is_final
            || runs_only_itself(code, repeated) && is_unwritten() && ends_by_itself(code, repeated))
}

/// Whether each loop in a node ends because of what it changes itself: one part of its condition names a variable that it
/// writes. Any other loop may wait for another thread, and a copy of what it waits for never changes.
fn ends_by_itself<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    let mut loops = descendants(node).filter(|inner| is_loop(*inner));
    loops.all(|repeated| {
        let is_written = |name: Node<'c>| {
            let uses = code
                .symbol_of(name)
                .map_or(&[][..], |index| code.uses(index));
            uses.iter()
                .any(|used| is_within(*used, repeated) && is_write(*used))
        };
        let steps = |part: Node<'c>| {
            let is_choice = |inner: Node<'c>| {
                inner.kind() == "ternary_expression"
                    || field(inner, "operator").is_some_and(|operator| code.of(operator) == "||")
            };
            !descendants(part).any(is_choice) && descendants(part).any(is_written)
        };
        repeated.kind() == "enhanced_for_statement"
            || field(repeated, "condition")
                .is_some_and(|condition| parts_of_and(code, condition).into_iter().any(steps))
    })
}

/// The parts of a condition that must all be true.
fn parts_of_and<'c>(code: &Code<'c>, condition: Node<'c>) -> Vec<Node<'c>> {
    let mut parts = Vec::new();
    let mut left = bare(condition);
    while field(left, "operator").is_some_and(|operator| code.of(operator) == "&&") {
        let (Some(one), Some(other)) = (field(left, "left"), field(left, "right")) else {
            break;
        };
        parts.push(other);
        left = bare(one);
    }
    parts.push(left);
    parts
}

/// Whether an expression over variables, array elements and fields has one value while a loop runs. It may throw.
pub(crate) fn is_fixed_in<'c>(code: &Code<'c>, node: Node<'c>, repeated: Node<'c>) -> bool {
    fixed(code, node, repeated, DEEPEST)
}

fn fixed<'c>(code: &Code<'c>, node: Node<'c>, repeated: Node<'c>, depth: usize) -> bool {
    let node = bare(node);
    if depth == 0 {
        return false;
    }
    let part =
        |name: &str| field(node, name).is_some_and(|part| fixed(code, part, repeated, depth - 1));
    if let Some(local) = Local::named(code, node) {
        return local.is_declared_outside(repeated) && local.is_unchanged_in(code, repeated);
    }
    if let Some(read) = field_of(code, node) {
        return is_settled(code, read, repeated);
    }
    match node.kind() {
        "decimal_integer_literal" => true,
        "binary_expression" => code.is_primitive(node) && part("left") && part("right"),
        "array_access" => {
            let of_element = code.type_of(node).map(|known| &known.erased);
            let is_stored = descendants(repeated).any(|inner| {
                inner.kind() == "array_access"
                    && is_write(inner)
                    && code.type_of(inner).map(|known| &known.erased) == of_element
            });
            let is_whole = runs_only_itself(code, repeated) && !is_stored;
            // A row may be stored through another array type, such as `Object[]`.
            is_whole && code.is_primitive(node) && part("array") && part("index")
        }
        "field_access" => {
            let object = field(node, "object");
            let is_length = field(node, "field").is_some_and(|name| code.of(name) == "length")
                && object.and_then(|object| code.kind_of(object)) == Some(TypeKind::Array);
            is_length && part("object")
        }
        _ => false,
    }
}
