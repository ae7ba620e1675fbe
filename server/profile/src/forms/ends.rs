//! An estimate in JSON.

use serde::Serialize;

use crate::estimate::Estimate;

/// The mean and the ends of its interval.
#[derive(Serialize)]
pub(super) struct Ends {
    mean: f64,
    lo: f64,
    hi: f64,
}

impl From<Estimate> for Ends {
    fn from(estimate: Estimate) -> Self {
        let Estimate { mean, lo, hi } = estimate;
        Self { mean, lo, hi }
    }
}
