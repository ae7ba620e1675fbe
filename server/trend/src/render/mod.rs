//! The output forms of a trend.

mod benchmark;
mod page;
mod text;
mod words;

use crate::trend::Trend;

/// The output form of a trend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people, with a bar chart in one line for each curve.
    Text,
    /// `jouled.trend/1`.
    Json,
    /// A page that loads nothing.
    Html,
    /// The history for github-action-benchmark, in the format of its `external-data-json-path`.
    Benchmark,
}

/// A trend in an output form.
pub fn render(trend: &Trend, format: Format) -> String {
    match format {
        Format::Text => text::render(trend),
        Format::Json => words::pretty(trend),
        Format::Html => page::render(trend),
        Format::Benchmark => benchmark::render(trend),
    }
}
