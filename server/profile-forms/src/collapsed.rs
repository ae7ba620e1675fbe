//! Collapsed stacks: a line for each, as `flamegraph.pl` and many others read them.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::energies::StackEnergies;
use crate::names;

/// A line for each stack: its thread and its methods with `;` between them, a space, and nanojoules. What is below half a
/// nanojoule has no line.
pub fn collapsed(energies: &StackEnergies<'_>) -> String {
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    for row in &energies.rows {
        let mut line = part(&escape::plain(row.root));
        for (_, method) in energies.frames(row.stack) {
            line.push(';');
            line.push_str(&part(&names::method(method)));
        }
        let sum = lines.entry(line).or_default();
        *sum = sum.saturating_add(row.nanojoules());
    }
    let mut out = String::new();
    for (line, nanojoules) in lines.into_iter().filter(|(_, sum)| *sum > 0) {
        let _ = writeln!(out, "{line} {nanojoules}");
    }
    out
}

/// A name is one part of a line.
fn part(name: &str) -> String {
    name.replace(';', ":")
}
