//! Standard output and standard error. Nothing else opens them, so all text is escaped.

use std::fmt;
use std::io::{self, BufWriter, Stdout};

use escape::Screen;

/// Text for people, and JSON.
pub(crate) fn out() -> Screen<BufWriter<Stdout>> {
    Screen::new(writer())
}

/// The output of the library's commands.
pub(crate) fn writer() -> BufWriter<Stdout> {
    BufWriter::new(io::stdout())
}

/// Prints one line on standard error. If that fails, there is no way to report it.
pub(crate) fn print_message(line: fmt::Arguments<'_>) {
    let _ = Screen::new(io::stderr().lock()).line(line);
}
