//! The counted energies of methods, with the predictions for them.

use frequency::IntervalShares;
use serde::{Deserialize, Serialize};

use super::call_shares::CallShares;

/// The predictions of models for programs that they were not learned from.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct HeldOutPredictions {
    pub(crate) methods: Vec<Measured>,
    /// The calls that several methods may answer.
    pub(crate) calls: Vec<CallShares>,
}

impl HeldOutPredictions {
    pub(super) fn extend(&mut self, more: Self) {
        self.methods.extend(more.methods);
        self.calls.extend(more.calls);
    }
}

/// A counted method with the prediction for it. Energies are in joules for each call that returned.
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
    /// Without and with callees.
    pub(crate) own: Compared,
    pub(crate) all: Compared,
    /// True for a method in a group whose members call each other, as far as is known.
    pub(crate) is_recursive: bool,
    /// Unpriced calls for each call of the method.
    pub(crate) unpriced_calls: f64,
    /// The factors between what is executed on average and its energy by the posterior, at the 5th and the 95th percentile.
    pub(crate) posterior: [f64; 2],
    /// The factors between the true value and the prediction at the 5th and the 95th percentile. First those of the model,
    /// later those learned from other held-out programs.
    pub(crate) interval: [f64; 2],
    /// The factors at the ends of an interval for not knowing which methods run.
    pub(crate) between_targets: [f64; 2],
    /// The prediction at given values, if the formula depends on any.
    #[serde(default)]
    pub(crate) told: Option<Told>,
    /// What was counted with each of two inputs, if there are two: the first and the second.
    pub(crate) inputs: Option<[Option<f64>; 2]>,
}

/// A prediction that uses everything the caller can know.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Told {
    /// The energy at the counted values; `None` if they were not counted.
    pub(crate) typical: Option<f64>,
    /// The shares that depend on the remaining unknowns.
    pub(crate) behind: IntervalShares,
    /// The factors at the ends of an interval for not knowing which methods run.
    pub(crate) between_targets: [f64; 2],
    /// The factors between the true value and the prediction at the 5th and the 95th percentile.
    pub(crate) interval: [f64; 2],
}

/// A counted energy, and the prediction for it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Compared {
    pub(crate) counted: f64,
    pub(crate) typical: f64,
    /// The worst case, with unknown symbols at a value used only for sorting.
    pub(crate) worst: Option<f64>,
    /// The shares that depend on loops, branches, dispatch, recursion and what was counted of the JDK.
    pub(crate) behind: IntervalShares,
}
