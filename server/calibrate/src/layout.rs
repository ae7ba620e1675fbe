//! The layout of a model's JSON: serde's pretty layout, but with each element of a list on one line. So a feature, a row of the
//! covariance and a cell are lines, and files can be compared line by line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

/// The text of a document.
///
/// # Errors
/// If the document cannot be JSON, because a map has keys that are not text.
pub(crate) fn text_of(document: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    document.serialize(&mut Serializer::with_formatter(
        &mut bytes,
        ElementsOnLines::default(),
    ))?;
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(serde::ser::Error::custom)
}

#[derive(Default)]
struct ElementsOnLines {
    lines: PrettyFormatter<'static>,
    /// The number of open objects and lists within an element of a list.
    open: usize,
    /// Whether an element of a list begins next, or has begun.
    element: bool,
}

impl ElementsOnLines {
    /// Whether the value that begins here is inside an element, which is then one level deeper.
    fn enter(&mut self) -> bool {
        let within = self.open > 0 || self.element;
        self.open += usize::from(within);
        within
    }

    /// Whether the value that ends here was inside an element.
    fn leave(&mut self) -> bool {
        let within = self.open > 0;
        self.open = self.open.saturating_sub(1);
        within
    }
}

impl Formatter for ElementsOnLines {
    fn begin_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.enter() {
            CompactFormatter.begin_array(to)
        } else {
            self.lines.begin_array(to)
        }
    }

    fn end_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.leave() {
            CompactFormatter.end_array(to)
        } else {
            self.lines.end_array(to)
        }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        if self.open > 0 {
            return CompactFormatter.begin_array_value(to, first);
        }
        self.element = true;
        self.lines.begin_array_value(to, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.open > 0 {
            return CompactFormatter.end_array_value(to);
        }
        self.element = false;
        self.lines.end_array_value(to)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.enter() {
            CompactFormatter.begin_object(to)
        } else {
            self.lines.begin_object(to)
        }
    }

    fn end_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.leave() {
            CompactFormatter.end_object(to)
        } else {
            self.lines.end_object(to)
        }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        if self.open > 0 {
            CompactFormatter.begin_object_key(to, first)
        } else {
            self.lines.begin_object_key(to, first)
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.open > 0 {
            CompactFormatter.begin_object_value(to)
        } else {
            self.lines.begin_object_value(to)
        }
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.open > 0 {
            CompactFormatter.end_object_value(to)
        } else {
            self.lines.end_object_value(to)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_element_of_a_list_is_a_line() {
        let document = json!({
            "cells": [{"counts": [1, 2], "name": "a"}, {"counts": [], "name": "b"}],
            "covariance": {"kind": "full", "rows": [[1.5, 0.0], [0.0, 2.5]]},
            "empty": [],
            "names": ["a", "b"],
            "nothing": {},
        });
        let expected = r#"{
  "cells": [
    {"counts":[1,2],"name":"a"},
    {"counts":[],"name":"b"}
  ],
  "covariance": {
    "kind": "full",
    "rows": [
      [1.5,0.0],
      [0.0,2.5]
    ]
  },
  "empty": [],
  "names": [
    "a",
    "b"
  ],
  "nothing": {}
}
"#;
        let text = text_of(&document).unwrap();
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), document);
    }
}
