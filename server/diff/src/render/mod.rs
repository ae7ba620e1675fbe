//! The forms that a comparison is written in. Every name, path and message in it comes from a project, and is escaped for
//! its form.

mod benchmark;
mod csv;
mod github;
mod html;
mod json;
mod junit;
mod markdown;
pub(crate) mod sarif;
mod text;
mod words;

use crate::comparison::Comparison;
use crate::report::Report;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use html::{page_foot, page_head};
pub use markdown::MARKER;

/// A form of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people, on a terminal.
    Text,
    /// `jouled.diff/1`
    Json,
    /// A change a line.
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
    /// One page without a network.
    Html,
}

/// What a page of HTML shows of the source beside the comparison.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'s> {
    /// The report of the base, for the energy of its lines.
    pub base: &'s Report,
    /// The report of the head.
    pub head: &'s Report,
    /// The texts of the base by file.
    pub base_texts: &'s BTreeMap<String, Arc<str>>,
    /// The texts of the head by file.
    pub head_texts: &'s BTreeMap<String, Arc<str>>,
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

/// A value as JSON with a line for each part of it.
pub(crate) fn pretty(value: &impl serde::Serialize) -> String {
    // Writing to memory fails only for maps whose keys are no strings, which no form has.
    let json = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut json = escape::json(&json).into_owned();
    json.push('\n');
    json
}
