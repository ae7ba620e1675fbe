//! Short text files that the kernel generates, read completely and never trusted.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::error::MeterError;

/// A sysfs attribute has at most one page.
const LONGEST_BYTES: u64 = 4096;

/// The location of the machine's files. Tests have their own tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    root: PathBuf,
}

impl Default for System {
    fn default() -> Self {
        Self::at("/")
    }
}

impl System {
    /// A machine whose `/` is this folder.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// An absolute path of the machine.
    pub fn path(&self, absolute: &str) -> PathBuf {
        self.root.join(absolute.trim_start_matches('/'))
    }

    /// The short text of a file, trimmed, if it can be read.
    pub fn text(&self, absolute: &str) -> Option<String> {
        read_text(&self.path(absolute)).ok()
    }
}

/// The trimmed text of a short file.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    files::open(path)?
        .take(LONGEST_BYTES)
        .read_to_end(&mut bytes)?;
    String::from_utf8(bytes)
        .map(|text| text.trim().to_owned())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not text"))
}

/// A whole number that is not negative.
pub(crate) fn read_count(path: &Path) -> Result<u64, MeterError> {
    read_number(path, "a whole number that is not negative")
}

/// A whole number of either sign.
pub(crate) fn read_whole(path: &Path) -> Result<i64, MeterError> {
    read_number(path, "a whole number")
}

fn read_number<T: std::str::FromStr>(path: &Path, expected: &'static str) -> Result<T, MeterError> {
    let text = read_text(path).map_err(|source| MeterError::File {
        path: path.to_path_buf(),
        source,
    })?;
    text.parse().map_err(|_| MeterError::Nonsense {
        place: path.display().to_string(),
        found: beginning(&text),
        expected,
    })
}

/// The entries of a folder with this prefix, sorted by name.
pub(crate) fn entries(folder: &Path, prefix: &str) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
        .map(|entry| entry.path())
        .collect();
    found.sort();
    Ok(found)
}

/// The part that is shown of a text of unknown length.
pub(crate) fn beginning(text: &str) -> String {
    text.chars().take(60).collect()
}
