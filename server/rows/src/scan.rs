//! Reads the rows of a table in any form, without events.

use crate::error::RowsError;
use crate::parquet_form::RowsReader;
use crate::read_text::{CsvReader, NdjsonReader};
use crate::row::ScannedRow;
use crate::writer::RowsFormat;
use std::fmt;
use std::fs::File;

/// Reads the rows of a table in any form, without their events.
pub struct RowsScan(Form);

enum Form {
    Parquet(RowsReader),
    Csv(CsvReader),
    Ndjson(NdjsonReader),
}

impl RowsScan {
    /// Opens a table of this form.
    ///
    /// # Errors
    /// [`RowsError`] if the file has another form or another schema.
    pub fn open(file: File, format: RowsFormat) -> Result<Self, RowsError> {
        Ok(Self(match format {
            RowsFormat::Parquet => Form::Parquet(RowsReader::without_events(file)?),
            RowsFormat::Csv => Form::Csv(CsvReader::open(file)?),
            RowsFormat::Ndjson => Form::Ndjson(NdjsonReader::open(file)),
        }))
    }

    /// The next rows; `None` at the end.
    ///
    /// # Errors
    /// [`RowsError`] if the file is damaged or lacks a column.
    pub fn next_rows(&mut self) -> Result<Option<Vec<ScannedRow>>, RowsError> {
        match &mut self.0 {
            Form::Parquet(reader) => reader.next_scanned(),
            Form::Csv(reader) => reader.next_rows(),
            Form::Ndjson(reader) => reader.next_rows(),
        }
    }
}

impl fmt::Debug for RowsScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowsScan").finish_non_exhaustive()
    }
}
