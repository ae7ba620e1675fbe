//! The table of a history, in Markdown.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::bench::usage::{Usage, median};

/// A commit and the result of the comparison.
pub(super) struct Row {
    pub(super) commit: String,
    pub(super) subject: String,
    pub(super) used: Usage,
    /// The exit code of jouled.
    pub(super) code: Option<i32>,
    /// `jouled.diff/1`; `None` if jouled failed.
    pub(super) comparison: Option<Value>,
}

/// The sections of a comparison that are counted.
const SECTIONS: [&str; 7] = [
    "more",
    "less",
    "undecided",
    "added",
    "removed",
    "unpriced",
    "broken",
];

impl Row {
    fn number(&self, pointer: &str) -> f64 {
        let number = self
            .comparison
            .as_ref()
            .and_then(|all| all.pointer(pointer));
        number.and_then(Value::as_f64).unwrap_or_default()
    }

    fn verdict(&self) -> String {
        let outcome = self
            .comparison
            .as_ref()
            .and_then(|all| all["outcome"].as_str());
        match outcome {
            Some("regression") => {
                let count = self.number("/summary/regressions");
                format!("regression ({count})")
            }
            Some(outcome) => outcome.replace('_', " "),
            None => self
                .code
                .map_or_else(|| String::from("killed"), |code| format!("failed ({code})")),
        }
    }

    fn line(&self) -> String {
        let seen = match self.number("/seen/touched") {
            touched if touched > 0.0 => {
                let share = (self.number("/seen/share") * 100.0).floor();
                format!("{} of {touched} ({share}%)", self.number("/seen/seen"))
            }
            _ => String::from("nothing touched"),
        };
        let counts: Vec<String> = SECTIONS
            .iter()
            .map(|section| {
                (
                    section,
                    self.number(&format!("/summary/sections/{section}")),
                )
            })
            .filter(|(_, count)| *count > 0.0)
            .map(|(section, count)| format!("{count} {section}"))
            .collect();
        let subject: String = self.subject.chars().take(60).collect();
        format!(
            "| `{}` {} | {:.1} | {:.1} | {seen} | {} | {} |",
            self.commit,
            subject.replace(['|', '<', '>', '`', '[', ']'], " "),
            self.used.wall_seconds,
            self.used.cpu_seconds,
            self.verdict(),
            counts.join(", ")
        )
    }

    /// The changes one by one, and what was not seen.
    fn details(&self) -> Vec<String> {
        let comparison = self.comparison.as_ref();
        let list = |pointer: &str| -> &[Value] {
            let list = comparison.and_then(|all| all.pointer(pointer)?.as_array());
            list.map_or(&[], Vec::as_slice)
        };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let changes = list("/changes").iter().map(|change| {
            let relative = change["delta"]["relative"].as_f64();
            format!(
                "    {} {}.{}{} {} {}",
                text(&change["section"]),
                text(&change["class"]),
                text(&change["method"]),
                text(&change["descriptor"]),
                relative.map_or_else(String::new, |share| format!("{:+.1}%", share * 100.0)),
                change["causes"]
            )
        });
        let missing = list("/seen/missing").iter().map(|missing| {
            format!(
                "    not seen: {} ({}): {}",
                text(&missing["method"]),
                text(&missing["side"]),
                text(&missing["reason"]).lines().next().unwrap_or_default()
            )
        });
        let failures = list("/seen/failures").iter();
        let failures = failures.map(|failure| format!("    failure: {}", text(failure)));
        changes.chain(missing).chain(failures).collect()
    }
}

pub(super) fn print(rows: &[Row], with_changes: bool) {
    println!("| commit | s | s CPU | touched methods seen | verdict | changes |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for row in rows {
        println!("{}", row.line());
        if with_changes {
            for detail in row.details() {
                println!("{detail}");
            }
        }
    }
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows {
        let verdict = row.verdict();
        let kind = verdict.split(" (").next().unwrap_or_default().to_owned();
        *verdicts.entry(kind).or_default() += 1;
    }
    let verdicts: Vec<String> = verdicts
        .iter()
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    let sum = |pointer: &str| rows.iter().map(|row| row.number(pointer)).sum::<f64>();
    println!(
        "\n{} commits: {}; {} of {} touched methods seen; median {:.1} s and {:.1} s CPU",
        rows.len(),
        verdicts.join(", "),
        sum("/seen/seen"),
        sum("/seen/touched"),
        median(rows.iter().map(|row| row.used.wall_seconds)),
        median(rows.iter().map(|row| row.used.cpu_seconds)),
    );
}
