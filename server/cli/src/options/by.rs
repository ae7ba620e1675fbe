//! What the text of a report lists.

use clap::ValueEnum;

/// What the text of a report lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    Method,
    Line,
    Operation,
    Class,
    /// Profiles only: unit tests, the methods that a test engine called
    Test,
    /// Profiles only: branches of the call tree
    Branch,
    /// Profiles only: threads
    Thread,
    /// Profiles only: power over time, with the methods that drew most of it
    Time,
    /// Profiles only: what was allocated where, with its part of the garbage collector's energy
    Garbage,
    /// Profiles only: what threads waited for
    Wait,
    /// Profiles only: networks and disks, modelled
    Device,
}

impl By {
    pub(crate) const fn is_of_profile_alone(self) -> bool {
        !matches!(
            self,
            Self::Method | Self::Line | Self::Operation | Self::Class
        )
    }
}
