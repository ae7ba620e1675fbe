//! Converts values of a profile's tables from and to columns.

use rusqlite::{Connection, Row};

/// Limits how long a damaged file can make a statement run.
const MAX_ROWS: usize = 200_000_000;

pub(crate) fn wrong(reason: &str) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(reason.into())
}

pub(crate) fn all<T>(
    from: &Connection,
    sql: &str,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    let mut statement = from.prepare(sql)?;
    let rows = statement.query_map([], read)?;
    rows.take(MAX_ROWS).collect()
}

/// A whole number from 0 up. The database has at most 63 bits.
pub(crate) fn nanos(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| wrong("a number is negative"))
}

pub(crate) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(crate) fn text_of<T: PartialEq + Copy>(value: T, texts: &[(T, &'static str)]) -> &'static str {
    let found = texts.iter().find(|(known, _)| *known == value);
    found.map_or("", |(_, text)| text)
}

pub(crate) fn of_text<T: Copy>(
    row: &Row<'_>,
    column: usize,
    texts: &[(T, &str)],
) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    let found = texts.iter().find(|(_, known)| *known == text);
    found
        .map(|(value, _)| *value)
        .ok_or_else(|| wrong("a word is unknown"))
}
