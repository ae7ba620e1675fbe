//! `jouled.diff/1`, as described in `model-data/diff.schema.json`.

use crate::comparison::Comparison;

pub(super) fn render(comparison: &Comparison) -> String {
    super::pretty(comparison)
}
