//! Writes rows in one of the forms.

use crate::error::RowsError;
use crate::parquet_form::ParquetForm;
use crate::row::Row;
use crate::text_forms::TextForm;
use std::fmt;
use std::io::Write;
use std::path::Path;

/// The form of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowsFormat {
    /// Apache Parquet, compressed with zstd.
    Parquet,
    /// Comma-separated values, RFC 4180.
    Csv,
    /// A JSON object per line.
    Ndjson,
}

impl RowsFormat {
    /// The form of a file, from its extension; `None` if it has none of these.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let forms = [Self::Parquet, Self::Csv, Self::Ndjson];
        let is_it = |form: &Self| extension.eq_ignore_ascii_case(form.extension());
        forms.into_iter().find(is_it)
    }

    /// The extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
        }
    }
}

/// Writes rows as they arrive.
pub struct RowsWriter<W: Write + Send>(Form<W>);

enum Form<W: Write + Send> {
    Parquet(Box<ParquetForm<W>>),
    Text(TextForm<W>),
}

impl<W: Write + Send> RowsWriter<W> {
    /// Begins a table. `escape` turns text into a CSV cell.
    ///
    /// # Errors
    /// [`RowsError`] if `out` cannot be written to.
    pub fn begin(
        out: W,
        format: RowsFormat,
        escape: fn(&str) -> String,
    ) -> Result<Self, RowsError> {
        Ok(Self(match format {
            RowsFormat::Parquet => Form::Parquet(Box::new(ParquetForm::begin(out)?)),
            RowsFormat::Csv => Form::Text(TextForm::csv(out, escape)?),
            RowsFormat::Ndjson => Form::Text(TextForm::ndjson(out, escape)),
        }))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`RowsError`] if it cannot be written.
    pub fn push(&mut self, row: Row) -> Result<(), RowsError> {
        match &mut self.0 {
            Form::Parquet(form) => form.push(row),
            Form::Text(form) => form.push(&row),
        }
    }

    /// Ends the table. Without this, a Parquet file cannot be read.
    ///
    /// # Errors
    /// [`RowsError`] if it cannot be written.
    pub fn finish(self) -> Result<(), RowsError> {
        match self.0 {
            Form::Parquet(form) => form.finish(),
            Form::Text(form) => form.finish(),
        }
    }
}

impl<W: Write + Send> fmt::Debug for RowsWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowsWriter").finish_non_exhaustive()
    }
}
