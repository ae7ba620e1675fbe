//! `builder.append(String.valueOf(n))` → `builder.append(n)`, for a primitive `n` of the type that is converted.
//!
//! `append` converts a primitive value to the same text. A value of another type could be widened: for a `char`,
//! `Integer.toString(c)` gives a number, but `append(c)` a character.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::code::{Code, bare};
use crate::edit::Edit;

/// Classes with a `toString` for one primitive value, and its type.
const CONVERTERS: [(&str, &str); 6] = [
    ("java.lang.Integer", "int"),
    ("java.lang.Long", "long"),
    ("java.lang.Float", "float"),
    ("java.lang.Double", "double"),
    ("java.lang.Boolean", "boolean"),
    ("java.lang.Character", "char"),
];

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let one = |call: Call<'_>| {
        let is_append = ["java.lang.StringBuilder", "java.lang.StringBuffer"]
            .iter()
            .any(|owner| call.is(owner, "append", "java.lang.String"));
        let argument = call.only().filter(|_| is_append)?;
        let conversion = Call::of(code, bare(argument))?;
        let value = conversion.only()?;
        let known = code.type_of(value).filter(|known| known.is_primitive())?;
        let converts = CONVERTERS.iter().any(|(class, primitive)| {
            *primitive == known.erased
                && (conversion.is(class, "toString", primitive)
                    || conversion.is("java.lang.String", "valueOf", primitive))
        });
        let edit = Edit::replace(argument.byte_range(), code.of(value));
        converts.then(|| {
            let title = "Append the value without converting it first";
            Candidate::new(rule, call.node, title, vec![edit])
        })
    };
    Call::all(code).filter_map(one).collect()
}
