//! Tables whose columns are separated by tabs.

use anyhow::{Context, Result, bail, ensure};

/// The rows of a table without a header. Lines that are empty or begin with `#` are comments.
///
/// # Errors
/// If a line does not have `N` columns, or `row` refuses it; the error names the line.
pub(crate) fn rows<T, const N: usize>(
    text: &str,
    mut row: impl FnMut([&str; N]) -> Result<T>,
) -> Result<Vec<T>> {
    let lines = text.lines().zip(1_u32..);
    lines
        .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, number)| {
            columns(line)
                .and_then(&mut row)
                .with_context(|| format!("line {number}"))
        })
        .collect()
}

/// The rows below a header, which is the first line. There are no comments.
///
/// # Errors
/// If there is another header, a line does not have `N` columns, or `row` refuses it; the error names the line.
pub(crate) fn rows_below<T, const N: usize>(
    header: [&str; N],
    text: &str,
    mut row: impl FnMut([&str; N]) -> Result<T>,
) -> Result<Vec<T>> {
    let mut lines = text.lines();
    let header = header.join("\t");
    ensure!(
        lines.next() == Some(header.as_str()),
        "line 1: the columns must be {header}"
    );
    lines
        .zip(2_u32..)
        .map(|(line, number)| {
            columns(line)
                .and_then(&mut row)
                .with_context(|| format!("line {number}"))
        })
        .collect()
}

fn columns<const N: usize>(line: &str) -> Result<[&str; N]> {
    let columns: Vec<&str> = line.split('\t').collect();
    let found = columns.len();
    let Ok(columns) = columns.try_into() else {
        bail!("{found} columns in place of {N}");
    };
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_other_columns_is_named() {
        let join = |row: [&str; 2]| Ok(row.join("+"));
        assert_eq!(rows("# a\n\nb\tc\n", join).unwrap(), ["b+c"]);
        let error = rows("b\tc\nd", join).unwrap_err();
        assert_eq!(format!("{error:#}"), "line 2: 1 columns in place of 2");
        assert_eq!(rows_below(["x", "y"], "x\ty\n#\tc", join).unwrap(), ["#+c"]);
        let error = rows_below(["x", "y"], "x\ty\n\n", join).unwrap_err();
        assert_eq!(format!("{error:#}"), "line 2: 1 columns in place of 2");
        let error = rows_below(["x", "y"], "y\tx\n", join).unwrap_err();
        assert!(format!("{error:#}").starts_with("line 1"), "{error:#}");
    }
}
