//! SARIF 2.1.0 (OASIS), for code scanning: regressions, acknowledged ones as suppressed, and code that could not be compiled.
//! Messages, including notifications, may contain links (section 3.11.6).

use super::words;
use crate::change::{Change, Section};
use crate::comparison::Comparison;
use escape::{notification, plain, uri};
use serde_json::{Value, json};

/// Where the schema is published.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const REGRESSION: &str = "energy-regression";
const NOT_COMPILED: &str = "not-compiled";

pub(super) fn render(comparison: &Comparison) -> String {
    let changes = comparison.changes.iter();
    let mut results: Vec<Value> = changes
        .filter_map(|change| result(comparison, change))
        .collect();
    results.extend(comparison.sums_over_limits().map(|sum| {
        json!({"ruleId": REGRESSION, "ruleIndex": 0, "level": "error", "message": {"text": notification(&sum)}})
    }));
    let problems = comparison
        .problems
        .iter()
        .filter(|problem| problem.is_new_error);
    results.extend(problems.map(|problem| {
        let message = notification(&words::in_one_line(&problem.problem.message));
        with_place(
            json!({"ruleId": NOT_COMPILED, "ruleIndex": 1, "level": "warning", "message": {"text": message}}),
            problem.problem.file.as_deref(),
            problem.problem.line,
        )
    }));
    let rules = json!([
        {
            "id": REGRESSION,
            "shortDescription": { "text": "A method costs more energy than before" },
            "fullDescription": { "text": "The expected energy of a call rose beyond the tolerance, with the required confidence, or exceeds a hard limit." },
            "help": { "text": "Look at the cause that the message names. If the cost is wanted, acknowledge it in jouled.toml with a reason and a date." },
            "defaultConfiguration": { "level": "error" },
        },
        {
            "id": NOT_COMPILED,
            "shortDescription": { "text": "Code could not be analysed" },
            "fullDescription": { "text": "The code does not compile or cannot be read, so a regression in it would go unnoticed." },
            "help": { "text": "Make it compile, or exclude it in jouled.toml." },
            "defaultConfiguration": { "level": "warning" },
        },
    ]);
    let mut properties = json!({
        "model": plain(&comparison.model.name),
        "device": plain(&comparison.model.device),
        "mapping": plain(&comparison.model.mapping),
        "modelDigest": plain(&comparison.model.digest),
        "correction": comparison.correction,
    });
    for (name, statement) in [
        ("unmetered", &comparison.model.unmetered),
        ("otherJdk", &comparison.model.other_jdk),
    ] {
        if let Some(statement) = statement {
            properties[name] = json!(plain(statement));
        }
    }
    log(&rules, &properties, &results)
}

/// A log of one run of jouled.
pub(crate) fn log(rules: &Value, properties: &Value, results: &[Value]) -> String {
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "jouled",
                "informationUri": "https://github.com/jouled/jouled",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "utf16CodeUnits",
            "originalUriBaseIds": { "%SRCROOT%": { "description": { "text": "The root of the project." } } },
            "properties": properties,
            "results": results,
        }],
    });
    super::pretty(&log)
}

fn result(comparison: &Comparison, change: &Change) -> Option<Value> {
    if change.verdict.reasons.is_empty() {
        return None;
    }
    let difference = change.delta.as_ref().map_or_else(String::new, |delta| {
        format!(
            " costs {} ({})",
            words::signed(delta.mean),
            words::relative(comparison, delta)
        )
    });
    let name = plain(&change.name.shown());
    let message = format!("{name}{difference}. {}.", words::details(change).join("; "));
    let message = notification(&message);
    let level = if change.verdict.is_regression() {
        "error"
    } else {
        "note"
    };
    let fingerprint = format!(
        "{}.{}{}",
        change.name.class, change.name.method, change.name.descriptor
    );
    let mut result = json!({
        "ruleId": REGRESSION,
        "ruleIndex": 0,
        "level": level,
        "message": { "text": message },
        "partialFingerprints": { "method/v1": plain(&fingerprint) },
        "properties": { "section": super::csv::section(change.section) },
    });
    if let Some(reason) = &change.verdict.acknowledged {
        result["suppressions"] =
            json!([{ "kind": "external", "justification": notification(reason) }]);
    }
    let (file, line) = change
        .place()
        .map_or((None, None), |(file, line)| (Some(file), line));
    let mut result = with_place(result, file, line);
    if let Some(location) = result["locations"].get_mut(0) {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": name, "kind": "function" }]);
    } else {
        result["locations"] =
            json!([{ "logicalLocations": [{ "fullyQualifiedName": name, "kind": "function" }] }]);
    }
    if change.section == Section::Added {
        result["baselineState"] = json!("new");
    }
    Some(result)
}

fn with_place(mut result: Value, file: Option<&str>, line: Option<u32>) -> Value {
    if let Some(place) = place(file, line) {
        result["locations"] = json!([{ "physicalLocation": place }]);
    }
    result
}

/// A line of a file; `None` if the file is unknown.
pub(crate) fn place(file: Option<&str>, line: Option<u32>) -> Option<Value> {
    let uri = file.and_then(uri)?;
    let mut place = json!({ "artifactLocation": { "uri": uri, "uriBaseId": "%SRCROOT%" } });
    if let Some(line) = line.filter(|line| *line > 0) {
        place["region"] = json!({ "startLine": line });
    }
    Some(place)
}
