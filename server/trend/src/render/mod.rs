//! The forms of a trend.

mod benchmark;
mod page;
mod text;
mod words;

use crate::trend::Trend;

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
        Format::Json => words::pretty(trend),
        Format::Html => page::render(trend),
        Format::Benchmark => benchmark::render(trend),
    }
}
