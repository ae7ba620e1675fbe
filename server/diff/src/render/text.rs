//! Columns for a terminal, like those of benchstat.

use super::words;
use crate::change::{Change, Section};
use crate::comparison::Comparison;
use crate::group::Group;
use escape::{Screen, plain};
use std::fmt::Write as _;
use std::io;

/// Names longer than this get their own line.
const WIDEST_NAME: usize = 60;

/// The maximum number of callers named for a root cause; JSON has all.
const MAX_CALLERS: usize = 10;

/// The maximum number of methods listed as not seen.
const MAX_MISSING: usize = 100;

pub(super) fn render(comparison: &Comparison) -> String {
    let mut out = Screen::new(Vec::new());
    // Writing to memory never fails.
    let _ = write(&mut out, comparison);
    out.into_text()
}

fn write(out: &mut Screen<Vec<u8>>, comparison: &Comparison) -> io::Result<()> {
    out.line(format_args!(
        "base {} → head {}",
        comparison.base.name, comparison.head.name
    ))?;
    out.line(format_args!("{}", words::ground(comparison)))?;
    // Whoever reads the table must know which rule it follows.
    if words::geomean(comparison).is_some() {
        out.line(format_args!("{}", words::method(comparison)))?;
    }
    for caveat in &comparison.caveats {
        out.line(format_args!("note: {caveat}"))?;
    }
    for section in Section::ALL {
        let groups = comparison.groups.iter();
        let groups: Vec<&Group> = groups.filter(|group| group.section == section).collect();
        if !groups.is_empty() {
            out.end()?;
            out.line(format_args!("{}", section.title()))?;
            table(out, comparison, &groups)?;
        }
    }
    if comparison.changes.is_empty() {
        out.end()?;
        out.line(format_args!("no method's cost changed"))?;
    }
    if let Some(advice) = &comparison.advice {
        out.end()?;
        out.line(format_args!("{}", words::advised(advice)))?;
        for one in advice {
            out.line(format_args!("  {}  {}", one.id, one.title))?;
            out.line(format_args!("      {} in {}", one.words, one.method))?;
        }
    }
    out.end()?;
    if let Some(geomean) = words::geomean(comparison) {
        out.line(format_args!("{geomean}"))?;
    }
    for phrase in words::run(comparison) {
        out.line(format_args!("{phrase}"))?;
    }
    for sum in comparison.sums_over_limits() {
        out.line(format_args!("regression of a sum: {sum}"))?;
    }
    let seen = &comparison.seen;
    for missing in seen.missing.iter().take(MAX_MISSING) {
        out.line(format_args!("not seen: {}", words::missing(missing)))?;
    }
    if seen.missing.len() > MAX_MISSING {
        let more = seen.missing.len() - MAX_MISSING;
        out.line(format_args!(
            "not seen: {more} more, which --format json lists"
        ))?;
    }
    for failure in &seen.failures {
        out.line(format_args!("not seen: {failure}"))?;
    }
    out.line(format_args!("{}", words::verdict(comparison)))
}

/// An entry for each root cause, with its callers below it.
fn table(out: &mut Screen<Vec<u8>>, comparison: &Comparison, groups: &[&Group]) -> io::Result<()> {
    let leads = groups.iter().filter_map(|group| {
        let lead = comparison.changes.get(group.lead)?;
        Some((*group, lead, row(comparison, lead)))
    });
    let leads: Vec<(&Group, &Change, [String; 5])> = leads.collect();
    let width = |column: usize| {
        let cells = leads.iter().map(|(_, _, row)| row[column].chars().count());
        cells
            .filter(|width| *width <= WIDEST_NAME)
            .max()
            .unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2), width(3)];
    for (group, change, row) in &leads {
        let mut line = format!("  {:<1$}", row[0], widths[0]);
        if row[0].chars().count() > WIDEST_NAME {
            out.line(format_args!("{line}"))?;
            line = format!("  {:1$}", "", widths[0]);
        }
        for column in 1..4 {
            let _ = write!(line, "  {:<1$}", row[column], widths[column]);
        }
        let _ = write!(line, "  {}", row[4]);
        out.line(format_args!("{}", line.trim_end()))?;
        if let Some((file, at)) = change.place() {
            let at = at.map(|line| format!(":{line}")).unwrap_or_default();
            out.line(format_args!("      {file}{at}"))?;
        }
        if change.section != group.section {
            out.line(format_args!("      {}", change.section.title()))?;
        }
        for detail in words::details(change) {
            out.line(format_args!("      {detail}"))?;
        }
        for caller in words::folded(comparison, group, MAX_CALLERS) {
            out.line(format_args!("      ↳ {caller}"))?;
        }
    }
    Ok(())
}

/// Name, base, head, difference and certainty, formatted as displayed.
fn row(comparison: &Comparison, change: &Change) -> [String; 5] {
    let name = plain(&change.name.shown());
    let (base, head) = (
        plain(&words::energy(change.base.as_ref())),
        plain(&words::energy(change.head.as_ref())),
    );
    match &change.delta {
        Some(delta) => [
            name,
            base,
            head,
            format!(
                "{} ({})",
                words::signed(delta.mean),
                words::relative(comparison, delta)
            ),
            words::certainty(change.section, delta),
        ],
        None => [name, base, head, String::new(), String::new()],
    }
}
