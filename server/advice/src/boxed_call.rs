//! Calls on a box that exists only for the call: `Integer.valueOf(n).toString()`.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::Code;
use crate::edit::Edit;

/// The class of a boxed type and its primitive type.
pub(crate) const BOXES: [(&str, &str); 8] = [
    ("java.lang.Boolean", "boolean"),
    ("java.lang.Integer", "int"),
    ("java.lang.Long", "long"),
    ("java.lang.Double", "double"),
    ("java.lang.Float", "float"),
    ("java.lang.Short", "short"),
    ("java.lang.Byte", "byte"),
    ("java.lang.Character", "char"),
];

/// Calls of a method without arguments on a new box, to be replaced by the static method of the same name with the primitive
/// value.
pub(crate) fn on_new_box(
    code: &Code<'_>,
    rule: &'static str,
    method: &str,
    title: &str,
) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let is_it = call.method.name == method && call.arguments.is_empty();
        let boxed = Call::of(code, call.receiver.filter(|_| is_it)?)?;
        let (_, primitive) = BOXES
            .iter()
            .find(|(class, primitive)| boxed.is(class, "valueOf", primitive))?;
        let argument = boxed.only()?;
        let is_same = code.type_of(argument)?.erased == *primitive;
        let class = boxed.receiver.filter(|_| is_same)?;
        let text = format!("{}.{method}({})", code.of(class), code.of(argument));
        let edit = Edit::replace(call.node.byte_range(), text);
        Some(Candidate::new(rule, call.node, title, vec![edit]))
    };
    Call::all(code).filter_map(one).collect()
}
