//! Texts that several forms of a trend share.

use crate::series::{LevelChange, Series};

/// The number of characters shown of a commit's name.
const SHORT: usize = 10;

/// A document as JSON for people.
pub(super) fn pretty(document: &impl serde::Serialize) -> String {
    // Writing to memory fails only for maps whose keys are not strings, and there are none.
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    escape::json(&text).into_owned()
}

/// A factor for readers: `×1.8`, `+4%`, `−3%`.
pub(super) fn shown_factor(factor: f64) -> String {
    if factor >= 1.5 {
        format!("×{factor:.2}")
    } else if factor >= 1.0 {
        format!("+{:.1}%", (factor - 1.0) * 100.0)
    } else {
        format!("−{:.1}%", (1.0 - factor) * 100.0)
    }
}

/// A probability for readers, never rounded to certainty.
pub(super) fn shown_probability(probability: f64) -> String {
    if probability > 0.99 {
        String::from("p > 0.99")
    } else {
        format!("p = {probability:.2}")
    }
}

pub(super) fn short(id: &str) -> &str {
    id.get(..SHORT).unwrap_or(id)
}

/// The changes of a curve, the largest factor first.
pub(super) fn largest_first(series: &Series) -> Vec<&LevelChange> {
    let mut changes: Vec<&LevelChange> = series.change_points.iter().collect();
    changes.sort_by(|one, two| two.factor.ln().abs().total_cmp(&one.factor.ln().abs()));
    changes
}
