//! The file of a profile: an `SQLite` database that is written and read as a whole.
//!
//! ```text
//! RunFile { profile, counted }.write(path), RunFile::read(path)
//! ```
//!
//! Architecture Invariant: this crate starts no program and no JVM, so code that opens a project may read a profile.

mod error;
mod event_tables;
mod file;
mod schema;
mod values;

pub use error::RunFileError;
pub use file::RunFile;
