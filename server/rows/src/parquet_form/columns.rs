//! The columns of the table.

use arrow_schema::{DataType, Field, Fields, Schema};
use std::collections::HashMap;
use std::sync::Arc;

/// The name of the schema, which Parquet metadata has under the key `schema`.
pub const SCHEMA: &str = "jouled.rows/1";

/// The key of [`SCHEMA`].
pub(crate) const SCHEMA_KEY: &str = "schema";

/// The fields of an event.
pub(crate) fn event_fields() -> Fields {
    Fields::from(vec![
        Field::new("event", DataType::Utf8, false),
        Field::new("typical", DataType::Float32, false),
        Field::new("worst", DataType::Float32, false),
    ])
}

/// The columns of a Parquet file, in order.
pub fn schema() -> Schema {
    let text = |name: &str, may_be_null| Field::new(name, DataType::Utf8, may_be_null);
    let number = |name: &str| Field::new(name, DataType::Float64, true);
    let truth = |name: &str| Field::new(name, DataType::Boolean, false);
    let event = Field::new("item", DataType::Struct(event_fields()), false);
    let fields = vec![
        text("input", false),
        text("organisation", true),
        text("artifact", true),
        text("version", true),
        text("jar", true),
        text("entry", true),
        text("class", false),
        text("method", false),
        text("descriptor", false),
        text("file", true),
        Field::new("line", DataType::Int32, true),
        text("not_analysed", true),
        number("typical_j"),
        number("typical_low_j"),
        number("typical_high_j"),
        text("open", true),
        number("worst_j"),
        number("worst_q99_j"),
        truth("worst_has_symbols"),
        truth("worst_is_incomplete"),
        number("seen"),
        number("unpriced_calls"),
        number("typical_factor"),
        Field::new("events", DataType::List(Arc::new(event)), false),
        text("model", false),
        text("model_digest", false),
        text("path_model_digest", false),
        text("device", false),
        text("structure", false),
        text("mapping", false),
        text("tool", false),
    ];
    let metadata = HashMap::from([(SCHEMA_KEY.to_owned(), SCHEMA.to_owned())]);
    Schema::new_with_metadata(fields, metadata)
}
