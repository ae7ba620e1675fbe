//! A method's typical energy.

use crate::form::Form;
use serde::{Deserialize, Serialize};

/// The average of a call that returns.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound(
    serialize = "F::Text: Serialize, F::Terms: Serialize, F::Follows: Serialize",
    deserialize = "F::Text: Deserialize<'de>, F::Terms: Deserialize<'de>, F::Follows: Deserialize<'de> + Default"
))]
pub struct TypicalReport<F: Form> {
    /// The mean in joules.
    pub mean: f64,
    /// The standard deviation of the average in joules.
    pub sd: f64,
    /// The ends in joules of an interval that contains the true value in 90 of 100 cases.
    pub interval: [f64; 2],
    /// Whether the number is known to better than an order of magnitude.
    #[serde(default)]
    pub kind: Openness,
    /// Why the interval is wide; `None` if it is tight.
    pub why: Option<F::Text>,
    /// The average number of calls of methods without a price. They are not in the numbers.
    pub unpriced_calls: f64,
    /// Some of these methods, those with the most calls first.
    pub unpriced: Vec<UnpricedCalls>,
    /// The probability that a call ends with an exception: any exception if a run counted it, otherwise one that the method
    /// throws itself. Such calls are not in the numbers.
    #[serde(default)]
    pub throws: Option<f64>,
    /// The average of a call that ends with an exception thrown by the method itself; `None` if it throws none, or with a
    /// probability below 0.001. Missing in older reports.
    #[serde(default)]
    pub thrown: Option<ThrownReport>,
    /// Whether a run counted the method's own branches, loops and calls.
    #[serde(default)]
    pub counted: bool,
    /// The energy as a formula; `None` if it is only a number.
    pub formula: Option<String>,
    /// What is executed on average, as a list of one [`crate::TermReport`]; `None` if a report leaves it out.
    pub cost: Option<F::Terms>,
    /// The parts of the mean that are proportional to values, as [`crate::FollowsReport`]s. They are also in `cost`, at the
    /// assumed values. Missing in older reports.
    #[serde(default)]
    pub follows: F::Follows,
    /// The uncertain parts of the mean.
    pub behind: UncertaintyReport,
    /// The parts of `behind` that only this one of two states decides; `None` in a report of a single state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<UncertaintyReport>,
    /// A digest of each estimate of a branch or a loop, which shows whether two states have the same estimates. Missing in
    /// older reports.
    #[serde(default)]
    pub estimates: Vec<String>,
    /// A digest of the control flow: the same for two states of a method whose branches have the same conditions; `None` if the
    /// method is too large.
    #[serde(default)]
    pub frequencies: Option<String>,
}

/// How precise a typical energy is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openness {
    /// Its interval is narrow.
    Tight,
    /// Known only to an order of magnitude.
    #[default]
    Open,
}

/// A call that ends with an exception.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ThrownReport {
    /// The mean in joules.
    pub mean: f64,
    /// The average number of calls of methods without a price. They are not in the mean.
    pub unpriced_calls: f64,
}

/// Calls of a method without a price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnpricedCalls {
    /// `java/lang/Object.hashCode()I`
    pub method: String,
    /// The average number of calls.
    pub calls: f64,
}

/// The parts of a typical energy that depend on something uncertain, in joules. They overlap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct UncertaintyReport {
    /// Which way branches go.
    pub branches: f64,
    /// How often loops repeat.
    pub loops: f64,
    /// Which of several methods runs.
    pub dispatch: f64,
    /// How deep methods call each other; missing in older reports.
    #[serde(default)]
    pub recursion: f64,
    /// What runs of other programs counted; missing in older reports.
    #[serde(default)]
    pub measured: f64,
    /// Sizes of arrays and texts that a caller may know; missing in older reports.
    #[serde(default)]
    pub sizes: f64,
    /// Exits of loops that only one of two states has; missing in a report of a single state.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub exits: f64,
    /// The standard deviation if all of these were independent; missing in older reports.
    #[serde(default)]
    pub scatter: f64,
    /// What not every call executes; missing in older reports.
    #[serde(default)]
    pub unsure: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_nothing(joules: &f64) -> bool {
    *joules == 0.0
}
