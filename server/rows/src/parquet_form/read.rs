//! Reads rows from Parquet. Columns are found by name, so a later version may add others.

use super::guard::guarded;
use super::schema::{SCHEMA_KEY, schema};
use crate::cells::{self, Cells, Grounds, no_column, other_schema};
use crate::columns::SCHEMA;
use crate::error::RowsError;
use crate::row::{EventCount, Row, ScannedRow};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int32Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;

/// The column that takes most of the time.
const EVENTS: &str = "events";

/// Reads the rows of a Parquet file.
pub struct RowsReader {
    batches: ParquetRecordBatchReader,
    grounds: Grounds,
    names: HashMap<String, Arc<str>>,
}

impl std::fmt::Debug for RowsReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowsReader").finish_non_exhaustive()
    }
}

impl RowsReader {
    /// Opens a table.
    ///
    /// # Errors
    /// [`RowsError`] if the file is not a Parquet file, or has another schema.
    pub fn open(file: File) -> Result<Self, RowsError> {
        Self::new(file, true)
    }

    /// Opens a table for reading rows without their events.
    pub(crate) fn without_events(file: File) -> Result<Self, RowsError> {
        Self::new(file, false)
    }

    fn new(file: File, has_events: bool) -> Result<Self, RowsError> {
        let mut builder = guarded(|| Ok(ParquetRecordBatchReaderBuilder::try_new(file)?))?;
        let metadata = builder.metadata().file_metadata().key_value_metadata();
        let mut metadata = metadata.into_iter().flatten();
        let named = metadata.find(|entry| entry.key == SCHEMA_KEY);
        let named = named.and_then(|entry| entry.value.clone());
        // If another tool, such as Spark, has rewritten a table, it has the columns but not the name.
        if let Some(other) = named.filter(|named| named != SCHEMA) {
            return Err(other_schema(format!("it has {other}")));
        }
        let found = builder.schema();
        let expected = schema();
        let mut missing = expected.fields().iter().map(|field| field.name());
        if let Some(missing) = missing.find(|name| found.field_with_name(name).is_err()) {
            return Err(no_column(missing));
        }
        if !has_events {
            let fields = builder.schema().fields().iter().enumerate();
            let kept = fields.filter(|(_, field)| field.name() != EVENTS);
            let kept: Vec<usize> = kept.map(|(place, _)| place).collect();
            let mask = ProjectionMask::roots(builder.parquet_schema(), kept);
            builder = builder.with_projection(mask);
        }
        Ok(Self {
            batches: guarded(|| Ok(builder.build()?))?,
            grounds: Grounds::default(),
            names: HashMap::new(),
        })
    }

    /// The next rows; `None` at the end.
    ///
    /// # Errors
    /// [`RowsError`] if the file is damaged or lacks a column.
    pub fn next_rows(&mut self) -> Result<Option<Vec<Row>>, RowsError> {
        self.next_with(|reader, cells| {
            let events = reader.events(cells)?;
            cells::row(cells, events, &mut reader.grounds)
        })
    }

    /// The next rows without their events.
    pub(crate) fn next_scanned(&mut self) -> Result<Option<Vec<ScannedRow>>, RowsError> {
        self.next_with(|reader, cells| cells::scanned(cells, &mut reader.grounds))
    }

    fn next_with<T>(
        &mut self,
        read: impl Fn(&mut Self, &BatchCells<'_>) -> Result<T, RowsError>,
    ) -> Result<Option<Vec<T>>, RowsError> {
        guarded(|| {
            let Some(batch) = self.batches.next().transpose()? else {
                return Ok(None);
            };
            let cells = (0..batch.num_rows()).map(|at| BatchCells { batch: &batch, at });
            let rows = cells.map(|cells| read(self, &cells));
            Ok(Some(rows.collect::<Result<_, _>>()?))
        })
    }

    fn events(&mut self, cells: &BatchCells<'_>) -> Result<Vec<EventCount>, RowsError> {
        let wrong = || other_schema(String::from("the column events is no list of events"));
        let column = cells.column(EVENTS)?;
        let list = column.as_list_opt::<i32>().ok_or_else(wrong)?;
        let members = list.value(cells.at);
        let members = members.as_struct_opt().ok_or_else(wrong)?;
        let member = |name: &str| members.column_by_name(name).ok_or_else(wrong);
        let names = member("event")?.as_string_opt::<i32>().ok_or_else(wrong)?;
        let counts = |name: &str| {
            let counts = member(name)?.as_primitive_opt::<Float32Type>();
            counts.ok_or_else(wrong)
        };
        let (typical, worst) = (counts("typical")?, counts("worst")?);
        let mut events = Vec::with_capacity(names.len());
        for at in 0..names.len() {
            let name = names.value(at);
            let known = self.names.get(name).cloned().unwrap_or_else(|| {
                let kept: Arc<str> = Arc::from(name);
                self.names.insert(name.to_owned(), Arc::clone(&kept));
                kept
            });
            events.push(EventCount {
                event: known,
                typical: typical.value(at),
                worst: worst.value(at),
            });
        }
        Ok(events)
    }
}

/// The cells of one row of a batch.
struct BatchCells<'b> {
    batch: &'b RecordBatch,
    at: usize,
}

impl<'b> BatchCells<'b> {
    fn column(&self, name: &str) -> Result<&'b dyn Array, RowsError> {
        let column = self.batch.column_by_name(name);
        Ok(column.ok_or_else(|| no_column(name))?.as_ref())
    }
}

impl Cells for BatchCells<'_> {
    fn has(&self, name: &str) -> bool {
        self.batch.column_by_name(name).is_some()
    }

    fn text(&self, name: &str) -> Result<Option<String>, RowsError> {
        let column = self.column(name)?;
        let texts = column.as_string_opt::<i32>();
        let texts = texts.ok_or_else(|| wrong_type(name, column.data_type()))?;
        Ok((!texts.is_null(self.at)).then(|| texts.value(self.at).to_owned()))
    }

    fn number(&self, name: &str) -> Result<Option<f64>, RowsError> {
        let column = self.column(name)?;
        let numbers = column.as_primitive_opt::<Float64Type>();
        let numbers = numbers.ok_or_else(|| wrong_type(name, column.data_type()))?;
        Ok((!numbers.is_null(self.at)).then(|| numbers.value(self.at)))
    }

    fn truth(&self, name: &str) -> Result<bool, RowsError> {
        let column = self.column(name)?;
        let truths = column.as_boolean_opt();
        let truths = truths.ok_or_else(|| wrong_type(name, column.data_type()))?;
        Ok(!truths.is_null(self.at) && truths.value(self.at))
    }

    fn line(&self, name: &str) -> Result<Option<u32>, RowsError> {
        let column = self.column(name)?;
        let lines = column.as_primitive_opt::<Int32Type>();
        let lines = lines.ok_or_else(|| wrong_type(name, column.data_type()))?;
        let line = (!lines.is_null(self.at)).then(|| lines.value(self.at));
        Ok(line.and_then(|line| u32::try_from(line).ok()))
    }
}

fn wrong_type(name: &str, found: &DataType) -> RowsError {
    other_schema(format!("the column {name} is of the type {found}"))
}
