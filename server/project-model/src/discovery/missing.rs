//! What build files name and is not on this machine.

/// A dependency, a parent or a platform that no repository of the user has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// Its coordinates, as far as they are known.
    pub name: String,
    /// What is said about it alone.
    pub(crate) message: String,
}
