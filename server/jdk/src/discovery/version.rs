//! The version of a JDK.

use std::fmt;

/// The oldest feature version of a JDK that is accepted.
pub const MINIMUM_FEATURE: u16 = 17;

/// The version of a JDK, as its `release` file states it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JdkVersion {
    /// The feature version: 17 for `17.0.15`.
    pub feature: u16,
    /// The whole version: `17.0.15+6` if the JDK states it, otherwise `17.0.15`.
    pub full: String,
}

impl fmt::Display for JdkVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.full)
    }
}
