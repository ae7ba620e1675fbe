//! What replaces the parts of a report.

use std::fmt::Debug;

/// What replaces the parts of a report.
pub trait Form {
    /// A short text.
    type Text: Debug + Clone;
    /// Names.
    type Names: Debug + Clone + Default;
    /// An [`crate::EnergyReport`].
    type Energy: Debug + Clone;
    /// The quantiles of energies that are no [`Form::Energy`].
    type Quantiles: Debug + Clone;
    /// [`crate::TermReport`]s.
    type Terms: Debug + Clone;
    /// [`crate::FollowsReport`]s.
    type Follows: Debug + Clone;
    /// What a worst case rests on although the code does not show it.
    type RestsOn: Debug + Clone;
    /// A [`crate::LineReport`].
    type Line: Debug + Clone;
}
