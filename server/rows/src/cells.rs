//! Builds a row from its cells, for any form of table.

use crate::columns::SCHEMA;
use crate::error::RowsError;
use crate::row::{EventCount, Ground, Row, ScannedRow};
use std::sync::Arc;

/// The cells of a row, by column name.
pub(crate) trait Cells {
    /// Whether there is such a column.
    fn has(&self, name: &str) -> bool;
    /// The text of a cell; `None` if it is null.
    fn text(&self, name: &str) -> Result<Option<String>, RowsError>;
    /// The number in a cell.
    fn number(&self, name: &str) -> Result<Option<f64>, RowsError>;
    /// The truth value of a cell; an error if it is null.
    fn truth(&self, name: &str) -> Result<bool, RowsError>;

    /// A text that is never null in a table of this version.
    fn required(&self, name: &str) -> Result<String, RowsError> {
        Ok(self.text(name)?.unwrap_or_default())
    }

    /// A line number; `None` if there is no valid one.
    fn line(&self, name: &str) -> Result<Option<u32>, RowsError>;
}

/// The maximum number of cached grounds, because a hostile table may have another one in each row.
const MOST_GROUNDS: usize = 64;

/// The grounds read so far. Nearly all rows of a table have the same.
#[derive(Debug, Default)]
pub(crate) struct Grounds(Vec<Arc<Ground>>);

impl Grounds {
    fn of(&mut self, cells: &impl Cells) -> Result<Arc<Ground>, RowsError> {
        let ground = Ground {
            model: cells.required("model")?,
            model_digest: cells.required("model_digest")?,
            path_model_digest: cells.required("path_model_digest")?,
            device: cells.required("device")?,
            structure: cells.required("structure")?,
            mapping: cells.required("mapping")?,
            tool: cells.required("tool")?,
        };
        if let Some(known) = self.0.iter().rev().find(|known| ***known == ground) {
            return Ok(Arc::clone(known));
        }
        if self.0.len() >= MOST_GROUNDS {
            self.0.clear();
        }
        let ground = Arc::new(ground);
        self.0.push(Arc::clone(&ground));
        Ok(ground)
    }
}

/// The row of these cells, with these events.
pub(crate) fn row(
    cells: &impl Cells,
    events: Vec<EventCount>,
    grounds: &mut Grounds,
) -> Result<Row, RowsError> {
    Ok(Row {
        input: cells.required("input")?,
        organisation: cells.text("organisation")?,
        artifact: cells.text("artifact")?,
        version: cells.text("version")?,
        jar: cells.text("jar")?,
        entry: cells.text("entry")?,
        class: cells.required("class")?,
        method: cells.required("method")?,
        descriptor: cells.required("descriptor")?,
        file: cells.text("file")?,
        line: cells.line("line")?,
        not_analysed: cells.text("not_analysed")?,
        typical_j: cells.number("typical_j")?,
        typical_low_j: cells.number("typical_low_j")?,
        typical_high_j: cells.number("typical_high_j")?,
        open: cells.text("open")?,
        worst_j: cells.number("worst_j")?,
        worst_q99_j: cells.number("worst_q99_j")?,
        worst_has_symbols: cells.truth("worst_has_symbols")?,
        worst_is_incomplete: cells.truth("worst_is_incomplete")?,
        seen: cells.number("seen")?,
        unpriced_calls: cells.number("unpriced_calls")?,
        typical_factor: cells.number("typical_factor")?,
        events,
        ground: grounds.of(cells)?,
    })
}

/// The same without events, with the columns of a cluster about its input.
pub(crate) fn scanned(cells: &impl Cells, grounds: &mut Grounds) -> Result<ScannedRow, RowsError> {
    let if_there = |name: &str| {
        if cells.has(name) {
            cells.text(name)
        } else {
            Ok(None)
        }
    };
    Ok(ScannedRow {
        row: row(cells, Vec::new(), grounds)?,
        outcome: if_there("outcome")?,
        why: if_there("why")?,
    })
}

pub(crate) const fn other_schema(reason: String) -> RowsError {
    RowsError::OtherSchema {
        schema: SCHEMA,
        reason,
    }
}

pub(crate) fn no_column(name: &str) -> RowsError {
    other_schema(format!("it has no column {name}"))
}
