//! Standard output and standard error. Nothing else opens them, so no text of a project gets there unescaped.

use anstream::AutoStream;
use escape::{JsonWriter, Screen};
use std::fmt;
use std::io::{self, BufWriter, ErrorKind, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of bytes written at once.
const BUFFER_BYTES: usize = 1 << 16;

/// Whether the reader of standard output has closed it.
static READER_LEFT: AtomicBool = AtomicBool::new(false);

/// Output that a reader such as `head` may close early. The rest is dropped, and the command ends with its own exit code.
pub(crate) struct Leavable<W>(W);

impl<W: Write> Write for Leavable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_left(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_left(self.0.flush(), ())
    }
}

fn unless_left<T>(done: io::Result<T>, dropped: T) -> io::Result<T> {
    match done {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            READER_LEFT.store(true, Ordering::Relaxed);
            Ok(dropped)
        }
        done => done,
    }
}

/// False if nobody reads standard output any more.
pub(crate) fn has_reader() -> bool {
    !READER_LEFT.load(Ordering::Relaxed)
}

fn buffered<W: Write>(out: W) -> BufWriter<Leavable<W>> {
    BufWriter::with_capacity(BUFFER_BYTES, Leavable(out))
}

/// Text for people on standard output.
pub(crate) type Out = Screen<BufWriter<Leavable<Stdout>>>;

/// Text for people.
pub(crate) fn out() -> Out {
    Screen::new(buffered(io::stdout()))
}

/// Text for people with colours, if the terminal shows them.
pub(crate) fn coloured() -> Screen<BufWriter<Leavable<AutoStream<Stdout>>>> {
    Screen::new(buffered(anstream::stdout()))
}

/// JSON.
pub(crate) fn json() -> JsonWriter<BufWriter<Leavable<Stdout>>> {
    JsonWriter::new(buffered(io::stdout()))
}

/// A report or comparison in a format that does its own escaping.
pub(crate) fn form(text: impl AsRef<[u8]>) -> io::Result<()> {
    let mut out = Leavable(io::stdout().lock());
    out.write_all(text.as_ref())?;
    out.flush()
}

/// Prints one line on standard error. If that fails, nobody can be told.
pub(crate) fn print_message(line: fmt::Arguments<'_>) {
    let _ = Screen::new(io::stderr().lock()).line(line);
}
