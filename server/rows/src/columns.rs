//! The columns of the table.

/// The name of the schema.
pub const SCHEMA: &str = "jouled.rows/1";

/// What the cells of a column contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// A text.
    Text,
    /// A text, or null.
    OptionalText,
    /// A number, or null.
    Number,
    /// True or false.
    Truth,
    /// A line number, or null.
    Line,
    /// The events of the row.
    Events,
}

use ColumnKind::{Events, Line, Number, OptionalText, Text, Truth};

/// The columns by name, in order.
pub const COLUMNS: [(&str, ColumnKind); 31] = [
    ("input", Text),
    ("organisation", OptionalText),
    ("artifact", OptionalText),
    ("version", OptionalText),
    ("jar", OptionalText),
    ("entry", OptionalText),
    ("class", Text),
    ("method", Text),
    ("descriptor", Text),
    ("file", OptionalText),
    ("line", Line),
    ("not_analysed", OptionalText),
    ("typical_j", Number),
    ("typical_low_j", Number),
    ("typical_high_j", Number),
    ("open", OptionalText),
    ("worst_j", Number),
    ("worst_q99_j", Number),
    ("worst_has_symbols", Truth),
    ("worst_is_incomplete", Truth),
    ("seen", Number),
    ("unpriced_calls", Number),
    ("typical_factor", Number),
    ("events", Events),
    ("model", Text),
    ("model_digest", Text),
    ("path_model_digest", Text),
    ("device", Text),
    ("structure", Text),
    ("mapping", Text),
    ("tool", Text),
];
