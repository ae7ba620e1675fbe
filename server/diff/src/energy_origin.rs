//! Where an energy comes from if a profile was given.

use serde::Serialize;
use std::fmt;

/// The origin of an energy if a profile was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EnergyOrigin {
    /// The run measured it.
    Measured,
    /// A prediction times a factor from the run: that of the method before the change, or of nearby methods.
    Anchored,
    /// A prediction of which the run says nothing.
    Predicted,
}

impl fmt::Display for EnergyOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Measured => "measured",
            Self::Anchored => "anchored",
            Self::Predicted => "predicted",
        })
    }
}
