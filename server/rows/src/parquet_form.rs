//! Rows as Parquet.

mod guard;
mod read;
mod schema;
mod write;

pub use read::RowsReader;
pub(crate) use write::ParquetForm;
