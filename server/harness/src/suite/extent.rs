//! How many of the programs a campaign has.

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Patterns, extras, and a part of the sequences, kernels and composites.
    Quick,
    /// All programs.
    Full,
}

impl Extent {
    /// The word in provenances and flags.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }

    /// How many composite methods a campaign has, the held-out ones among them. They are most of the programs, because
    /// methods are what a model predicts, and nothing else is so like them.
    pub const fn composites(self) -> u32 {
        match self {
            Self::Quick => 240,
            Self::Full => 960,
        }
    }

    /// How many kernels are made up, the held-out ones among them.
    pub const fn kernels(self) -> u32 {
        match self {
            Self::Quick => 80,
            Self::Full => 320,
        }
    }

    /// Of the sequences each so-manyth is measured.
    pub(super) const fn sequence_step(self) -> usize {
        match self {
            Self::Quick => 3,
            Self::Full => 1,
        }
    }
}
