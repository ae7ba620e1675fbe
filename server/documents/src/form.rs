//! The types that represent the parts of a report.

use std::fmt::Debug;

/// The types that represent the parts of a report. Writers and readers choose their own.
pub trait Form {
    /// A short text.
    type Text: Debug + Clone;
    /// Names.
    type Names: Debug + Clone + Default;
    /// An [`crate::EnergyReport`].
    type Energy: Debug + Clone;
    /// The quantiles of energies that are not a [`Form::Energy`].
    type Quantiles: Debug + Clone;
    /// [`crate::TermReport`]s.
    type Terms: Debug + Clone;
    /// [`crate::FollowsReport`]s.
    type Follows: Debug + Clone;
    /// What a worst case assumes that the code does not show.
    type RestsOn: Debug + Clone;
    /// A [`crate::LineReport`].
    type Line: Debug + Clone;
}
