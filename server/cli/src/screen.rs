//! Standard output and standard error. Nothing else opens them, so that no text gets there as a project wrote it.

use anstream::AutoStream;
use escape::{JsonWriter, Screen};
use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};

/// Bytes that are written at once.
const BUFFER_BYTES: usize = 1 << 16;

/// Text for people on standard output.
pub(crate) type Out = Screen<BufWriter<Stdout>>;

/// Text for people.
pub(crate) fn out() -> Out {
    Screen::new(BufWriter::with_capacity(BUFFER_BYTES, io::stdout()))
}

/// Text for people with colours, if the terminal shows them.
pub(crate) fn coloured() -> Screen<BufWriter<AutoStream<Stdout>>> {
    Screen::new(BufWriter::with_capacity(BUFFER_BYTES, anstream::stdout()))
}

/// JSON.
pub(crate) fn json() -> JsonWriter<BufWriter<Stdout>> {
    JsonWriter::new(BufWriter::with_capacity(BUFFER_BYTES, io::stdout()))
}

/// A form of a report or comparison, which is escaped for itself.
pub(crate) fn form(text: impl AsRef<[u8]>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())?;
    out.flush()
}

/// Tells the user one line on standard error. Nobody is left to be told that it cannot be written.
pub(crate) fn print_message(line: fmt::Arguments<'_>) {
    let _ = Screen::new(io::stderr().lock()).line(line);
}
