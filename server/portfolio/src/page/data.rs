//! The data of a page, as read by its script.

use crate::methods::RankedMethod;
use crate::names;
use escape::plain;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The data of a page.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Data {
    /// Texts, each once. Cells refer to them by index.
    texts: Vec<String>,
    tables: BTreeMap<&'static str, Table>,
    #[serde(skip)]
    places: HashMap<String, usize>,
}

/// A table of the page.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    /// The column by which the rows are sorted, in descending order.
    pub(crate) sorted: Option<usize>,
    pub(crate) rows: Vec<Vec<Cell>>,
    /// The details of each row, shown when it is unfolded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) details: Vec<Vec<(usize, Cell)>>,
    /// The link anchor of each row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) anchors: Vec<String>,
}

/// A column of a table.
#[derive(Debug, Serialize)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// Its explanation, shown when the pointer is over its heading.
    pub(crate) help: String,
}

/// The kind of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Text,
    Count,
    Joules,
    Share,
    /// An interval of joules, drawn on a logarithmic axis.
    Interval,
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Unknown,
    Number(f64),
    /// The index of a text.
    Text(usize),
    /// A text and its link target.
    Link(usize, usize),
    /// Two texts: a name, and an addition in small print.
    Named(usize, usize),
    /// The same, with a link target as the third text.
    NamedLink(usize, usize, usize),
    Interval(f64, f64, f64),
    /// Several links or texts.
    Several(Vec<Cell>),
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unknown => serializer.serialize_unit(),
            Self::Number(number) => short(*number).serialize(serializer),
            Self::Text(text) => ("t", text).serialize(serializer),
            Self::Link(text, address) => ("l", text, address).serialize(serializer),
            Self::Named(text, below) => ("n", text, below).serialize(serializer),
            Self::NamedLink(text, below, address) => {
                ("m", text, below, address).serialize(serializer)
            }
            Self::Interval(low, middle, high) => {
                ("i", short(*low), short(*middle), short(*high)).serialize(serializer)
            }
            Self::Several(cells) => ("s", cells).serialize(serializer),
        }
    }
}

/// A number with six significant digits; pages show three.
fn short(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

impl Data {
    /// The index of a text, after escaping hidden characters.
    pub(crate) fn text(&mut self, text: &str) -> usize {
        if let Some(known) = self.places.get(text) {
            return *known;
        }
        let place = self.texts.len();
        self.texts.push(plain(text));
        self.places.insert(text.to_owned(), place);
        place
    }

    pub(crate) fn cell(&mut self, text: &str) -> Cell {
        if text.is_empty() {
            Cell::Unknown
        } else {
            Cell::Text(self.text(text))
        }
    }

    pub(crate) fn link(&mut self, text: &str, address: &str) -> Cell {
        Cell::Link(self.text(text), self.text(address))
    }

    pub(crate) fn insert(&mut self, name: &'static str, table: Table) {
        self.tables.insert(name, table);
    }

    /// The name of a method and its class.
    pub(crate) fn method(&mut self, method: &RankedMethod) -> (usize, usize) {
        let name = names::method(&method.class, &method.method, &method.descriptor);
        (self.text(&name), self.text(&names::class(&method.class)))
    }
}

pub(crate) fn number(number: Option<f64>) -> Cell {
    number.map_or(Cell::Unknown, Cell::Number)
}

pub(crate) fn count(count: u64) -> Cell {
    Cell::Number(count as f64)
}

/// A count that is unknown if `of` is 0.
pub(crate) fn count_of(number: u64, of: u64) -> Cell {
    if of == 0 {
        Cell::Unknown
    } else {
        count(number)
    }
}

pub(crate) fn column(name: &'static str, kind: Kind, help: impl Into<String>) -> Column {
    Column {
        name,
        kind,
        help: help.into(),
    }
}
