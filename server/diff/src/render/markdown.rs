//! A comment on a pull request.

use super::words;
use crate::change::{Change, Section};
use crate::comparison::Comparison;
use crate::seen::Seen;
use escape::markdown_code;
use std::fmt::Write;

/// The first line of every comment, by which the one of an earlier run is found and updated. It is not shown.
pub const MARKER: &str = "<!-- jouled diff -->";

/// Rows of one section; GitHub takes comments of up to 65,536 characters.
const MOST_ROWS: usize = 40;

/// Characters of a comment, below GitHub's limit.
const MOST_CHARACTERS: usize = 60_000;

pub(super) fn render(comparison: &Comparison) -> String {
    let mut out = String::from(MARKER);
    let _ = writeln!(out, "\n**{}**\n", words::verdict(comparison));
    let regressions: Vec<&Change> = comparison.regressions().collect();
    if !regressions.is_empty() {
        table(&mut out, &regressions);
        let _ = writeln!(out);
    }
    for section in Section::ALL {
        let changes: Vec<&Change> = comparison
            .of(section)
            .filter(|change| !change.verdict.is_regression())
            .collect();
        if changes.is_empty() || out.chars().count() > MOST_CHARACTERS / 2 {
            continue;
        }
        let title = section.title().replace('~', "&#126;");
        let _ = writeln!(
            out,
            "<details><summary>{title}: {}</summary>\n",
            changes.len()
        );
        table(&mut out, &changes);
        let _ = writeln!(out, "\n</details>\n");
    }
    not_seen(&mut out, &comparison.seen);
    let problems = &comparison.problems;
    if !problems.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>not analysed: {}</summary>\n",
            problems.len()
        );
        for problem in problems.iter().take(MOST_ROWS) {
            let message: String = problem.problem.message.chars().take(300).collect();
            let place = problem.problem.file.as_deref().unwrap_or_default();
            let _ = writeln!(
                out,
                "- {}: {} {}",
                problem.side,
                markdown_code(place),
                markdown_code(&message)
            );
        }
        let _ = writeln!(out, "\n</details>\n");
    }
    if let Some(geomean) = words::geomean(comparison) {
        let _ = writeln!(out, "{geomean}. {}.\n", words::method(comparison));
    }
    for caveat in comparison.caveats.iter().take(MOST_ROWS) {
        let _ = writeln!(out, "{}\n", markdown_code(caveat));
    }
    let _ = writeln!(
        out,
        "<sub>{}</sub>",
        markdown_code(&words::ground(comparison))
    );
    out
}

/// The touched methods that nothing is known of, by name.
fn not_seen(out: &mut String, seen: &Seen) {
    if seen.missing.is_empty() && seen.failures.is_empty() {
        return;
    }
    let count = seen.missing.len() + seen.failures.len();
    let _ = writeln!(out, "<details open><summary>not seen: {count}</summary>\n");
    let all = seen.failures.iter().cloned();
    let all = all.chain(seen.missing.iter().map(words::missing));
    for line in all.take(MOST_ROWS) {
        let line: String = line.chars().take(300).collect();
        let _ = writeln!(out, "- {}", markdown_code(&line));
    }
    if count > MOST_ROWS {
        let _ = writeln!(out, "- and {} more", count - MOST_ROWS);
    }
    let _ = writeln!(out, "\n</details>\n");
}

fn table(out: &mut String, changes: &[&Change]) {
    let _ = writeln!(out, "| method | base | head | change | sure | why |");
    let _ = writeln!(out, "| --- | --- | --- | --- | --- | --- |");
    for change in changes.iter().take(MOST_ROWS) {
        let (difference, certainty) =
            change
                .delta
                .as_ref()
                .map_or_else(Default::default, |delta| {
                    (
                        format!("{} ({})", words::signed(delta.mean), words::relative(delta)),
                        words::certainty(change.section, delta).replace('~', "&#126;"),
                    )
                });
        let mut name = markdown_code(&change.name.to_string());
        if let Some((file, line)) = change.place() {
            let line = line.map(|line| format!(":{line}")).unwrap_or_default();
            let _ = write!(name, "<br>{}", markdown_code(&format!("{file}{line}")));
        }
        let details = words::details(change)
            .into_iter()
            .filter(|detail| !detail.starts_with("single runs"));
        let details: Vec<String> = details.map(|detail| markdown_code(&detail)).collect();
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {difference} | {certainty} | {} |",
            markdown_code(&words::energy(change.base.as_ref())),
            markdown_code(&words::energy(change.head.as_ref())),
            details.join("<br>")
        );
    }
    if changes.len() > MOST_ROWS {
        let _ = writeln!(
            out,
            "\n{} more are in the full report.",
            changes.len() - MOST_ROWS
        );
    }
}
