//! The output formats of the list.

use super::found::{Found, Item};
use super::sarif::sarif;
use super::words::{PAGES, words};
use crate::options::{AdviceFormat, Advise};
use anyhow::Result;
use escape::{markdown, markdown_code};
use ide::{Joules, Model, percent};
use savings::probability;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

pub(super) fn write(arguments: &Advise, model: &Model, found: &Found) -> Result<()> {
    let shown: Vec<&Item> = found
        .items
        .iter()
        .filter(|item| arguments.all || item.offer().is_some())
        .collect();
    match arguments.format {
        AdviceFormat::Text => text(arguments, model, &shown, found)?,
        AdviceFormat::Json => {
            let mut out = crate::screen::json();
            serde_json::to_writer_pretty(&mut out, &document(model, &shown, found))?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
        AdviceFormat::Markdown => crate::screen::form(markdown_of(model, &shown, found))?,
        AdviceFormat::Sarif => {
            let mut log = serde_json::to_string_pretty(&sarif(model, &found.items))?;
            log.push('\n');
            crate::screen::form(&*escape::json(&log))?;
        }
    }
    Ok(())
}

/// How many edits are not offered, by reason; the most frequent reason first.
fn refused(found: &Found) -> Vec<(&'static str, usize)> {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for reason in found.items.iter().filter_map(Item::refusal) {
        *counts.entry(reason.kind()).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

/// `3 offered, 12 not offered`.
fn totals(found: &Found) -> String {
    let offered = found.items.iter().filter(|item| item.offer().is_some());
    let offered = offered.count();
    format!(
        "{offered} offered, {} not offered",
        found.items.len() - offered
    )
}

fn text(arguments: &Advise, model: &Model, shown: &[&Item], found: &Found) -> Result<()> {
    let mut out = crate::screen::out();
    for item in shown {
        out.line(format_args!(
            "{}  {}",
            item.id(),
            item.placed.candidate.title
        ))?;
        out.line(format_args!("    {}", words(item)))?;
        if let Some(saving) = item.offer() {
            out.line(format_args!(
                "    a call: {} before, {} after",
                saving.before.words(),
                saving.after.words()
            ))?;
        }
    }
    let refused = refused(found);
    let hint = if refused.is_empty() || arguments.all {
        ""
    } else {
        " (--all lists them)"
    };
    out.line(format_args!(
        "{}{hint}; {}",
        totals(found),
        model.info().short_line()
    ))?;
    for (reason, count) in refused {
        out.line(format_args!("  {count:>5}  {reason}"))?;
    }
    out.flush()?;
    Ok(())
}

/// `jouled.advice/1`.
fn document(model: &Model, shown: &[&Item], found: &Found) -> Value {
    let advice: Vec<Value> = shown.iter().map(|item| entry(item)).collect();
    let refused: serde_json::Map<String, Value> = refused(found)
        .into_iter()
        .map(|(reason, count)| (reason.to_owned(), Value::from(count)))
        .collect();
    json!({
        "schema": "jouled.advice/1",
        "tool": {"name": "jouled", "version": env!("CARGO_PKG_VERSION")},
        "model": model.info(),
        "advice": advice,
        "not_offered": refused,
        "files_without_types": found.unseen.len(),
    })
}

fn entry(item: &Item) -> Value {
    let saving = item.outcome.as_ref().ok();
    let (line, column) = item.place;
    let candidate = &item.placed.candidate;
    let edits: Vec<Value> = candidate
        .edits
        .iter()
        .map(|edit| json!({"start": edit.range.start, "end": edit.range.end, "text": edit.text}))
        .collect();
    json!({
        "id": item.id(),
        "rule": candidate.rule,
        "file": item.path,
        "line": line,
        "column": column,
        "title": candidate.title,
        "offered": item.offer().is_some(),
        "reason": item.refusal().map(|reason| reason.to_string()),
        "method": saving.map(|saving| &saving.method),
        "before": saving.map(|saving| saving.before),
        "after": saving.map(|saving| saving.after),
        "saved": saving.map(|saving| json!({"mean": saving.joules, "sd": saving.sd})),
        "share": saving.map(|saving| saving.share),
        "p_less": saving.map(|saving| saving.p_less),
        "in_run": item.in_run.map(|in_run| json!({"joules": in_run.joules, "share": in_run.share})),
        "edits": edits,
    })
}

fn markdown_of(model: &Model, shown: &[&Item], found: &Found) -> String {
    let mut text = String::from(
        "| advice | where | method | saves per call | share | P(saves) | a call before | after |\n| --- | --- | --- | --: | --: | --: | --: | --: |\n",
    );
    for item in shown {
        let (line, _) = item.place;
        let place = markdown_code(&format!("{}:{line}", item.path));
        let title = markdown(&item.placed.candidate.title);
        let rule = item.placed.candidate.rule;
        let row = match item.offer() {
            Some(saving) => format!(
                "{} | {} | {} | {} | {} | {}",
                markdown_code(&saving.method.to_string()),
                Joules(saving.joules).about(),
                percent(saving.share, 0),
                markdown(probability(saving.p_less).trim_start_matches("= ")),
                saving.before.words(),
                saving.after.words(),
            ),
            None => format!("{} | | | | |", markdown(&words(item))),
        };
        let _ = writeln!(
            text,
            "| {title} ([{rule}]({PAGES}/{rule}.md)) | {place} | {row} |"
        );
    }
    let _ = writeln!(
        text,
        "\n{}; {}",
        totals(found),
        markdown(&model.info().short_line())
    );
    for (reason, count) in refused(found) {
        let _ = writeln!(text, "- {count}: {}", markdown(reason));
    }
    text
}
