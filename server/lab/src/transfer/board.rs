//! The costs of patterns on the board, by the published table.

use anyhow::{Context, Result};

use super::patterns::Pattern;
use super::sums::{Counts, Parts};

/// A level of the published table, as a feature of the model.
pub(crate) struct Level<'l> {
    /// Its name, such as `operation:addition`.
    pub(crate) name: &'l str,
    /// Mean in joules.
    pub(crate) mean_j: f64,
    /// Standard deviation in joules.
    pub(crate) sd_j: f64,
}

/// The levels by name.
pub(super) fn parts(levels: &[Level<'_>]) -> Parts {
    let parts = levels.iter();
    parts
        .map(|level| (level.name.to_owned(), (level.mean_j, level.sd_j)))
        .collect()
}

/// The levels of a measured pattern: a call cell, or one level of each category, and the mean of the devices.
///
/// # Errors
/// If the table lacks a level.
pub(super) fn counts(pattern: &Pattern, board: &Parts) -> Result<Counts> {
    let call = format!("call_cell:{}", pattern.operation);
    let names = if pattern.data_size == "reference" && board.contains_key(&call) {
        vec![call]
    } else {
        vec![
            format!("operation:{}", pattern.operation),
            format!("data_type:{}", pattern.data_type),
            format!("data_size:{}", pattern.data_size),
        ]
    };
    let mut counts = Counts::new();
    for name in names {
        board
            .get(&name)
            .with_context(|| format!("the table has no {name}"))?;
        counts.insert(name, 1.0);
    }
    let devices: Vec<&String> = board
        .keys()
        .filter(|name| name.starts_with("device:"))
        .collect();
    for device in &devices {
        counts.insert((*device).clone(), 1.0 / devices.len() as f64);
    }
    Ok(counts)
}
