//! Standard output and standard error. Nothing else opens them, so that no text gets there as somebody else wrote it.

use std::fmt;
use std::io::{self, BufWriter, Stdout};

use escape::Screen;

/// Text for people, and JSON.
pub(crate) fn out() -> Screen<BufWriter<Stdout>> {
    Screen::new(writer())
}

/// What the commands of the library write to.
pub(crate) fn writer() -> BufWriter<Stdout> {
    BufWriter::new(io::stdout())
}

/// Tells the user one line on standard error. Nobody is left to be told that it cannot be written.
pub(crate) fn print_message(line: fmt::Arguments<'_>) {
    let _ = Screen::new(io::stderr().lock()).line(line);
}
