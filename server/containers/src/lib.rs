//! Archives with classes: jars, wars, ears, zips and jmods, and the archives inside them.
//!
//! An archive is hostile until it is read. It may be cut off, claim false sizes, unpack to terabytes, contain itself, or have two
//! entries with the same name or names that lead out of it. The rest is read anyway, and each problem is reported as an
//! [`ArchiveFinding`].
//!
//! Archives stay on disk. A class is unpacked only when it is requested. If an archive inside another one is stored, it is read
//! in place; if it is compressed, it is unpacked to an unnamed temporary file.

mod archive;
mod directory;
mod error;
mod finding;
mod identity;
mod limits;
pub mod manifest;
mod tree;
pub mod versions;
mod window;

pub use archive::Archive;
pub use error::ContainerError;
pub use finding::ArchiveFinding;
pub use identity::Identity;
pub use limits::ArchiveLimits;
pub use tree::{OpenedTree, open_tree};
