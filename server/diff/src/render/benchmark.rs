//! `customSmallerIsBetter` of github-action-benchmark: the tracked series, whatever the change affects.

use crate::comparison::Comparison;
use escape::plain;
use serde::Serialize;

/// The unit of every value, so that curves over many commits have one axis.
const NANO: f64 = 1e9;

/// The maximum number of changed methods named with the total.
const MAX_NAMED: usize = 3;

#[derive(Serialize)]
struct Entry {
    name: String,
    unit: &'static str,
    value: f64,
    range: String,
    extra: String,
}

pub(super) fn render(comparison: &Comparison) -> String {
    let changed = comparison.changes.iter().take(MAX_NAMED);
    let changed: Vec<String> = changed.map(|change| plain(&change.name.shown())).collect();
    let series = comparison.series.iter();
    let entries: Vec<Entry> = series
        .enumerate()
        .map(|(place, series)| {
            let noun = if series.methods == 1 {
                "method"
            } else {
                "methods"
            };
            let without = match series.without_number {
                0 => String::new(),
                many => format!("; {many} more without a number"),
            };
            // Readers of the first curve see what caused its change.
            let named = if place == 0 && !changed.is_empty() {
                format!("; changed: {}", changed.join(", "))
            } else {
                String::new()
            };
            let of_base = series.of_base.as_ref().map_or_else(String::new, |reason| {
                format!("; the number of the base, since {}", plain(reason))
            });
            Entry {
                name: plain(&series.name),
                unit: "nJ",
                value: in_nano(series.mean),
                range: format!("± {}", in_nano(series.sd)),
                extra: format!(
                    "one call of {} {noun}{without}{named}{of_base}",
                    series.methods
                ),
            }
        })
        .collect();
    super::pretty(&entries)
}

/// JSON cannot represent infinity.
fn in_nano(joules: f64) -> f64 {
    (joules * NANO).min(f64::MAX)
}
