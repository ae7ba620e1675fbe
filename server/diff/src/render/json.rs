//! `jouled.diff/1`, as `model-data/diff.schema.json` describes it.

use crate::comparison::Comparison;

pub(super) fn render(comparison: &Comparison) -> String {
    // Writing to memory fails only for maps whose keys are no strings, which a comparison does not have.
    let mut json = serde_json::to_string_pretty(comparison).unwrap_or_default();
    json.push('\n');
    json
}
