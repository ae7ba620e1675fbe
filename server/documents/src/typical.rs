//! A method's typical energy.

use crate::form::Form;
use serde::{Deserialize, Serialize};

/// What a call that returns costs on average.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound(
    serialize = "F::Text: Serialize, F::Terms: Serialize, F::Follows: Serialize",
    deserialize = "F::Text: Deserialize<'de>, F::Terms: Deserialize<'de>, F::Follows: Deserialize<'de> + Default"
))]
pub struct TypicalReport<F: Form> {
    /// The mean in joules.
    pub mean: f64,
    /// The standard deviation in joules of what is executed on average.
    pub sd: f64,
    /// The ends in joules of an interval that holds the truth in 90 of 100 cases.
    pub interval: [f64; 2],
    /// Whether it is more than an order of magnitude.
    #[serde(default)]
    pub kind: Openness,
    /// Why it is open; `None` where it is tight.
    pub why: Option<F::Text>,
    /// How many calls of methods without a price there are on average. They are not in the numbers.
    pub unpriced_calls: f64,
    /// Some of these methods, those with the most calls first.
    pub unpriced: Vec<UnpricedCalls>,
    /// The probability that an exception leaves the method: any, where a run counted that, or else one that the method throws
    /// itself. Its cost is not in the numbers.
    #[serde(default)]
    pub throws: Option<f64>,
    /// What a call costs on average that ends with an exception which the method throws itself; `None` where it throws none,
    /// or with a probability below 0.001. Reports from before it was told have none.
    #[serde(default)]
    pub thrown: Option<ThrownReport>,
    /// True where a run counted the method's own branches, loops and calls.
    #[serde(default)]
    pub counted: bool,
    /// The energy over symbols; `None` where it is a number alone.
    pub formula: Option<String>,
    /// What is executed on average, as a list of one [`crate::TermReport`]; `None` where a report leaves it out.
    pub cost: Option<F::Terms>,
    /// The parts of the mean that follow values, [`crate::FollowsReport`]s; they are in `cost`, with each value at what it
    /// is taken to be. Reports from before they were told have none.
    #[serde(default)]
    pub follows: F::Follows,
    /// The parts of the mean that are not certain.
    pub behind: UncertaintyReport,
    /// The parts of `behind` that the other of two states does not decide as well; `None` in a report of one state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<UncertaintyReport>,
    /// A digest of each estimate of a branch or a loop, by which two states tell whether they estimate alike. Reports from before
    /// they were told have none.
    #[serde(default)]
    pub estimates: Vec<String>,
    /// A digest of the control flow: the same for states of a method whose branches ask the same; `None` where the method
    /// is too large.
    #[serde(default)]
    pub frequencies: Option<String>,
}

/// How much a typical energy tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openness {
    /// Its interval is narrow.
    Tight,
    /// No more than an order of magnitude.
    #[default]
    Open,
}

/// A call that ends with an exception.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ThrownReport {
    /// The mean in joules.
    pub mean: f64,
    /// How many calls of methods without a price there are on average. They are not in the mean.
    pub unpriced_calls: f64,
}

/// Calls of a method without a price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnpricedCalls {
    /// `java/lang/Object.hashCode()I`
    pub method: String,
    /// How often it is called on average.
    pub calls: f64,
}

/// The parts of a typical energy that depend on something uncertain, in joules. They overlap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct UncertaintyReport {
    /// On branches.
    pub branches: f64,
    /// On how often loops repeat.
    pub loops: f64,
    /// On which of several methods runs.
    pub dispatch: f64,
    /// On how deep methods call each other; reports from before it was told have none.
    #[serde(default)]
    pub recursion: f64,
    /// On what runs of other programs counted; reports from before it was told have none.
    #[serde(default)]
    pub measured: f64,
    /// On sizes of arrays and texts that a caller may know; reports from before it was told have none.
    #[serde(default)]
    pub sizes: f64,
    /// On exits of loops that only one of two states has; nothing in a report of one state.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub exits: f64,
    /// The standard deviation if all of these were independent; reports from before it was told have none.
    #[serde(default)]
    pub scatter: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_nothing(joules: &f64) -> bool {
    *joules == 0.0
}
