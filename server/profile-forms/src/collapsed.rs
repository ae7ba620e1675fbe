//! Collapsed stacks: a line for each, for `flamegraph.pl` and many other tools.

use std::fmt::Write;

use profile::Analysis;

use crate::branches::{branches, path};

/// A line for each stack: its methods with `;` between them, a space, and nanojoules (or nanoseconds of CPU time if no energy
/// was measured). Stacks below half a nanojoule are left out.
pub fn collapsed(analysis: &Analysis) -> String {
    let branches = branches(analysis);
    let names: Vec<String> = branches
        .iter()
        .map(|branch| branch.name.replace(';', ":"))
        .collect();
    let mut out = String::new();
    for (place, branch) in branches.iter().enumerate() {
        let billionths = branch.billionths();
        if billionths == 0 {
            continue;
        }
        let path = path(&branches, place);
        let stack: Vec<&str> = path
            .into_iter()
            .map(|place| names[place].as_str())
            .collect();
        let _ = writeln!(out, "{} {billionths}", stack.join(";"));
    }
    out
}
