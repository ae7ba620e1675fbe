//! The forms of the list.

use super::found::Item;
use crate::options::{AdviceFormat, Advise};
use advice::{RULES, rule_named};
use anyhow::Result;
use escape::{markdown, markdown_code, notification, plain, uri};
use ide::{Joules, Model, percent};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;

/// Where the schema of SARIF is published.
const SARIF: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Where the pages of the rules are.
const PAGES: &str = "https://github.com/jouled/jouled/blob/main/docs/advice";

pub(super) fn write(arguments: &Advise, model: &Model, items: &[Item]) -> Result<()> {
    let shown: Vec<&Item> = items
        .iter()
        .filter(|item| arguments.all || item.is_offered())
        .collect();
    match arguments.format {
        AdviceFormat::Text => text(arguments, model, &shown, items)?,
        AdviceFormat::Json => {
            let mut out = crate::screen::json();
            serde_json::to_writer_pretty(&mut out, &document(model, &shown))?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
        AdviceFormat::Markdown => crate::screen::form(markdown_of(model, &shown))?,
        AdviceFormat::Sarif => {
            let offered: Vec<&Item> = items.iter().filter(|item| item.is_offered()).collect();
            let mut log = serde_json::to_string_pretty(&sarif(model, &offered))?;
            log.push('\n');
            crate::screen::form(&*escape::json(&log))?;
        }
    }
    Ok(())
}

/// What a number holds for.
fn basis(model: &Model) -> String {
    let info = model.info();
    format!(
        "model {}, mode {}, device {}",
        info.name, info.mode, info.device
    )
}

/// `saves ≈ 1.2 µJ of 4 µJ per call (30%, P = 0.99) in A.f(int)`.
fn words(item: &Item) -> String {
    match &item.outcome {
        Ok(saving) if item.is_offered() => format!(
            "saves {} of {} per call ({}, P = {:.2}) in {}",
            Joules(saving.joules()).about(),
            Joules(saving.before_joules).about(),
            percent(saving.share, 0),
            saving.p_less,
            saving.method
        ),
        _ => format!("not offered: {}", item.reason()),
    }
}

fn text(arguments: &Advise, model: &Model, shown: &[&Item], items: &[Item]) -> Result<()> {
    let mut out = crate::screen::out();
    for item in shown {
        out.line(format_args!("{}  {}", item.id(), item.candidate.title))?;
        out.line(format_args!("    {}", words(item)))?;
    }
    let offered = items.iter().filter(|item| item.is_offered()).count();
    let others = items.len() - offered;
    let more = match others {
        0 => String::new(),
        _ if arguments.all => format!(", {others} not offered"),
        _ => format!(", {others} not offered (--all says why)"),
    };
    out.line(format_args!("{offered} offered{more}; {}", basis(model)))?;
    out.flush()?;
    Ok(())
}

/// `jouled.advice/1`.
fn document(model: &Model, shown: &[&Item]) -> Value {
    let advice: Vec<Value> = shown
        .iter()
        .map(|item| {
            let saving = item.outcome.as_ref().ok();
            let (line, column) = item.place;
            let edits: Vec<Value> = item
                .candidate
                .edits
                .iter()
                .map(|edit| json!({"start": edit.range.start, "end": edit.range.end, "text": edit.text}))
                .collect();
            json!({
                "id": item.id(),
                "rule": item.candidate.rule,
                "file": item.path,
                "line": line,
                "column": column,
                "title": item.candidate.title,
                "offered": item.is_offered(),
                "reason": (!item.is_offered()).then(|| item.reason()),
                "method": saving.map(|saving| &saving.method),
                "before": saving.map(|saving| saving.before_joules),
                "after": saving.map(|saving| saving.after_joules),
                "share": saving.map(|saving| saving.share),
                "p_less": saving.map(|saving| saving.p_less),
                "edits": edits,
            })
        })
        .collect();
    json!({
        "schema": "jouled.advice/1",
        "tool": {"name": "jouled", "version": env!("CARGO_PKG_VERSION")},
        "model": model.info(),
        "advice": advice,
    })
}

fn markdown_of(model: &Model, shown: &[&Item]) -> String {
    let mut text = String::from(
        "| advice | where | method | saves per call | share | P(saves) |\n| --- | --- | --- | --: | --: | --: |\n",
    );
    for item in shown {
        let (line, _) = item.place;
        let place = format!("{}:{line}", item.path);
        let title = markdown(&item.candidate.title);
        let rule = item.candidate.rule;
        let row = match &item.outcome {
            Ok(saving) if item.is_offered() => format!(
                "{} | {} | {} | {:.2}",
                markdown_code(&saving.method.to_string()),
                Joules(saving.joules()).about(),
                percent(saving.share, 0),
                saving.p_less
            ),
            _ => format!(
                "{} | | |",
                markdown(&format!("not offered: {}", item.reason()))
            ),
        };
        let _ = writeln!(
            text,
            "| {title} ([{rule}]({PAGES}/{rule}.md)) | {} | {row} |",
            markdown_code(&place)
        );
    }
    let _ = writeln!(text, "\n{}", markdown(&basis(model)));
    text
}

fn sarif(model: &Model, offered: &[&Item]) -> Value {
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
    let results: Vec<Value> = offered.iter().map(|item| result(item)).collect();
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
            "properties": {"model": plain(&basis(model))},
            "results": results,
        }],
    })
}

fn result(item: &Item) -> Value {
    let (line, column) = item.place;
    let artifact = uri(&item.path).map(|uri| json!({"uri": uri, "uriBaseId": "%SRCROOT%"}));
    let replacements: Vec<Value> = item
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
    let title = notification(&item.candidate.title);
    let index = RULES
        .iter()
        .position(|rule| rule.name == item.candidate.rule);
    let summary = rule_named(item.candidate.rule).map_or("", |rule| rule.summary);
    json!({
        "ruleId": item.candidate.rule,
        "ruleIndex": index,
        "level": "note",
        "message": {"text": notification(&format!("{}: {}. {summary}.", item.candidate.title, words(item)))},
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
