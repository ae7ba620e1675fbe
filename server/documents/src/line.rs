//! A line, and what is executed on it.

use serde::{Deserialize, Serialize};

/// A line. Its users choose the types of its numbers and patterns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(
    deserialize = "N: Deserialize<'de>, Q: Deserialize<'de> + Default, P: Deserialize<'de>"
))]
pub struct LineReport<N, Q, P> {
    /// The line, counted from 1.
    pub line: u32,
    /// The mean in joules of one execution of everything on it.
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
    /// The count; negative for results that stay on the stack.
    pub count: f64,
    /// The mean energy of all of them in joules; `null` if it is unknown.
    pub mean: Option<f64>,
}
