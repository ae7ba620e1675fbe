//! What is executed, and how often.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A factor, and what is executed that often.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct TermReport<S: Ord = String> {
    /// `1`, `n`, `n²`, …
    pub factor: String,
    /// The mean of one execution in joules; `None` if a report does not contain it.
    #[serde(default)]
    pub mean: Option<f64>,
    /// Its standard deviation.
    #[serde(default)]
    pub sd: Option<f64>,
    /// Counts by feature.
    pub features: BTreeMap<S, f64>,
    /// How often the device's level counts.
    pub device_count: f64,
    /// N, the number of executed events.
    pub n_noise: f64,
    /// Joules that are given instead of computed from the posterior.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub given_joules: f64,
    /// By how much the standard deviation of another path may be larger, in joules.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub other_path_sd: f64,
    /// Alternative costs: the most expensive one counts. Only in older reports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Vec<Self>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

/// What is executed for each unit of a product of values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct FollowsReport<S: Ord = String> {
    /// The values.
    pub values: Vec<UsualReport<S>>,
    /// What is executed for each unit.
    pub each: TermReport<S>,
}

/// A value, and the number assumed for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UsualReport<S = String> {
    /// The name of its symbol.
    pub symbol: S,
    /// The assumed number.
    pub value: f64,
}
