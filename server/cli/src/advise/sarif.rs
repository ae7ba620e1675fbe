//! The list as SARIF, with the edits as fixes.

use super::found::Item;
use super::words::{PAGES, words};
use advice::{RULES, rule_named};
use escape::{notification, plain, uri};
use ide::Model;
use serde_json::{Value, json};

/// The address of the SARIF schema.
const SARIF: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn sarif(model: &Model, items: &[Item]) -> Value {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.name,
                "shortDescription": {"text": rule.summary},
                "helpUri": format!("{PAGES}/{}.md", rule.name),
                "defaultConfiguration": {"level": "note"},
            })
        })
        .collect();
    let results: Vec<Value> = items
        .iter()
        .filter(|item| item.offer().is_some())
        .map(result)
        .collect();
    json!({
        "$schema": SARIF,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "jouled",
                "informationUri": "https://github.com/jouled/jouled",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the project."}}},
            "properties": {"model": plain(&model.info().short_line())},
            "results": results,
        }],
    })
}

fn result(item: &Item) -> Value {
    let (line, column) = item.place;
    let artifact = uri(&item.path).map(|uri| json!({"uri": uri, "uriBaseId": "%SRCROOT%"}));
    let replacements: Vec<Value> = item
        .placed
        .candidate
        .edits
        .iter()
        .map(|edit| {
            json!({
                "deletedRegion": {"byteOffset": edit.range.start, "byteLength": edit.range.len()},
                "insertedContent": {"text": edit.text},
            })
        })
        .collect();
    let title = notification(&item.placed.candidate.title);
    let index = RULES
        .iter()
        .position(|rule| rule.name == item.placed.candidate.rule);
    let summary = rule_named(item.placed.candidate.rule).map_or("", |rule| rule.summary);
    json!({
        "ruleId": item.placed.candidate.rule,
        "ruleIndex": index,
        "level": "note",
        "message": {"text": notification(&format!("{}: {}. {summary}.", item.placed.candidate.title, words(item)))},
        "locations": [{"physicalLocation": {
            "artifactLocation": artifact,
            "region": {"startLine": line, "startColumn": column},
        }}],
        "fixes": [{
            "description": {"text": title},
            "artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}],
        }],
    })
}
