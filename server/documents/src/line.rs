//! A line, and what is executed on it.

use serde::{Deserialize, Serialize};

/// A line. What stands in place of its numbers and patterns is up to who holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(
    deserialize = "N: Deserialize<'de>, Q: Deserialize<'de> + Default, P: Deserialize<'de>"
))]
pub struct LineReport<N, Q, P> {
    /// The line, counted from 1.
    pub line: u32,
    /// The mean in joules of everything on it, once.
    pub mean: N,
    /// The standard deviation.
    #[serde(default)]
    pub sd: Q,
    /// Quantiles by probability.
    #[serde(default)]
    pub quantiles: Q,
    /// What is executed, as [`PatternReport`]s.
    pub patterns: P,
}

/// A pattern on a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PatternReport<S = String> {
    /// The operation.
    pub operation: S,
    /// The data type.
    pub data_type: S,
    /// The data size.
    pub data_size: S,
    /// How often; negative for results that stay on the stack.
    pub count: f64,
    /// The mean of all of them, joules; `null` where it is not known.
    pub mean: Option<f64>,
}
