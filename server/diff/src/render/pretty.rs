//! Indented JSON.

/// A value as indented JSON.
pub(crate) fn pretty(value: &impl serde::Serialize) -> String {
    // Writing to memory fails only for maps whose keys are not strings, which no form has.
    let json = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut json = escape::json(&json).into_owned();
    json.push('\n');
    json
}
