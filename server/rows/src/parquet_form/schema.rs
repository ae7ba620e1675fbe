//! The columns as Parquet has them.

use crate::columns::{COLUMNS, ColumnKind, SCHEMA};
use arrow_schema::{DataType, Field, Fields, Schema};
use std::collections::HashMap;
use std::sync::Arc;

/// The key of [`SCHEMA`] in the metadata of a file.
pub(super) const SCHEMA_KEY: &str = "schema";

/// The fields of an event.
pub(super) fn event_fields() -> Fields {
    Fields::from(vec![
        Field::new("event", DataType::Utf8, false),
        Field::new("typical", DataType::Float32, false),
        Field::new("worst", DataType::Float32, false),
    ])
}

/// The columns of a file, in order.
pub(super) fn schema() -> Schema {
    let fields: Vec<Field> = COLUMNS
        .iter()
        .map(|(name, kind)| {
            let (data_type, may_be_null) = match kind {
                ColumnKind::Text => (DataType::Utf8, false),
                ColumnKind::OptionalText => (DataType::Utf8, true),
                ColumnKind::Number => (DataType::Float64, true),
                ColumnKind::Truth => (DataType::Boolean, false),
                ColumnKind::Line => (DataType::Int32, true),
                ColumnKind::Events => {
                    let event = Field::new("item", DataType::Struct(event_fields()), false);
                    (DataType::List(Arc::new(event)), false)
                }
            };
            Field::new(*name, data_type, may_be_null)
        })
        .collect();
    let metadata = HashMap::from([(SCHEMA_KEY.to_owned(), SCHEMA.to_owned())]);
    Schema::new_with_metadata(fields, metadata)
}
