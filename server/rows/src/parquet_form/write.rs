//! Rows as Parquet.

use super::schema::{SCHEMA_KEY, event_fields, schema};
use crate::columns::SCHEMA;
use crate::error::RowsError;
use crate::row::Row;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float32Builder, Float64Builder, Int32Builder, ListBuilder,
    StringBuilder, StructBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use std::io::Write;
use std::sync::Arc;

/// The number of rows and events that are written together, at most one row more. They wait in memory.
const BATCH: usize = 131_072;

/// The compressed bytes that wait for the end of their row group.
const ROW_GROUP_BYTES: usize = 8 << 20;

/// The compression level of zstd.
const LEVEL: i32 = 9;

/// Writes rows as Parquet.
pub(crate) struct ParquetForm<W: Write + Send> {
    writer: ArrowWriter<W>,
    rows: Vec<Row>,
    /// How many rows and events wait.
    waiting: usize,
}

impl<W: Write + Send> ParquetForm<W> {
    pub(crate) fn begin(out: W) -> Result<Self, RowsError> {
        let schema_entry = KeyValue::new(SCHEMA_KEY.to_owned(), SCHEMA.to_owned());
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
            .set_created_by(format!("jouled {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(vec![schema_entry]))
            .set_statistics_enabled(EnabledStatistics::Chunk);
        // Most counts of a column share their upper bytes.
        for column in ["typical", "worst"] {
            let path = vec!["events", "list", "item", column];
            let path = ColumnPath::new(path.into_iter().map(str::to_owned).collect());
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::BYTE_STREAM_SPLIT);
        }
        let writer = ArrowWriter::try_new(out, Arc::new(schema()), Some(properties.build()))?;
        Ok(Self {
            writer,
            rows: Vec::new(),
            waiting: 0,
        })
    }

    pub(crate) fn push(&mut self, row: Row) -> Result<(), RowsError> {
        self.waiting += 1 + row.events.len();
        self.rows.push(row);
        if self.waiting >= BATCH {
            self.flush()?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), RowsError> {
        self.flush()?;
        self.writer.into_inner()?.flush()?;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), RowsError> {
        if !self.rows.is_empty() {
            let batch = batch(&self.rows)?;
            self.writer.write(&batch)?;
            self.rows.clear();
            self.waiting = 0;
            if self.writer.in_progress_size() >= ROW_GROUP_BYTES {
                self.writer.flush()?;
            }
        }
        Ok(())
    }
}

fn batch(rows: &[Row]) -> Result<RecordBatch, RowsError> {
    let columns: Vec<ArrayRef> = vec![
        texts(rows, |row| Some(&row.input)),
        texts(rows, |row| row.organisation.as_deref()),
        texts(rows, |row| row.artifact.as_deref()),
        texts(rows, |row| row.version.as_deref()),
        texts(rows, |row| row.jar.as_deref()),
        texts(rows, |row| row.entry.as_deref()),
        texts(rows, |row| Some(&row.class)),
        texts(rows, |row| Some(&row.method)),
        texts(rows, |row| Some(&row.descriptor)),
        texts(rows, |row| row.file.as_deref()),
        lines(rows),
        texts(rows, |row| row.not_analysed.as_deref()),
        numbers(rows, |row| row.typical_j),
        numbers(rows, |row| row.typical_low_j),
        numbers(rows, |row| row.typical_high_j),
        texts(rows, |row| row.open.as_deref()),
        numbers(rows, |row| row.worst_j),
        numbers(rows, |row| row.worst_q99_j),
        truths(rows, |row| row.worst_has_symbols),
        truths(rows, |row| row.worst_is_incomplete),
        numbers(rows, |row| row.seen),
        numbers(rows, |row| row.unpriced_calls),
        numbers(rows, |row| row.typical_factor),
        events(rows),
        texts(rows, |row| Some(&row.ground.model)),
        texts(rows, |row| Some(&row.ground.model_digest)),
        texts(rows, |row| Some(&row.ground.path_model_digest)),
        texts(rows, |row| Some(&row.ground.device)),
        texts(rows, |row| Some(&row.ground.structure)),
        texts(rows, |row| Some(&row.ground.mapping)),
        texts(rows, |row| Some(&row.ground.tool)),
    ];
    Ok(RecordBatch::try_new(Arc::new(schema()), columns)?)
}

fn texts<'r>(rows: &'r [Row], of: impl Fn(&'r Row) -> Option<&'r str>) -> ArrayRef {
    let mut builder = StringBuilder::new();
    for row in rows {
        builder.append_option(of(row));
    }
    Arc::new(builder.finish())
}

fn numbers(rows: &[Row], of: impl Fn(&Row) -> Option<f64>) -> ArrayRef {
    let mut builder = Float64Builder::new();
    for row in rows {
        builder.append_option(of(row));
    }
    Arc::new(builder.finish())
}

fn truths(rows: &[Row], of: impl Fn(&Row) -> bool) -> ArrayRef {
    let mut builder = BooleanBuilder::new();
    for row in rows {
        builder.append_value(of(row));
    }
    Arc::new(builder.finish())
}

fn lines(rows: &[Row]) -> ArrayRef {
    let mut builder = Int32Builder::new();
    for row in rows {
        builder.append_option(row.line.and_then(|line| i32::try_from(line).ok()));
    }
    Arc::new(builder.finish())
}

fn events(rows: &[Row]) -> ArrayRef {
    let fields = event_fields();
    let item = Field::new("item", DataType::Struct(fields.clone()), false);
    let members = StructBuilder::new(
        fields,
        vec![
            Box::new(StringBuilder::new()) as Box<dyn ArrayBuilder>,
            Box::new(Float32Builder::new()),
            Box::new(Float32Builder::new()),
        ],
    );
    let mut list = ListBuilder::new(members).with_field(item);
    for row in rows {
        let members = list.values();
        for event in &row.events {
            if let Some(names) = members.field_builder::<StringBuilder>(0) {
                names.append_value(&event.event);
            }
            if let Some(typical) = members.field_builder::<Float32Builder>(1) {
                typical.append_value(event.typical);
            }
            if let Some(worst) = members.field_builder::<Float32Builder>(2) {
                worst.append_value(event.worst);
            }
            members.append(true);
        }
        list.append(true);
    }
    Arc::new(list.finish())
}
