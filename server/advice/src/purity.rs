//! Expressions that always have a value and change nothing.

use crate::call::Call;
use crate::code::{Code, bare, field, named};
use crate::constant;
use crate::local::Local;
use attributes::TypeKind;
use tree_sitter::Node;

/// Deeper expressions are not analysed.
const DEEPEST: usize = 40;

/// Methods of `java.lang.Math` whose result depends only on their arguments, and which never throw.
const OF_MATH: [&str; 24] = [
    "abs",
    "acos",
    "asin",
    "atan",
    "atan2",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "floor",
    "hypot",
    "log",
    "log10",
    "max",
    "min",
    "pow",
    "rint",
    "signum",
    "sin",
    "sqrt",
    "tan",
    "toDegrees",
    "toRadians",
];

/// Calls `leaf` for each local variable in an expression of primitive type that throws nothing, changes nothing and depends only
/// on local variables and constants. False for any other expression, and if `leaf` returns false.
pub(crate) fn is_total<'c>(
    code: &Code<'c>,
    node: Node<'c>,
    leaf: &mut dyn FnMut(Local<'c>) -> bool,
) -> bool {
    total(code, node, leaf, DEEPEST)
}

fn total<'c>(
    code: &Code<'c>,
    node: Node<'c>,
    leaf: &mut dyn FnMut(Local<'c>) -> bool,
    depth: usize,
) -> bool {
    let node = bare(node);
    if depth == 0 || !code.is_primitive(node) {
        return false;
    }
    let mut part =
        |node: Option<Node<'c>>| node.is_some_and(|node| total(code, node, leaf, depth - 1));
    match node.kind() {
        "decimal_integer_literal"
        | "hex_integer_literal"
        | "octal_integer_literal"
        | "binary_integer_literal"
        | "decimal_floating_point_literal"
        | "hex_floating_point_literal"
        | "character_literal"
        | "true"
        | "false" => true,
        "identifier" => match Local::named(code, node) {
            Some(local) => leaf(local),
            None => is_constant(code, node),
        },
        "field_access" => is_constant(code, node),
        "unary_expression" => part(field(node, "operand")),
        "cast_expression" => part(field(node, "value")),
        "ternary_expression" => ["condition", "consequence", "alternative"]
            .iter()
            .all(|name| part(field(node, name))),
        "binary_expression" => {
            let (left, right) = (field(node, "left"), field(node, "right"));
            part(left) && part(right) && !may_divide_by_zero(code, node)
        }
        "method_invocation" => {
            let is_math = Call::of(code, node).is_some_and(|call| {
                call.method.owner == "java.lang.Math"
                    && call.method.is_static
                    && OF_MATH.contains(&&call.method.name[..])
            });
            let arguments = field(node, "arguments").map(named).unwrap_or_default();
            is_math && arguments.into_iter().all(|argument| part(Some(argument)))
        }
        _ => false,
    }
}

/// Whether a name is a constant variable.
pub(crate) fn is_constant(code: &Code<'_>, node: Node<'_>) -> bool {
    let symbol = code.symbol_of(node).and_then(|index| code.symbol(index));
    symbol.is_some_and(|symbol| symbol.constant.is_some())
}

fn may_divide_by_zero(code: &Code<'_>, node: Node<'_>) -> bool {
    let operator = field(node, "operator").map(|operator| code.of(operator));
    let is_whole = matches!(
        code.kind_of(node),
        Some(TypeKind::Int | TypeKind::Long) | None
    );
    let divides = matches!(operator, Some("/" | "%"));
    let right = field(node, "right").and_then(|right| constant::int(code, right));
    divides && is_whole && right.is_none_or(|right| right == 0)
}

/// Whether an expression is a literal, a local variable or a constant. Reading it twice, or later, gives the same value, unless
/// the variable is written in between.
pub(crate) fn is_simple<'c>(code: &Code<'c>, node: Node<'c>) -> bool {
    let node = bare(node);
    node.kind().ends_with("_literal")
        || matches!(node.kind(), "true" | "false")
        || Local::named(code, node).is_some()
        || matches!(node.kind(), "identifier" | "field_access") && is_constant(code, node)
}
