//! Columns for a terminal, as benchstat prints them.

use super::escape::plain;
use super::words;
use crate::change::{Change, Section};
use crate::comparison::Comparison;
use std::fmt::Write;

/// Names longer than this get a line of their own.
const WIDEST_NAME: usize = 60;

pub(super) fn render(comparison: &Comparison) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "base {} → head {}",
        plain(&comparison.base.name),
        plain(&comparison.head.name)
    );
    let _ = writeln!(out, "{}", words::ground(comparison));
    for section in Section::ALL {
        let changes: Vec<&Change> = comparison.of(section).collect();
        if !changes.is_empty() {
            let _ = writeln!(out, "\n{}", section.title());
            table(&mut out, &changes);
        }
    }
    if comparison.changes.is_empty() {
        let _ = writeln!(out, "\nno method costs something else");
    }
    let _ = writeln!(out);
    if let Some(geomean) = words::geomean(comparison) {
        let _ = writeln!(out, "{geomean}");
        let _ = writeln!(out, "{}", words::method(comparison));
    }
    for caveat in &comparison.caveats {
        let _ = writeln!(out, "note: {}", plain(caveat));
    }
    let _ = writeln!(out, "{}", words::verdict(comparison));
    out
}

fn table(out: &mut String, changes: &[&Change]) {
    let rows: Vec<[String; 5]> = changes.iter().map(|change| row(change)).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells
            .filter(|width| *width <= WIDEST_NAME)
            .max()
            .unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2), width(3)];
    for (row, change) in rows.iter().zip(changes) {
        let mut line = format!("  {:<1$}", row[0], widths[0]);
        if row[0].chars().count() > WIDEST_NAME {
            let _ = write!(line, "\n  {:1$}", "", widths[0]);
        }
        for column in 1..4 {
            let _ = write!(line, "  {:<1$}", row[column], widths[column]);
        }
        let _ = write!(line, "  {}", row[4]);
        let _ = writeln!(out, "{}", line.trim_end());
        if let Some((file, at)) = change.place() {
            let at = at.map(|line| format!(":{line}")).unwrap_or_default();
            let _ = writeln!(out, "      {}{at}", plain(file));
        }
        for detail in words::details(change) {
            let _ = writeln!(out, "      {detail}");
        }
    }
}

/// Name, base, head, difference, and how sure that is.
fn row(change: &Change) -> [String; 5] {
    let name = plain(&change.name.to_string());
    let (base, head) = (
        words::energy(change.base.as_ref()),
        words::energy(change.head.as_ref()),
    );
    match &change.delta {
        Some(delta) => [
            name,
            base,
            head,
            format!("{} ({})", words::signed(delta.mean), words::relative(delta)),
            words::certainty(change.section, delta),
        ],
        None => [name, base, head, String::new(), String::new()],
    }
}
