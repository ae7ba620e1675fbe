//! The result of a regression of energy on calls, to compare with the samples.

use crate::estimate::Estimate;
use crate::record::MethodIndex;

/// The result of a regression of energy on calls, or why there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SecondOpinion {
    /// No energy was measured.
    NotMeasured,
    /// Calls were not read while the program ran.
    #[default]
    NotCounted,
    /// According to the samples, the methods whose calls were read have less than half of the energy, and none is disputed.
    FewCounted {
        /// Their part of the energy.
        share: f64,
    },
    /// There are too few windows for the methods.
    FewWindows {
        /// The number of windows.
        windows: usize,
    },
    /// Calls come and go together, so the regression cannot separate their energies.
    IllConditioned {
        /// The largest singular value of the calls divided by the smallest, with columns of length 1.
        condition_number: f64,
    },
    /// There is a result.
    Given(CallRegression),
}

/// A regression of energy on calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallRegression {
    /// The number of windows. Short windows of the meter are merged.
    pub windows: usize,
    /// The largest singular value of the calls divided by the smallest, with columns of length 1.
    pub condition_number: f64,
    /// The correlation of predicted and measured energy in windows that were left out; `None` if unknown.
    pub correlation: Option<f64>,
    /// The mean error of these predictions divided by the mean energy.
    pub nmae: Option<f64>,
    /// Whether whole runs were left out, rather than parts of the only run.
    pub is_over_runs: bool,
    /// According to the samples, the part of the energy that none of these methods called.
    pub rest_share: f64,
    /// The methods, the most expensive first.
    pub methods: Vec<RegressionRow>,
}

/// A method by regression and by samples. A call includes what it calls, up to the next method of the regression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegressionRow {
    /// The method.
    pub method: MethodIndex,
    /// Calls per run.
    pub calls: f64,
    /// Joules of a call, by regression.
    pub per_call: Estimate,
    /// Joules of a run, by regression, for the part of the time that was measured.
    pub joules: Estimate,
    /// Joules of a run, by samples.
    pub sampled_joules: Estimate,
}

impl RegressionRow {
    /// Whether the two intervals do not overlap.
    pub fn is_disputed(&self) -> bool {
        self.joules.hi < self.sampled_joules.lo || self.joules.lo > self.sampled_joules.hi
    }
}
