//! Paths through methods, as text and in the JSON document.

use std::io;

use escape::{Screen, how_many};
use serde::Serialize;

use super::ends::Ends;
use super::names::method_in;
use super::words::{WIDTH, count, percent, relative, value};
use crate::analysis::Analysis;
use crate::charge::Unit;
use crate::path_row::PathRow;
use crate::record::Method;

/// How many paths of a method the text shows.
const MOST: usize = 10;

#[derive(Serialize)]
pub(super) struct PathOf<'a> {
    class: &'a str,
    method: &'a str,
    descriptor: Option<&'a str>,
    lines: &'a [u32],
    count: u64,
    joules: Option<Ends>,
    share: Option<Ends>,
}

pub(super) fn documents(analysis: &Analysis) -> Vec<PathOf<'_>> {
    let rows = analysis.paths.iter();
    rows.map(|row| PathOf {
        class: &row.method.class,
        method: &row.method.name,
        descriptor: row.method.descriptor.as_deref(),
        lines: &row.lines,
        count: row.count,
        joules: row.joules.map(Ends::from),
        share: row.share.map(Ends::from),
    })
    .collect()
}

pub(super) fn text(out: &mut Screen<Vec<u8>>, analysis: &Analysis) -> io::Result<()> {
    let mut methods: Vec<&Method> = Vec::new();
    for row in &analysis.paths {
        if !methods.contains(&&row.method) {
            methods.push(&row.method);
        }
    }
    for method in methods {
        let rows: Vec<&PathRow> = (analysis.paths.iter())
            .filter(|row| row.method == *method)
            .collect();
        let words = how_many(rows.len() as u64, "path", "paths");
        let begin = format!("{words} through ");
        let name = method_in(method, WIDTH, begin.chars().count());
        out.line(format_args!("{begin}{name}"))?;
        let unit = match analysis.unit {
            Unit::Joules => "energy",
            Unit::CpuSeconds => "CPU",
        };
        out.line(format_args!(
            "{:>9} {:>7} {:>7} {:>10}  lines",
            format!("{unit} own"),
            "±",
            "of Java",
            "times"
        ))?;
        for row in rows.iter().take(MOST) {
            let cost = match (row.joules, row.share) {
                (Some(joules), _) => value(Unit::Joules, joules.mean),
                (None, Some(share)) => value(analysis.unit, share.mean * analysis.totals.java.all),
                (None, None) => "no sample".to_owned(),
            };
            let cells = format!(
                "{cost:>9} {:>7} {:>7} {:>10}  ",
                row.share.map_or_else(String::new, |share| relative(&share)),
                row.share
                    .map_or_else(String::new, |share| percent(share.mean)),
                count(row.count),
            );
            let room = WIDTH.saturating_sub(cells.chars().count());
            out.line(format_args!("{cells}{}", lines(&row.lines, room)))?;
        }
        let left = rows.get(MOST..).unwrap_or_default();
        if !left.is_empty() {
            let times = left
                .iter()
                .fold(0, |sum: u64, row| sum.saturating_add(row.count));
            let words = how_many(left.len() as u64, "other path", "other paths");
            out.line(format_args!("{:>36}  on {words}", count(times)))?;
        }
        out.end()?;
    }
    Ok(())
}

/// The lines of a path, as `3-5 → 9`. If they do not fit, the end is left out.
fn lines(lines: &[u32], room: usize) -> String {
    let mut text = String::new();
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let neighbours = rest
            .windows(2)
            .take_while(|pair| matches!(pair, [one, two] if one.checked_add(1) == Some(*two)));
        let length = neighbours.count() + 1;
        let last = rest.get(length - 1).unwrap_or(first);
        rest = rest.get(length..).unwrap_or_default();
        let piece = if last == first {
            first.to_string()
        } else {
            format!("{first}-{last}")
        };
        let arrow = if text.is_empty() { "" } else { " → " };
        let used = text.chars().count() + arrow.chars().count() + piece.len();
        // Room for the mark that something is left out.
        let needed = if rest.is_empty() { used } else { used + 4 };
        if needed > room && !text.is_empty() {
            text.push_str(" → …");
            break;
        }
        text.push_str(arrow);
        text.push_str(&piece);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn neighbouring_lines_are_joined_and_long_paths_cut() {
        assert_eq!(lines(&[3, 4, 5, 9, 10], 80), "3-5 → 9-10");
        assert_eq!(lines(&[16, 17, 20, 16], 80), "16-17 → 20 → 16");
        assert_eq!(lines(&[7], 80), "7");
        assert_eq!(lines(&[], 80), "");
        assert_eq!(lines(&[u32::MAX, u32::MAX], 80), "4294967295 → 4294967295");
        assert_eq!(lines(&[1, 3, 5, 7, 9, 11], 12), "1 → 3 → …");
    }
}
