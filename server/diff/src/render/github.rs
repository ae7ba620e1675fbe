//! Workflow commands of GitHub Actions: annotations at the lines of a pull request.

use super::words;
use crate::change::Change;
use crate::comparison::{Comparison, Outcome};
use escape::{command_data, command_property, uri};
use std::fmt::Write;

pub(super) fn render(comparison: &Comparison) -> String {
    let mut out = String::new();
    for change in &comparison.changes {
        if change.verdict.is_regression() {
            annotation(&mut out, comparison, ("error", "Energy regression"), change);
        } else if change.verdict.acknowledged.is_some() {
            annotation(
                &mut out,
                comparison,
                ("notice", "Acknowledged energy regression"),
                change,
            );
        }
    }
    for sum in comparison.sums_over_limits() {
        let _ = writeln!(
            out,
            "::error title=Energy regression::{}",
            command_data(&sum)
        );
    }
    for problem in &comparison.problems {
        // A change need not fix an error that the base also has.
        if problem.is_new_error {
            let message = command_data(&words::in_one_line(&problem.problem.message));
            let place = problem
                .problem
                .file
                .as_deref()
                .filter(|file| uri(file).is_some());
            let place = place.map(|file| format!(" file={}", command_property(file)));
            let line = problem.problem.line.filter(|_| place.is_some());
            let line = line.map(|line| format!(",line={line}")).unwrap_or_default();
            let place = place.unwrap_or_default();
            let _ = writeln!(out, "::warning{place}{line}::{message}");
        }
    }
    if comparison.outcome == Outcome::Incomplete {
        let verdict = command_data(&words::verdict(comparison));
        let _ = writeln!(out, "::error title=Energy comparison incomplete::{verdict}");
    }
    // The verdict starts with a word of ours, so it cannot be a command.
    let _ = writeln!(out, "{}", words::verdict(comparison));
    let run = words::run(comparison).join("; ");
    if !run.is_empty() {
        let run = command_data(&words::in_one_line(&run));
        let _ = writeln!(out, "::notice title=Energy of a run::{run}");
    }
    out
}

fn annotation(
    out: &mut String,
    comparison: &Comparison,
    (level, title): (&str, &str),
    change: &Change,
) {
    let mut properties = String::new();
    if let Some((file, line)) = change.place().filter(|(file, _)| uri(file).is_some()) {
        let _ = write!(properties, "file={},", command_property(file));
        if let Some(line) = line {
            let _ = write!(properties, "line={line},");
        }
    }
    let difference = change.delta.as_ref().map_or_else(String::new, |delta| {
        format!(
            "{} ({}), {}. ",
            words::signed(delta.mean),
            words::relative(comparison, delta),
            words::certainty(change.section, delta)
        )
    });
    let message = format!(
        "{}: {difference}{}",
        change.name.shown(),
        words::details(change).join("; ")
    );
    let _ = writeln!(
        out,
        "::{level} {properties}title={}::{}",
        command_property(title),
        command_data(&message)
    );
}
