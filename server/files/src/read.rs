//! Reads files up to a limit.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use thiserror::Error;

use crate::open;

/// A file exceeds its limit. This error is inside an [`io::Error`] of the kind [`ErrorKind::FileTooLarge`].
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("it has over {}, the limit for such a file; check that it is the right one", shown(*.limit))]
pub struct TooLarge {
    /// The limit, in bytes.
    pub limit: u64,
}

impl From<TooLarge> for io::Error {
    fn from(error: TooLarge) -> Self {
        Self::new(ErrorKind::FileTooLarge, error)
    }
}

/// Reads a regular file.
///
/// # Errors
///
/// Those of [`open`], the system's error, and [`TooLarge`] if the file has more bytes than `limit`. It reads no more than the
/// limit, and nothing if the system already reports a larger size.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    // The reported size is only a hint: a file in /proc has 0 bytes, and others grow.
    let said = file.metadata()?.len();
    if said > limit {
        return Err(TooLarge { limit }.into());
    }
    let mut bytes = Vec::with_capacity(said as usize);
    read_up_to(file, limit, &mut bytes)?;
    Ok(bytes)
}

/// Reads the text of a regular file.
///
/// # Errors
///
/// Those of [`read`], and an error if the file is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::new(
            ErrorKind::InvalidData,
            format!("it is not UTF-8 text: byte {at} cannot be one; save it as UTF-8"),
        )
    })
}

/// Reads a whole stream, such as an entry of a jar.
///
/// # Errors
///
/// The stream's error, and [`TooLarge`] if it has more bytes than `limit`.
pub fn read_from(stream: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read_up_to(stream, limit, &mut bytes)?;
    Ok(bytes)
}

fn read_up_to(stream: impl Read, limit: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    let read = stream
        .take(limit.saturating_add(1))
        .read_to_end(bytes)
        .map_err(|error| match error.kind() {
            ErrorKind::WouldBlock => {
                io::Error::new(ErrorKind::WouldBlock, "it never ends; name another file")
            }
            _ => error,
        })?;
    if read as u64 > limit {
        return Err(TooLarge { limit }.into());
    }
    Ok(())
}

/// A number of bytes for readers.
pub fn shown(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = UNITS
        .iter()
        .find(|(size, _)| bytes >= *size && bytes.is_multiple_of(*size));
    match unit {
        Some((size, name)) => format!("{} {name}", bytes / size),
        None => format!("{bytes} bytes"),
    }
}

/// A stream of which only this much may be read in total, at any position: for readers that seek, such as for the directory of
/// a jar.
#[derive(Debug)]
pub struct Bounded<S> {
    stream: S,
    limit: u64,
    left: u64,
}

impl<S> Bounded<S> {
    /// A stream limited to this many bytes.
    pub const fn new(stream: S, limit: u64) -> Self {
        Self {
            stream,
            limit,
            left: limit,
        }
    }
}

impl<S: Read> Read for Bounded<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return match self.stream.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(TooLarge { limit: self.limit }.into()),
            };
        }
        let most = usize::try_from(self.left).map_or(buffer.len(), |left| left.min(buffer.len()));
        let read = self.stream.read(&mut buffer[..most])?;
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

impl<S: Seek> Seek for Bounded<S> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.stream.seek(to)
    }
}
