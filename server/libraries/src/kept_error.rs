//! Keeps the first error of a writer.

use std::cell::RefCell;
use std::io::{self, Seek, SeekFrom, Write};

/// A writer that keeps its first error, and from then on writes nothing and reports success. A writer of an archive that is
/// dropped after an error would write to standard error.
pub(crate) struct KeptError<'e, W> {
    inner: W,
    /// The position that the writer would have without an error.
    at: u64,
    error: &'e RefCell<Option<io::Error>>,
}

impl<'e, W> KeptError<'e, W> {
    pub(crate) fn new(inner: W, error: &'e RefCell<Option<io::Error>>) -> Self {
        Self {
            inner,
            at: 0,
            error,
        }
    }

    fn kept<T>(&mut self, otherwise: T, step: impl FnOnce(&mut W) -> io::Result<T>) -> T {
        if self.error.borrow().is_some() {
            return otherwise;
        }
        step(&mut self.inner).unwrap_or_else(|error| {
            *self.error.borrow_mut() = Some(error);
            otherwise
        })
    }
}

impl<W: Write> Write for KeptError<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // An interrupted write is repeated here, since it is no failure.
        self.kept((), |inner| inner.write_all(bytes));
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.kept((), Write::flush);
        Ok(())
    }
}

impl<W: Seek> Seek for KeptError<'_, W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let otherwise = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) => self.at.saturating_add_signed(by),
            SeekFrom::End(_) => self.at,
        };
        self.at = self.kept(otherwise, |inner| inner.seek(to));
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// A disk with room for a few bytes.
    struct Full(io::Cursor<Vec<u8>>);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.position() + bytes.len() as u64 > 40 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Full {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn an_archive_on_a_full_disk_ends_quietly_and_its_error_is_known() {
        let error = RefCell::new(None);
        let full = Full(io::Cursor::new(Vec::new()));
        let mut archive = ZipWriter::new(KeptError::new(full, &error));
        for name in ["one", "two"] {
            archive
                .start_file(name, SimpleFileOptions::default())
                .expect("an entry");
            archive.write_all(&[1; 1000]).expect("an entry");
        }
        archive.finish().expect("an archive");
        let kept = error.take().map(|error| error.kind());
        assert_eq!(kept, Some(io::ErrorKind::StorageFull));
    }
}
