//! Tables written and read, intact and damaged.
#![allow(clippy::expect_used, reason = "a test may panic")]

use rows::{EventCount, Ground, Row, RowsFormat, RowsReader, RowsWriter};
use std::fs::File;
use std::io::Write;
use std::sync::Arc;

fn row(number: u32, ground: &Arc<Ground>) -> Row {
    let is_known = !number.is_multiple_of(3);
    let some = |text: &str| is_known.then(|| text.to_owned());
    let event = |name: &str, count: f64| EventCount::rounded(Arc::from(name), count, count * 2.0);
    Row {
        input: String::from("shop, \"new\"\r\nline"),
        organisation: some("org.example"),
        artifact: some("lib"),
        version: None,
        jar: some("app.jar!/lib/x.jar"),
        entry: some("p/A.class"),
        class: format!("p/A{number}"),
        method: String::from("f"),
        descriptor: String::from("(I)V"),
        file: some("A.java"),
        line: is_known.then_some(number),
        not_analysed: (!is_known).then(|| String::from("native")),
        typical_j: is_known.then_some(1e-9 * f64::from(number)),
        typical_low_j: is_known.then_some(0.5e-9),
        typical_high_j: None,
        open: some("loops"),
        worst_j: is_known.then_some(3e-9),
        worst_q99_j: is_known.then_some(4e-9),
        worst_has_symbols: is_known,
        worst_is_incomplete: !is_known,
        seen: is_known.then_some(0.75),
        unpriced_calls: is_known.then_some(0.0),
        typical_factor: is_known.then_some(1.0),
        events: if is_known {
            vec![
                event("array_read|int|4", f64::from(number)),
                event("callee||", 0.5),
            ]
        } else {
            Vec::new()
        },
        ground: Arc::clone(ground),
    }
}

fn ground() -> Arc<Ground> {
    Arc::new(Ground {
        model: String::from("m"),
        model_digest: String::from("d1"),
        path_model_digest: String::from("d0"),
        device: String::from("any"),
        structure: String::from("additive"),
        mapping: String::from("stack/2"),
        tool: String::from("0.1.0"),
    })
}

fn written(count: u32, format: RowsFormat) -> Vec<u8> {
    let ground = ground();
    let mut bytes = Vec::new();
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut writer = RowsWriter::begin(&mut bytes, format, quoted).expect("a table");
    for number in 0..count {
        writer.push(row(number, &ground)).expect("a row");
    }
    writer.finish().expect("a table");
    bytes
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("its bytes");
    file
}

fn read(bytes: &[u8]) -> Result<Vec<Row>, rows::RowsError> {
    let mut reader = RowsReader::open(file(bytes))?;
    let mut rows = Vec::new();
    while let Some(more) = reader.next_rows()? {
        rows.extend(more);
    }
    Ok(rows)
}

#[test]
fn rows_are_read_as_they_were_written() {
    let ground = ground();
    for count in [0, 1, 3, 20_000] {
        let expected: Vec<Row> = (0..count).map(|number| row(number, &ground)).collect();
        assert!(read(&written(count, RowsFormat::Parquet)).expect("rows") == expected);
    }
}

#[test]
fn the_same_rows_are_the_same_bytes() {
    for format in [RowsFormat::Parquet, RowsFormat::Csv, RowsFormat::Ndjson] {
        assert!(written(500, format) == written(500, format));
    }
}

#[test]
fn text_forms_have_a_line_for_each_row() {
    let text = String::from_utf8(written(3, RowsFormat::Ndjson)).expect("UTF-8");
    assert_eq!(text.lines().count(), 3);
    let second: serde_json::Value =
        serde_json::from_str(text.lines().nth(1).expect("a line")).expect("JSON");
    assert_eq!(second["events"][0]["event"], "array_read|int|4");
    assert_eq!(second["model_digest"], "d1");
    let csv = String::from_utf8(written(3, RowsFormat::Csv)).expect("UTF-8");
    let names: Vec<&str> = csv.lines().next().expect("a head").split(',').collect();
    let columns = rows::COLUMNS.map(|(name, _)| name);
    assert_eq!(names, columns);
    assert!(csv.contains("array_read|int|4=1/2;callee||=0.5/1"), "{csv}");
}

#[test]
fn another_table_is_refused_by_its_name() {
    assert!(read(b"PAR1 no table PAR1").is_err());
    assert!(read(b"").is_err());
    let mut other = written(2, RowsFormat::Parquet);
    let name = b"jouled.rows/1";
    let places: Vec<usize> = (0..other.len() - name.len())
        .filter(|at| other[*at..].starts_with(name))
        .collect();
    for at in places {
        other[at + name.len() - 1] = b'9';
    }
    let error = read(&other).expect_err("another version").to_string();
    assert!(error.contains("jouled.rows/9"), "{error}");
}

#[test]
fn damaged_tables_never_panic() {
    let whole = written(40, RowsFormat::Parquet);
    // Each byte would take ten seconds. Seven is prime to the width of every field.
    for at in (0..whole.len()).step_by(7) {
        let mut flipped = whole.clone();
        flipped[at] ^= 0xFF;
        let _ = read(&flipped);
        let _ = read(&whole[..at]);
    }
}
