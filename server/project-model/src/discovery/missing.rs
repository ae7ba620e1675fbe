//! Dependencies in build files that are not on this machine.

/// A dependency, a parent or a platform that is in none of the user's repositories.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// Its coordinates, as far as they are known.
    pub name: String,
    /// The message about it alone.
    pub(crate) message: String,
}
