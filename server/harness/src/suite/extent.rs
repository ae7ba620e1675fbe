//! The number of programs in a campaign.

/// How much to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Patterns, extras, and a part of the sequences, kernels and composites.
    Quick,
    /// All programs.
    Full,
}

impl Extent {
    /// Its name in provenances and flags.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }

    /// The number of composite methods in a campaign, including held-out ones. They are most of the programs, because models
    /// predict methods, and nothing else is so similar to them.
    pub const fn composites(self) -> u32 {
        match self {
            Self::Quick => 240,
            Self::Full => 960,
        }
    }

    /// The number of generated kernels, including held-out ones.
    pub const fn kernels(self) -> u32 {
        match self {
            Self::Quick => 80,
            Self::Full => 320,
        }
    }

    /// One in this many sequences is measured.
    pub(super) const fn sequence_step(self) -> usize {
        match self {
            Self::Quick => 3,
            Self::Full => 1,
        }
    }
}
