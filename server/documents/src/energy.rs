//! A distribution of energies.

use serde::{Deserialize, Serialize};

/// A distribution in joules. A reader that needs no quantiles uses another type for `Q`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "Q: Deserialize<'de> + Default"))]
pub struct EnergyReport<Q = Quantiles> {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// Quantiles by probability.
    #[serde(default)]
    pub quantiles: Q,
}

/// Quantiles in joules by probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The median.
    #[serde(rename = "0.5")]
    pub p50: f64,
    /// A run exceeds it with a probability of 5%.
    #[serde(rename = "0.95")]
    pub p95: f64,
    /// A run exceeds it with a probability of 1%.
    #[serde(rename = "0.99")]
    pub p99: f64,
    /// A run exceeds it with a probability of 0.1%.
    #[serde(rename = "0.999")]
    pub p999: f64,
}
