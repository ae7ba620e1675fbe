//! `jouled.diff/1`, as `model-data/diff.schema.json` describes it.

use crate::comparison::Comparison;

pub(super) fn render(comparison: &Comparison) -> String {
    super::pretty(comparison)
}
