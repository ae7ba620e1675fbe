//! The forms of a comparison. Every name, path and message in it comes from a project, and is escaped for the form.

mod benchmark;
mod csv;
mod github;
mod html;
mod json;
mod junit;
mod markdown;
mod pretty;
pub(crate) mod sarif;
mod sources;
mod text;
mod words;

use crate::comparison::Comparison;

pub(crate) use html::{page_foot, page_head};
pub use markdown::MARKER;
pub(crate) use pretty::pretty;
pub use sources::Sources;

/// A form of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people, on a terminal.
    Text,
    /// `jouled.diff/1`
    Json,
    /// One change per line.
    Csv,
    /// A comment on a pull request.
    Markdown,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// `JUnit` XML, for test reports.
    Junit,
    /// Workflow commands of GitHub Actions.
    Github,
    /// `customSmallerIsBetter` of github-action-benchmark.
    Benchmark,
    /// One page that needs no network.
    Html,
}

/// Writes a comparison. The same comparison gives the same bytes.
pub fn render(comparison: &Comparison, format: Format, sources: Option<&Sources<'_>>) -> String {
    match format {
        Format::Text => text::render(comparison),
        Format::Json => json::render(comparison),
        Format::Csv => csv::render(comparison),
        Format::Markdown => markdown::render(comparison),
        Format::Sarif => sarif::render(comparison),
        Format::Junit => junit::render(comparison),
        Format::Github => github::render(comparison),
        Format::Benchmark => benchmark::render(comparison),
        Format::Html => html::render(comparison, sources),
    }
}
