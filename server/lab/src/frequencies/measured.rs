//! What was counted of methods, beside what is said about them.

use frequency::Shares;
use serde::{Deserialize, Serialize};

/// A method that was counted, with what is said about it. Energies are in joules for each call that returned.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own"
)]
pub(crate) struct Measured {
    pub(crate) program: String,
    /// True for a method of the JDK that the program ran.
    pub(crate) is_of_library: bool,
    pub(crate) method: String,
    pub(crate) returned: u64,
    pub(crate) has_branch: bool,
    pub(crate) has_call: bool,
    /// Without and with what it calls.
    pub(crate) own: Compared,
    pub(crate) all: Compared,
    /// True in a group of methods that, as far as can be told, call each other.
    pub(crate) is_recursive: bool,
    /// How many calls have no price, for each call.
    pub(crate) unpriced_calls: f64,
    /// The factors at the 5th and the 95th percentile between what is executed on average and its energy by the posterior.
    pub(crate) posterior: [f64; 2],
    /// The factors at the 5th and the 95th percentile between the truth and what is said, by the model; those that are learned
    /// of others that were held out take their place.
    pub(crate) interval: [f64; 2],
    /// What is said with the values given that the formula follows, where there are any.
    #[serde(default)]
    pub(crate) told: Option<Told>,
    /// What was counted with each of two inputs, where there are two: the first and the second.
    pub(crate) inputs: Option<[Option<f64>; 2]>,
}

/// What is said about an energy with all that its caller can tell.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Told {
    /// The energy at the values that were counted; `None` where they were not.
    pub(crate) typical: Option<f64>,
    /// The shares that depend on the rest.
    pub(crate) behind: Shares,
    /// The factors at the 5th and the 95th percentile between the truth and what is said.
    pub(crate) interval: [f64; 2],
}

/// An energy that was counted, and what is said about it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Compared {
    pub(crate) counted: f64,
    pub(crate) typical: f64,
    /// The worst case, all that nobody knows at a value for sorting.
    pub(crate) worst: Option<f64>,
    /// The shares that depend on loops, branches, dispatch, recursion and what was counted of the JDK.
    pub(crate) behind: Shares,
}
