//! A model file as text.

use posterior::Document;
use serde_json::Value;

/// The fields of a file in the order in which a reader wants them: what it is before its long tables.
const ORDER: [&str; 13] = [
    "schema",
    "name",
    "structure",
    "mode",
    "jdk",
    "hardware",
    "provenance",
    "discrepancy",
    "feature_discrepancy",
    "sigma",
    "features",
    "fit",
    "covariance",
];

/// JSON with what belongs together on one line: a field, a feature, a row of the covariance, a cell.
pub(super) fn text_of(document: &Document) -> String {
    let value = serde_json::to_value(document).unwrap_or(Value::Null);
    let mut text = String::from("{");
    let mut separator = "\n";
    // A discrepancy of nothing is written too: a reader sees that it was estimated.
    let nothing = Value::from(0.0);
    for name in ORDER {
        let absent = (name == "feature_discrepancy").then_some(&nothing);
        if let Some(value) = value.get(name).or(absent) {
            text.push_str(separator);
            text.push_str("  \"");
            text.push_str(name);
            text.push_str("\": ");
            lines(value, 1, &mut text);
            separator = ",\n";
        }
    }
    text.push_str("\n}\n");
    text
}

fn lines(value: &Value, depth: usize, text: &mut String) {
    const MAX_DEPTH: usize = 3;
    let indent = "  ".repeat(depth + 1);
    let nested = |value: &Value| value.is_object() || value.is_array();
    let separate = |text: &mut String, first: bool| text.push_str(if first { "\n" } else { ",\n" });
    match value {
        Value::Object(fields) if depth < MAX_DEPTH && fields.values().any(nested) => {
            text.push('{');
            for (at, (name, value)) in fields.iter().enumerate() {
                separate(text, at == 0);
                text.push_str(&indent);
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push_str(": ");
                lines(value, depth + 1, text);
            }
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
            text.push('}');
        }
        Value::Array(values) if depth < MAX_DEPTH && values.iter().any(nested) => {
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                separate(text, at == 0);
                text.push_str(&indent);
                text.push_str(&value.to_string());
            }
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}
