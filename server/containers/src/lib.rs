//! Archives that hold classes: jars, wars, ears, zips and jmods, and the archives inside them.
//!
//! An archive is hostile until it is read: it may be cut short, claim false sizes, unpack to terabytes, contain itself, have
//! two entries of one name, or names that lead out of it. The rest is read all the same, and each problem is reported as an
//! [`ArchiveFinding`].
//!
//! Archives stay on disk. A class is unpacked when it is requested. An archive inside another one is read in place if it is
//! stored, and from an unnamed temporary file if it is compressed.

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
