//! Reads rows from CSV and NDJSON, line by line and without their events.

use crate::cells::{self, Cells, Grounds, no_column};
use crate::columns::COLUMNS;
use crate::error::RowsError;
use crate::row::ScannedRow;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};

/// The number of rows returned together.
const BATCH: usize = 1_024;

/// The maximum length of an NDJSON line in bytes.
const LONGEST_LINE: u64 = 64 << 20;

/// Reads the lines of an NDJSON file.
pub(crate) struct NdjsonReader {
    lines: BufReader<File>,
    number: u64,
    grounds: Grounds,
}

impl NdjsonReader {
    pub(crate) fn open(file: File) -> Self {
        Self {
            lines: BufReader::new(file),
            number: 0,
            grounds: Grounds::default(),
        }
    }

    pub(crate) fn next_rows(&mut self) -> Result<Option<Vec<ScannedRow>>, RowsError> {
        let mut rows = Vec::new();
        let mut line = Vec::new();
        while rows.len() < BATCH {
            line.clear();
            let mut limited = self.lines.by_ref().take(LONGEST_LINE);
            if limited.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            self.number += 1;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let read = serde_json::from_slice::<Map<String, Value>>(&line);
            let members = read.map_err(|error| in_line(self.number, &error.to_string()))?;
            let row = cells::scanned(&Members(&members), &mut self.grounds);
            rows.push(row.map_err(|error| in_line(self.number, &error.to_string()))?);
        }
        Ok((!rows.is_empty()).then_some(rows))
    }
}

/// The members of an object. As in Parquet, all must exist, or it is another table.
struct Members<'m>(&'m Map<String, Value>);

impl Members<'_> {
    fn member(&self, name: &str) -> Result<Option<&Value>, RowsError> {
        let member = self.0.get(name).ok_or_else(|| no_column(name))?;
        Ok(Some(member).filter(|member| !member.is_null()))
    }

    fn of_type<T>(
        &self,
        name: &str,
        of: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, RowsError> {
        let member = self.member(name)?;
        let read = |member| of(member).ok_or_else(|| wrong_value(name));
        member.map(read).transpose()
    }
}

impl Cells for Members<'_> {
    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn text(&self, name: &str) -> Result<Option<String>, RowsError> {
        self.of_type(name, |value| value.as_str().map(str::to_owned))
    }

    fn number(&self, name: &str) -> Result<Option<f64>, RowsError> {
        self.of_type(name, Value::as_f64)
    }

    fn truth(&self, name: &str) -> Result<bool, RowsError> {
        Ok(self.of_type(name, Value::as_bool)?.unwrap_or(false))
    }

    fn line(&self, name: &str) -> Result<Option<u32>, RowsError> {
        let line = self.of_type(name, Value::as_u64)?;
        Ok(line.and_then(|line| u32::try_from(line).ok()))
    }
}

/// Reads the records of a CSV file.
pub(crate) struct CsvReader {
    records: csv::Reader<File>,
    places: HashMap<String, usize>,
    grounds: Grounds,
}

impl CsvReader {
    pub(crate) fn open(file: File) -> Result<Self, RowsError> {
        let mut records = csv::Reader::from_reader(file);
        let head = records.headers().map_err(|error| unreadable(&error))?;
        let names = head.iter().map(str::to_owned);
        let places = names.zip(0..).collect();
        let reader = Self {
            records,
            places,
            grounds: Grounds::default(),
        };
        for (column, _) in COLUMNS {
            reader.place(column)?;
        }
        Ok(reader)
    }

    fn place(&self, name: &str) -> Result<usize, RowsError> {
        let place = self.places.get(name).copied();
        place.ok_or_else(|| no_column(name))
    }

    pub(crate) fn next_rows(&mut self) -> Result<Option<Vec<ScannedRow>>, RowsError> {
        let mut rows = Vec::new();
        let mut record = csv::StringRecord::new();
        while rows.len() < BATCH {
            let read = self.records.read_record(&mut record);
            if !read.map_err(|error| unreadable(&error))? {
                break;
            }
            let fields = Fields {
                record: &record,
                places: &self.places,
            };
            let row = cells::scanned(&fields, &mut self.grounds);
            let line = record.position().map_or(0, csv::Position::line);
            rows.push(row.map_err(|error| in_line(line, &error.to_string()))?);
        }
        Ok((!rows.is_empty()).then_some(rows))
    }
}

/// The fields of a record.
struct Fields<'r> {
    record: &'r csv::StringRecord,
    places: &'r HashMap<String, usize>,
}

impl Fields<'_> {
    /// A field; `None` if it is empty, which is how nulls are written.
    fn field(&self, name: &str) -> Result<Option<&str>, RowsError> {
        let place = self.places.get(name).ok_or_else(|| no_column(name))?;
        Ok(self.record.get(*place).filter(|text| !text.is_empty()))
    }
}

impl Cells for Fields<'_> {
    fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    fn text(&self, name: &str) -> Result<Option<String>, RowsError> {
        Ok(self.field(name)?.map(str::to_owned))
    }

    fn number(&self, name: &str) -> Result<Option<f64>, RowsError> {
        let read = |text: &str| text.parse().map_err(|_| wrong_value(name));
        self.field(name)?.map(read).transpose()
    }

    fn truth(&self, name: &str) -> Result<bool, RowsError> {
        match self.field(name)? {
            Some("true") => Ok(true),
            Some("false") | None => Ok(false),
            Some(_) => Err(wrong_value(name)),
        }
    }

    fn line(&self, name: &str) -> Result<Option<u32>, RowsError> {
        let read = |text: &str| text.parse().map_err(|_| wrong_value(name));
        self.field(name)?.map(read).transpose()
    }
}

fn wrong_value(name: &str) -> RowsError {
    RowsError::Text(format!("the value of {name} is of another type"))
}

fn in_line(line: u64, what: &str) -> RowsError {
    RowsError::Text(format!("line {line}: {what}"))
}

fn unreadable(error: &csv::Error) -> RowsError {
    RowsError::Text(error.to_string())
}
