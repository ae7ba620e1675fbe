//! Markdown elements of hovers.

use escape::markdown_span;
use std::fmt::Write;

/// A method by name, or by its kind if it has no name in the text.
pub(crate) fn code_of(name: &str) -> String {
    match name {
        "<init>" => String::from("the constructor"),
        "<clinit>" => String::from("the initialiser"),
        "" => String::from("this code"),
        name if name.starts_with("lambda$") => String::from("the lambda"),
        name => markdown_span(name),
    }
}

/// A Markdown table. Its columns are aligned in the text, too, because some editors show it unrendered.
pub(crate) fn table(text: &mut String, head: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
        widest.max(head.get(column).map_or(0, |cell| cell.chars().count()))
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    // Numbers are aligned to the right, so they can be compared.
    let is_number = |column: usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(column));
        column > 0
            && cells.all(|cell| {
                cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            })
    };
    let is_right: Vec<bool> = (0..head.len()).map(is_number).collect();
    let line = |text: &mut String, cells: &mut dyn Iterator<Item = &str>| {
        for ((cell, width), is_right) in cells.zip(&widths).zip(&is_right) {
            let _ = if *is_right {
                write!(text, "| {cell:>width$} ")
            } else {
                write!(text, "| {cell:<width$} ")
            };
        }
        text.push_str("|\n");
    };
    line(text, &mut head.iter().copied());
    for (width, is_right) in widths.iter().zip(&is_right) {
        let end = if *is_right { ":" } else { "-" };
        let _ = write!(text, "|{}{end}", "-".repeat(width + 1));
    }
    text.push_str("|\n");
    for row in rows {
        line(text, &mut row.iter().map(String::as_str));
    }
    text.push('\n');
}
