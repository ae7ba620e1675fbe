//! Whether costs transferred from another machine are where their intervals say: on operations left out of Table 3.

use anyhow::{Result, ensure};

use crate::model_data::{HeldOutCell, held_out_cells};

/// Transfers every operation of the published table as if the table lacked it, and counts how often the published cost lies
/// in the 90% interval.
///
/// # Errors
/// When the tables cannot be read, or when the intervals cover less than 85%.
pub(super) fn run() -> Result<()> {
    let cells = held_out_cells()?;
    let mut families: Vec<&str> = cells.iter().map(HeldOutCell::family).collect();
    families.sort_unstable();
    families.dedup();
    println!(
        "{:<36} {:>5} {:>8} {:>12} {:>10}",
        "held out", "cells", "in 90%", "median error", "p90"
    );
    for family in families {
        let of: Vec<&HeldOutCell> = (cells.iter())
            .filter(|cell| cell.family() == family)
            .collect();
        line(family, &of);
    }
    let all: Vec<&HeldOutCell> = cells.iter().collect();
    let covered = line("all", &all);
    ensure!(
        covered >= 0.85,
        "the 90% intervals contain only {:.0}% of the published costs",
        100.0 * covered
    );
    Ok(())
}

/// Prints a line, and returns the share of the cells inside.
fn line(name: &str, cells: &[&HeldOutCell]) -> f64 {
    let count = cells.len() as f64;
    let covered = cells.iter().filter(|cell| cell.is_inside()).count() as f64 / count;
    let mut factors: Vec<f64> = cells.iter().map(|cell| cell.factor()).collect();
    factors.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| factors[((factors.len() - 1) as f64 * share).round() as usize];
    println!(
        "{name:<36} {count:>5} {:>7.0}% {:>11}× {:>9}×",
        100.0 * covered,
        format!("{:.2}", at(0.5)),
        format!("{:.2}", at(0.9)),
    );
    covered
}
