//! `customSmallerIsBetter` of github-action-benchmark: the series that are tracked, whatever a change changes.

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
    let series = comparison.series.iter();
    let entries: Vec<Entry> = series
        .map(|series| {
            let noun = if series.methods == 1 {
                "method"
            } else {
                "methods"
            };
            let without = match series.without_number {
                0 => String::new(),
                many => format!("; {many} more without a number"),
            };
            Entry {
                name: plain(&series.name),
                unit: "nJ",
                value: in_nano(series.mean),
                range: format!("± {}", in_nano(series.sd)),
                extra: format!("one call of {} {noun}{without}", series.methods),
            }
        })
        .collect();
    super::pretty(&entries)
}

/// JSON has no way to write what is beyond all numbers.
fn in_nano(joules: f64) -> f64 {
    (joules * NANO).min(f64::MAX)
}
