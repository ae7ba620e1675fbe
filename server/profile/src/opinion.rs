//! What a regression of energy on calls says beside the samples.

use crate::estimate::Estimate;
use crate::record::MethodIndex;

/// What a regression of energy on calls says, or why it says nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SecondOpinion {
    /// No energy was measured.
    NotMeasured,
    /// Calls were not read while the program ran.
    #[default]
    NotCounted,
    /// The methods whose calls were read have less than half of the energy by samples, and none is disputed.
    FewCounted {
        /// Their part of it.
        share: f64,
    },
    /// There are too few windows for the methods.
    FewWindows {
        /// How many there are.
        windows: usize,
    },
    /// Calls come and go together, so the regression cannot separate their energies.
    IllConditioned {
        /// The largest singular value of the calls by the smallest, with columns of length 1.
        condition_number: f64,
    },
    /// It says something.
    Given(CallRegression),
}

/// A regression of energy on calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallRegression {
    /// Windows, those of the meter joined where they are short.
    pub windows: usize,
    /// The largest singular value of the calls by the smallest, with columns of length 1.
    pub condition_number: f64,
    /// The correlation of predicted and measured energy in windows that were left out; `None` if that is not known.
    pub correlation: Option<f64>,
    /// The mean error of those predictions as a part of the mean energy.
    pub nmae: Option<f64>,
    /// Whether whole runs were left out, and not parts of the only one.
    pub is_over_runs: bool,
    /// The part of the energy that no method below called, by samples.
    pub rest_share: f64,
    /// The methods, the most expensive first.
    pub methods: Vec<RegressionRow>,
}

/// A method by regression and by samples: a call with all that it calls, up to the next method of the regression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegressionRow {
    /// The method.
    pub method: MethodIndex,
    /// Calls of a run.
    pub calls: f64,
    /// Joules of a call by regression.
    pub per_call: Estimate,
    /// Joules of a run by regression, as far as its time was measured.
    pub joules: Estimate,
    /// Joules of a run by samples.
    pub sampled_joules: Estimate,
}

impl RegressionRow {
    /// Whether the intervals of both do not meet.
    pub fn is_disputed(&self) -> bool {
        self.joules.hi < self.sampled_joules.lo || self.joules.lo > self.sampled_joules.hi
    }
}
