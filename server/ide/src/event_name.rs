//! The names of priced events on screens, in words that a Java developer knows. Data reports keep the model's terms.

use crate::percent;
use pricing::{ARRAY_LINE, MISPREDICTION, POSSIBLE_MISPREDICTION, Pattern, Pricer, Provenance};

/// `long addition`, `call returning a reference`, `int value kept on the stack`. In the instruction structure, the mnemonic and
/// the source of its operands.
pub fn event_name(pattern: &Pattern) -> String {
    match pattern.operation {
        // Nobody ran the code, so the number is a guess.
        MISPREDICTION => return "mispredicted jump, as often as usual".to_owned(),
        POSSIBLE_MISPREDICTION => return "mispredicted jump, at worst".to_owned(),
        ARRAY_LINE => return "64 bytes of a new array".to_owned(),
        _ => {}
    }
    let name = additive_name(pattern);
    name.unwrap_or_else(|| {
        let parts = [pattern.operation, pattern.data_type, &pattern.data_size];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ").replace('_', " ")
    })
}

/// The origin of an event's price: `measured`, `transferred ± 55%`, `approximated`.
pub(crate) fn basis_name(pricer: &Pricer, pattern: &Pattern) -> String {
    let word = match pattern.provenance {
        Provenance::Modelled => "measured",
        Provenance::Transferred => "transferred",
        Provenance::Approximated => "approximated",
        Provenance::Unpriced => "unknown",
        Provenance::Correction => "correction",
    };
    match pricer.transferred_spread(pattern) {
        Some(spread) => format!("{word} ± {}", percent(spread, 0)),
        None => word.to_owned(),
    }
}

/// The name of an event in the additive structure; `None` for any other, which has no data type.
fn additive_name(pattern: &Pattern) -> Option<String> {
    let data_type = pattern.data_type;
    if data_type.is_empty() {
        return None;
    }
    let value = match data_type {
        "reference" => String::from("a reference"),
        "int" => String::from("an int"),
        other => format!("a {other}"),
    };
    // The forms of an operation differ in their prices, not in what they do.
    let forms = ["_narrow", "_other"];
    let mut forms = forms
        .iter()
        .filter_map(|form| pattern.operation.strip_suffix(form));
    let (name, has_operands) = match forms.next().unwrap_or(pattern.operation) {
        "increase" => (format!("increment of {value}"), false),
        "stays_on_stack" => (format!("{data_type} value kept on the stack"), false),
        "clipped" => (
            String::from("saving on the stack that was not counted"),
            false,
        ),
        "callee" => (String::from("body of a call, not followed"), false),
        "variable_declaration" => (format!("store to {data_type} variable"), true),
        "get_field" => (format!("read of {data_type} field"), false),
        "get_static_field" => (format!("read of static {data_type} field"), false),
        "put_field" => (format!("write to {data_type} field"), true),
        "put_static_field" => (format!("write to static {data_type} field"), true),
        "array_length" => (String::from("array length"), false),
        "array_load" => (format!("read of {data_type} array element"), true),
        "array_store" => (format!("write to {data_type} array element"), true),
        "array_allocation" => (format!("new {data_type} array"), false),
        "object_allocation" => (String::from("new object"), false),
        "return" => (format!("static call returning {value}"), false),
        "non_static_return" => (format!("call returning {value}"), false),
        "static_call" => (String::from("static call returning nothing"), false),
        "non_static_call" => (String::from("call returning nothing"), false),
        "invokedynamic" => (format!("dynamic call returning {value}"), false),
        "argument" => (format!("{data_type} argument passed"), true),
        "goto" => (String::from("jump"), false),
        "stack_only" => (String::from("operation on the stack"), false),
        "compare" => (format!("{data_type} comparison"), true),
        "checkcast" => (String::from("cast of a reference"), false),
        "instanceof" => (String::from("instanceof"), false),
        "monitor" => (String::from("lock or unlock"), false),
        "throw" => (String::from("throw"), false),
        "tableswitch" | "lookupswitch" => (String::from("switch"), false),
        "if_null" => (String::from("test for null"), false),
        "if_nonnull" => (String::from("test for not null"), false),
        operation => {
            if let Some(sign) = operation
                .strip_prefix("if_")
                .and_then(|form| condition(form, data_type))
            {
                (sign, false)
            } else if let Some(conversion) = conversion(operation) {
                (conversion, false)
            } else {
                (format!("{data_type} {}", operation.replace('_', " ")), true)
            }
        }
    };
    let operands = match (has_operands, &*pattern.data_size) {
        (true, "constant") => ", small constant",
        (true, "32_bit" | "64_bit") => ", large constant",
        _ => "",
    };
    Some(name + operands)
}

/// `test int < 0` for `lt`, `test int < int` for `icmp_lt`. A test of a long is a pair of two.
fn condition(form: &str, data_type: &str) -> Option<String> {
    let (left, right, sign) = match (form.strip_prefix("icmp_"), form.strip_prefix("acmp_")) {
        (Some(sign), _) => ("int", "int", sign),
        (_, Some(sign)) => ("reference", "reference", sign),
        (None, None) if data_type == "int" => ("int", "0", form),
        (None, None) => (data_type, data_type, form),
    };
    let sign = match sign {
        "eq" => "==",
        "ne" => "!=",
        "lt" => "<",
        "ge" => ">=",
        "gt" => ">",
        "le" => "<=",
        _ => return None,
    };
    Some(format!("test {left} {sign} {right}"))
}

/// `conversion of int to double` for `i2d`.
fn conversion(operation: &str) -> Option<String> {
    let (from, to) = operation.split_once('2')?;
    let name = |letter: &str| match letter {
        "i" => Some("int"),
        "l" => Some("long"),
        "f" => Some("float"),
        "d" => Some("double"),
        "b" => Some("byte"),
        "c" => Some("char"),
        "s" => Some("short"),
        _ => None,
    };
    Some(format!("conversion of {} to {}", name(from)?, name(to)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use posterior::Features;

    fn name(operation: &'static str, data_type: &'static str, data_size: &str) -> String {
        event_name(&Pattern {
            operation,
            data_type,
            data_size: data_size.to_owned(),
            provenance: Provenance::Modelled,
            features: Features::new(),
        })
    }

    #[test]
    fn events_have_words_that_a_java_developer_knows() {
        assert_eq!(
            name("misprediction", "", ""),
            "mispredicted jump, as often as usual"
        );
        assert_eq!(
            name("stays_on_stack", "int", "load"),
            "int value kept on the stack"
        );
        assert_eq!(
            name("non_static_return", "reference", "constant"),
            "call returning a reference"
        );
        assert_eq!(
            name("return", "int", "constant"),
            "static call returning an int"
        );
        assert_eq!(
            name("non_static_call", "int", "reference"),
            "call returning nothing"
        );
        assert_eq!(name("if_icmp_lt", "int", "load"), "test int < int");
        assert_eq!(name("if_ne", "int", "load"), "test int != 0");
        assert_eq!(name("if_gt", "long", "load"), "test long > long");
        assert_eq!(name("i2d", "int", "load"), "conversion of int to double");
        assert_eq!(
            name("addition", "long", "64_bit"),
            "long addition, large constant"
        );
        assert_eq!(
            name("left_shift", "int", "constant"),
            "int left shift, small constant"
        );
    }

    #[test]
    fn an_instruction_keeps_its_mnemonic() {
        assert_eq!(name("return", "", ""), "return");
        assert_eq!(
            name("lcmp+ifge", "", "stack_stack"),
            "lcmp+ifge stack stack"
        );
    }
}
