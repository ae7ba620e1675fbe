//! The patterns whose costs are compared or transferred, and the instructions that each executes.

use anyhow::{Context, Result};

use super::sums::Counts;
use crate::table;

/// Where the patterns are listed.
pub(crate) const PATTERNS: &str = "model-data/sources/transfer-patterns.tsv";

const HEADER: [&str; 6] = [
    "kind",
    "operation",
    "form",
    "data_type",
    "data_size",
    "instructions",
];

/// A pattern.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The kind of its operation, such as `jump`.
    pub(crate) kind: String,
    /// The operation whose measured patterns are its nearest relatives.
    pub(crate) operation: String,
    /// The operation as prices call it: forms of one operation that were measured apart have separate names.
    pub(crate) form: String,
    /// The data type.
    pub(crate) data_type: String,
    /// The data size if the published table has the pattern; empty if its price is transferred.
    pub(crate) data_size: String,
    /// How often it executes each instruction.
    pub(super) instructions: Counts,
}

impl Pattern {
    /// Whether the published table has it.
    pub(crate) fn is_measured(&self) -> bool {
        !self.data_size.is_empty()
    }
}

/// Reads the list.
///
/// # Errors
/// If a line does not have the columns of the header.
pub(super) fn read(text: &str) -> Result<Vec<Pattern>> {
    table::rows_below(HEADER, text, pattern)
}

fn pattern(
    [kind, operation, form, data_type, data_size, instructions]: [&str; 6],
) -> Result<Pattern> {
    let mut counts = Counts::new();
    for part in instructions.split(" + ") {
        let (count, name) = part.split_once(' ').unwrap_or(("1", part));
        let count: f64 = count.parse().with_context(|| {
            format!("`{part}`: write a number, a space and the instruction's name")
        })?;
        *counts.entry(name.to_owned()).or_default() += count;
    }
    Ok(Pattern {
        kind: kind.to_owned(),
        operation: operation.to_owned(),
        form: form.to_owned(),
        data_type: data_type.to_owned(),
        data_size: data_size.to_owned(),
        instructions: counts,
    })
}
