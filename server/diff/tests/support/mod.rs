//! Handmade reports.

use diff::{Change, Comparison, ComparisonInput, DiffError, RegressionPolicy, Report, compare};
use posterior::Posterior;
use serde_json::{Value, json};

pub(crate) fn posterior() -> Posterior {
    Posterior::default_model()
}

/// Counts of a term.
pub(crate) fn term(factor: &str, additions: f64) -> Value {
    json!({
        "factor": factor, "mean": 0.0, "sd": 0.0,
        "features": {"operation:addition": additions, "data_type:int": additions, "data_size:load": additions},
        "device_count": additions, "n_noise": additions,
    })
}

/// A line that executes additions.
pub(crate) fn line(line: u32, additions: f64) -> Value {
    json!({
        "line": line, "mean": 1e-8 * additions, "sd": 0.0,
        "quantiles": {"0.5": 0.0, "0.95": 0.0, "0.99": 0.0, "0.999": 0.0},
        "patterns": [{"operation": "addition", "data_type": "int", "data_size": "load", "count": additions, "mean": 1e-8}],
    })
}

/// A method of `p/A` that takes an int, executes this many additions and has no symbol.
pub(crate) fn method(name: &str, additions: f64) -> Value {
    json!({
        "class": "p/A", "method": name, "descriptor": "(I)I", "file": "p/A.java", "line": 3, "energy": null,
        "cost": [term("1", additions)], "assumptions": [],
        "provenance": {"modelled": 1.0, "transferred": 0.0, "approximated": 0.0, "unpriced": 0.0}, "clipped": 0.0,
        "own": null, "unpriced": [], "callees": [], "notes": [],
        "lines": [line(3, additions)],
    })
}

/// The same with these fields replaced.
pub(crate) fn with(mut method: Value, fields: &[(&str, Value)]) -> Value {
    for (name, value) in fields {
        method[*name] = value.clone();
    }
    method
}

pub(crate) fn symbol(name: &str, value: Option<f64>) -> Value {
    json!({"symbol": name, "kind": "parameter", "meaning": "it", "line": null, "value": value, "source": null})
}

pub(crate) fn report_value(methods: &[Value]) -> Value {
    let posterior = posterior();
    json!({
        "schema": "jouled.report/1",
        "tool": {"name": "jouled", "version": "0.1.0"},
        "model": {
            "name": posterior.name(), "device": "any", "structure": "additive", "mode": "interpreter",
            "mapping": "stack/2", "digest": posterior.digest(),
        },
        "jdk": "17.0.15", "methods": methods, "problems": [],
    })
}

pub(crate) fn parsed(value: &Value) -> Report {
    Report::from_json("a report", value.to_string().as_bytes()).expect("a report")
}

pub(crate) fn compared_by(
    base: &Value,
    head: &Value,
    gate: &RegressionPolicy,
    today: Option<&str>,
) -> Result<Comparison, DiffError> {
    compare(&ComparisonInput {
        base: &parsed(base),
        head: &parsed(head),
        base_name: "main",
        head_name: "topic",
        posterior: &posterior(),
        gate,
        today: today.map(|day| day.parse().expect("a day")),
        spread: |_| (0.5, 2.0),
        source: None,
        run: None,
    })
}

pub(crate) fn compared(base: &[Value], head: &[Value]) -> Comparison {
    compared_by(
        &report_value(base),
        &report_value(head),
        &RegressionPolicy::default(),
        None,
    )
    .expect("a comparison")
}

pub(crate) fn change<'c>(comparison: &'c Comparison, method: &str) -> &'c Change {
    let mut changes = comparison.changes.iter();
    changes
        .find(|change| change.name.method == method)
        .unwrap_or_else(|| panic!("no change of {method} in {:#?}", comparison.changes))
}
