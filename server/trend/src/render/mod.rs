//! The forms of a trend.

mod benchmark;
mod page;
mod text;

use crate::series::{LevelChange, Series};
use crate::trend::Trend;

/// The characters of a commit's name that are shown.
const SHORT: usize = 10;

/// The form of a trend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people, with a line of blocks for each curve.
    Text,
    /// `jouled.trend/1`.
    Json,
    /// One page that loads nothing.
    Html,
    /// The history of github-action-benchmark, as its `external-data-json-path` reads it.
    Benchmark,
}

/// A trend in a form.
pub fn render(trend: &Trend, format: Format) -> String {
    match format {
        Format::Text => text::render(trend),
        Format::Json => pretty(trend),
        Format::Html => page::render(trend),
        Format::Benchmark => benchmark::render(trend),
    }
}

fn pretty(document: &impl serde::Serialize) -> String {
    // Writing to memory fails only for maps whose keys are not strings, which none of these has.
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    escape::json(&text).into_owned()
}

/// A factor for people: `×1.8`, `+4%`, `−3%`.
fn shown_factor(factor: f64) -> String {
    if factor >= 1.5 {
        format!("×{factor:.2}")
    } else if factor >= 1.0 {
        format!("+{:.1}%", (factor - 1.0) * 100.0)
    } else {
        format!("−{:.1}%", (1.0 - factor) * 100.0)
    }
}

/// A probability for people, which rounds none to certainty.
fn shown_probability(probability: f64) -> String {
    if probability > 0.99 {
        String::from("p > 0.99")
    } else {
        format!("p = {probability:.2}")
    }
}

fn short(id: &str) -> &str {
    id.get(..SHORT).unwrap_or(id)
}

/// The changes of a curve, those by the largest factor first.
fn largest_first(series: &Series) -> Vec<&LevelChange> {
    let mut changes: Vec<&LevelChange> = series.change_points.iter().collect();
    changes.sort_by(|one, two| two.factor.ln().abs().total_cmp(&one.factor.ln().abs()));
    changes
}
