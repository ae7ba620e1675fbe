//! Values from TOML or JSON.

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::quoted;

/// A value and its line.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    /// Counted from 1; `None` in JSON.
    pub(super) line: Option<u32>,
}

#[derive(Debug)]
pub(super) enum Value {
    Switch(bool),
    Whole(i64),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
    Date,
}

/// A key with its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) line: Option<u32>,
    pub(super) node: Node,
}

/// An error in TOML.
#[derive(Debug)]
pub(super) struct SyntaxError {
    pub(super) line: u32,
    pub(super) message: String,
}

impl Node {
    /// The value in a message.
    pub(super) fn shown(&self) -> String {
        match &self.value {
            Value::Switch(on) => on.to_string(),
            Value::Whole(number) => number.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => quoted(text),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
            Value::Date => "a date".to_owned(),
        }
    }
}

/// Parses TOML; the entries are in the order of their lines.
pub(super) fn from_toml(text: &str) -> Result<Vec<Entry>, SyntaxError> {
    let lines = Lines::of(text);
    let table = DeTable::parse(text).map_err(|error| SyntaxError {
        line: lines.at(error.span().map_or(text.len(), |span| span.start)),
        message: error.message().to_owned(),
    })?;
    Ok(entries(table.get_ref(), &lines))
}

fn entries(table: &DeTable<'_>, lines: &Lines) -> Vec<Entry> {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            line: Some(lines.at(key.span().start)),
            node: toml_node(value, lines),
        })
        .collect();
    entries.sort_by_key(|entry| entry.line);
    entries
}

fn toml_node(node: &Spanned<DeValue<'_>>, lines: &Lines) -> Node {
    let value = match node.get_ref() {
        DeValue::Boolean(on) => Value::Switch(*on),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or_else(
                // Beyond 64 bits, the last digits do not matter to any setting.
                |_| Value::Number(number.as_str().parse().unwrap_or(f64::NAN)),
                Value::Whole,
            ),
        DeValue::Float(number) => Value::Number(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => {
            Value::List(list.iter().map(|item| toml_node(item, lines)).collect())
        }
        DeValue::Table(table) => Value::Table(entries(table, lines)),
    };
    Node {
        value,
        line: Some(lines.at(node.span().start)),
    }
}

/// Reads the members of a JSON object. `None` if it is not an object.
pub(super) fn from_json(value: &Json) -> Option<Vec<Entry>> {
    match value {
        Json::Object(members) => Some(
            members
                .iter()
                .filter_map(|(key, value)| {
                    Some(Entry {
                        key: key.clone(),
                        line: None,
                        node: json_node(value)?,
                    })
                })
                .collect(),
        ),
        Json::Null => Some(Vec::new()),
        // Lua has one value for an empty list and an empty table.
        Json::Array(items) if items.is_empty() => Some(Vec::new()),
        _ => None,
    }
}

/// `None` for `null`, which editors write for a setting that is not set.
fn json_node(value: &Json) -> Option<Node> {
    let value = match value {
        Json::Null => return None,
        Json::Bool(on) => Value::Switch(*on),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Whole(whole),
            None => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(items) => Value::List(items.iter().filter_map(json_node).collect()),
        Json::Object(_) => Value::Table(from_json(value).unwrap_or_default()),
    };
    Some(Node { value, line: None })
}

/// The starts of lines.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self(ends.map(|(at, _)| at + 1).collect())
    }

    /// The line of a position in the text, counted from 1.
    fn at(&self, place: usize) -> u32 {
        let line = self.0.partition_point(|start| *start <= place) + 1;
        u32::try_from(line).unwrap_or(u32::MAX)
    }
}
