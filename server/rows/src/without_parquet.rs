//! What stands for the Parquet form in a build without it: each use is an error.

use crate::error::RowsError;
use crate::row::{Row, ScannedRow};
use std::convert::Infallible;
use std::fs::File;
use std::io::Write;
use std::marker::PhantomData;

/// Reads the rows of a Parquet file; no value of it exists in this build.
#[derive(Debug)]
pub struct RowsReader(Infallible);

impl RowsReader {
    /// Opens a table.
    ///
    /// # Errors
    /// Always [`RowsError::NoParquet`].
    pub fn open(_: File) -> Result<Self, RowsError> {
        Err(RowsError::NoParquet)
    }

    pub(crate) fn without_events(file: File) -> Result<Self, RowsError> {
        Self::open(file)
    }

    /// The next rows.
    ///
    /// # Errors
    /// None, because no reader exists.
    pub fn next_rows(&mut self) -> Result<Option<Vec<Row>>, RowsError> {
        match self.0 {}
    }

    pub(crate) fn next_scanned(&mut self) -> Result<Option<Vec<ScannedRow>>, RowsError> {
        match self.0 {}
    }
}

/// Writes rows as Parquet; no value of it exists in this build.
pub(crate) struct ParquetForm<W: Write + Send>(Infallible, PhantomData<W>);

impl<W: Write + Send> ParquetForm<W> {
    pub(crate) fn begin(_: W) -> Result<Self, RowsError> {
        Err(RowsError::NoParquet)
    }

    pub(crate) fn push(&mut self, _: Row) -> Result<(), RowsError> {
        match self.0 {}
    }

    pub(crate) fn finish(self) -> Result<(), RowsError> {
        match self.0 {}
    }
}
