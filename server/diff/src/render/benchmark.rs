//! `customSmallerIsBetter` of github-action-benchmark: what the head's changed methods cost.

use super::words;
use crate::comparison::Comparison;
use escape::plain;
use serde::Serialize;

/// The unit of every value, so that curves over many commits have one axis.
const NANO: f64 = 1e9;

#[derive(Serialize)]
struct Entry {
    name: String,
    unit: &'static str,
    value: f64,
    range: String,
    extra: String,
}

pub(super) fn render(comparison: &Comparison) -> String {
    let changes = comparison.changes.iter();
    let entries: Vec<Entry> = changes
        .filter_map(|change| {
            let head = change.head.as_ref()?;
            Some(Entry {
                name: plain(&change.name.to_string()),
                unit: "nJ",
                value: head.mean? * NANO,
                range: format!("± {}", head.sd? * NANO),
                extra: words::details(change)
                    .iter()
                    .map(|line| plain(line))
                    .collect::<Vec<_>>()
                    .join("\n"),
            })
        })
        .collect();
    super::pretty(&entries)
}
