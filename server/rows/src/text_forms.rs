//! Rows as CSV (RFC 4180) and as NDJSON, a JSON object per line.

use crate::columns::COLUMNS;
use crate::error::RowsError;
use crate::row::Row;
use serde_json::Value;
use std::io::Write;

/// Writes a line for each row.
pub(crate) struct TextForm<W: Write> {
    out: W,
    is_csv: bool,
    /// How to escape a project's text in CSV.
    escape: fn(&str) -> String,
}

impl<W: Write> TextForm<W> {
    pub(crate) fn csv(mut out: W, escape: fn(&str) -> String) -> Result<Self, RowsError> {
        let names = COLUMNS.map(|(name, _)| name);
        write!(out, "{}\r\n", names.join(","))?;
        Ok(Self {
            out,
            is_csv: true,
            escape,
        })
    }

    pub(crate) const fn ndjson(out: W, escape: fn(&str) -> String) -> Self {
        Self {
            out,
            is_csv: false,
            escape,
        }
    }

    pub(crate) fn push(&mut self, row: &Row) -> Result<(), RowsError> {
        if !self.is_csv {
            serde_json::to_writer(&mut self.out, row)?;
            self.out.write_all(b"\n")?;
            return Ok(());
        }
        let values = serde_json::to_value(row)?;
        let mut line = String::new();
        for (at, (name, _)) in COLUMNS.iter().enumerate() {
            if at > 0 {
                line.push(',');
            }
            match values.get(name) {
                None | Some(Value::Null) => {}
                Some(Value::String(text)) => line.push_str(&(self.escape)(text)),
                Some(Value::Array(_)) => line.push_str(&(self.escape)(&events(row))),
                Some(other) => line.push_str(&other.to_string()),
            }
        }
        line.push_str("\r\n");
        self.out.write_all(line.as_bytes())?;
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), RowsError> {
        self.out.flush()?;
        Ok(())
    }
}

/// The events in one cell: `array_read|int|4=3/12;…`, the typical count before the slash.
fn events(row: &Row) -> String {
    let events = row.events.iter();
    let events = events.map(|event| format!("{}={}/{}", event.event, event.typical, event.worst));
    events.collect::<Vec<_>>().join(";")
}
