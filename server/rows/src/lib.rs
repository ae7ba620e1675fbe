//! The table of methods, `jouled.rows/1`: a row for each method of each artifact, for tables over a whole organisation.
//!
//! A row has columns to sort and sum by, and the events whose prices add up to its energies. With the events, another
//! posterior can price the row without the code ([`Row::events`]). `docs/rows.md` describes every column.
//!
//! Rows are written as Parquet, CSV or NDJSON in the order in which they arrive, and are never all in memory at once.
//! Without its feature `parquet`, this crate has the forms of text alone.

mod cells;
mod columns;
mod error;
#[cfg_attr(not(feature = "parquet"), path = "without_parquet.rs")]
mod parquet_form;
mod read_text;
mod row;
mod scan;
mod text_forms;
mod writer;

pub use columns::{COLUMNS, ColumnKind, SCHEMA};
pub use error::RowsError;
pub use parquet_form::RowsReader;
pub use row::{EventCount, Ground, Row, ScannedRow};
pub use scan::RowsScan;
pub use writer::{RowsFormat, RowsWriter};
