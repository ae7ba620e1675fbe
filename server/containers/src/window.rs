//! A part of a file, with its own read position.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

/// The number of bytes read at once.
const BUFFER: usize = 32 << 10;

/// The location of the bytes.
#[derive(Debug, Clone)]
pub(crate) enum Storage {
    /// A file, opened separately for each reader: a folder may have many archives, but only a few files can be open at once.
    Path(PathBuf),
    /// An unnamed file.
    Temporary(Arc<File>),
}

/// A part of a file. A clone begins at the start, and shares only the location.
#[derive(Debug)]
pub(crate) struct Window {
    place: Storage,
    start: u64,
    length: u64,
    position: u64,
    opened: Option<Arc<File>>,
    buffer: Vec<u8>,
    /// The position of the buffer's first byte in the window.
    buffer_at: u64,
}

impl Clone for Window {
    fn clone(&self) -> Self {
        Self::new(self.place.clone(), self.start, self.length)
    }
}

impl Window {
    pub(crate) const fn new(place: Storage, start: u64, length: u64) -> Self {
        Self {
            place,
            start,
            length,
            position: 0,
            opened: None,
            buffer: Vec::new(),
            buffer_at: 0,
        }
    }

    /// A part of this window, cut at its end.
    pub(crate) fn part(&self, start: u64, length: u64) -> Self {
        let start = start.min(self.length);
        let length = length.min(self.length - start);
        Self::new(self.place.clone(), self.start + start, length)
    }

    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    /// Reads the bytes at a position, fewer at the window's end.
    pub(crate) fn bytes_at(&mut self, at: u64, count: usize) -> io::Result<Vec<u8>> {
        self.position = at;
        let mut bytes = Vec::new();
        self.by_ref().take(count as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn file(&mut self) -> io::Result<Arc<File>> {
        let known = match (&self.opened, &self.place) {
            (Some(file), _) | (None, Storage::Temporary(file)) => Arc::clone(file),
            (None, Storage::Path(path)) => Arc::new(files::open(path)?),
        };
        self.opened = Some(Arc::clone(&known));
        Ok(known)
    }

    fn fill(&mut self) -> io::Result<()> {
        let file = self.file()?;
        let left = (self.length - self.position).min(BUFFER as u64) as usize;
        self.buffer.resize(left, 0);
        let read = read_at(&file, &mut self.buffer, self.start + self.position)?;
        self.buffer.truncate(read);
        self.buffer_at = self.position;
        Ok(())
    }
}

impl Read for Window {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.length || target.is_empty() {
            return Ok(0);
        }
        let is_inside = |window: &Self| {
            let offset = window.position.checked_sub(window.buffer_at)?;
            usize::try_from(offset)
                .ok()
                .filter(|offset| *offset < window.buffer.len())
        };
        if is_inside(self).is_none() {
            self.fill()?;
        }
        let Some(offset) = is_inside(self) else {
            return Ok(0);
        };
        let known = &self.buffer[offset..];
        let count = known.len().min(target.len());
        target[..count].copy_from_slice(&known[..count]);
        self.position += count as u64;
        Ok(count)
    }
}

impl Seek for Window {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position =
            position.ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "before the start"))?;
        Ok(self.position)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

#[cfg(test)]
mod tests {
    use super::{Storage, Window};
    use std::io::{Read, Seek, SeekFrom, Write};
    use std::sync::Arc;

    #[test]
    fn a_part_reads_what_lies_in_it_and_no_more() {
        let mut file = tempfile::tempfile().unwrap_or_else(|error| panic!("{error}"));
        let bytes: Vec<u8> = (0..200_000_u32).map(|number| number as u8).collect();
        file.write_all(&bytes)
            .unwrap_or_else(|error| panic!("{error}"));
        let whole = Window::new(Storage::Temporary(Arc::new(file)), 0, bytes.len() as u64);
        let mut part = whole.part(1_000, 150_000).part(500, u64::MAX);
        assert_eq!(part.length(), 149_500);
        let mut read = Vec::new();
        assert!(part.read_to_end(&mut read).is_ok());
        assert!(read == bytes[1_500..151_000]);
        assert!(part.seek(SeekFrom::End(-3)).is_ok());
        read.clear();
        assert!(part.read_to_end(&mut read).is_ok());
        assert_eq!(read, bytes[150_997..151_000]);
        assert!(part.seek(SeekFrom::Current(-500_000)).is_err());
        assert_eq!(whole.part(300_000, 5).length(), 0);
    }
}
