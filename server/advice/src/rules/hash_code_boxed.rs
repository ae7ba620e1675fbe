//! `Double.valueOf(d).hashCode()` → `Double.hashCode(d)`; likewise of the other boxed types.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::Code;
use crate::edit::Edit;

/// The class of a boxed type and its primitive type.
const BOXES: [(&str, &str); 8] = [
    ("java.lang.Boolean", "boolean"),
    ("java.lang.Integer", "int"),
    ("java.lang.Long", "long"),
    ("java.lang.Double", "double"),
    ("java.lang.Float", "float"),
    ("java.lang.Short", "short"),
    ("java.lang.Byte", "byte"),
    ("java.lang.Character", "char"),
];

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let is_hash = call.method.name == "hashCode" && call.arguments.is_empty();
        let boxed = Call::of(code, call.receiver.filter(|_| is_hash)?)?;
        let (_, primitive) = BOXES
            .iter()
            .find(|(class, primitive)| boxed.is(class, "valueOf", primitive))?;
        let argument = boxed.only()?;
        let is_same = code.type_of(argument)?.erased == *primitive;
        let class = boxed.receiver.filter(|_| is_same)?;
        let text = format!("{}.hashCode({})", code.of(class), code.of(argument));
        let edit = Edit::replace(call.node.byte_range(), text);
        Some(Candidate::new(
            rule,
            call.node,
            "Compute the hash code without boxing",
            vec![edit],
        ))
    };
    Call::all(code).filter_map(one).collect()
}
