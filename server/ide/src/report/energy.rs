//! Energies as a report has them.

use crate::model::without_residue;
use posterior::Energy;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// A distribution in joules.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct EnergyReport {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// Quantiles by probability.
    pub quantiles: Quantiles,
}

/// Quantiles in joules by probability.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Quantiles {
    /// The median.
    #[serde(rename = "0.5")]
    pub p50: f64,
    /// Exceeded in one of 20 runs.
    #[serde(rename = "0.95")]
    pub p95: f64,
    /// Exceeded in one of 100 runs.
    #[serde(rename = "0.99")]
    pub p99: f64,
    /// Exceeded in one of 1000 runs.
    #[serde(rename = "0.999")]
    pub p999: f64,
}

impl From<&Energy> for EnergyReport {
    fn from(energy: &Energy) -> Self {
        let quantile = |p| energy.wcec_quantile(p).0;
        Self {
            mean: without_residue(energy.mean().0),
            sd: energy.sd().0,
            quantiles: Quantiles {
                p50: quantile(0.5),
                p95: quantile(0.95),
                p99: quantile(0.99),
                p999: quantile(0.999),
            },
        }
    }
}

impl EnergyReport {
    /// `None` where JSON has no way to write a number of it.
    pub(super) fn finite(energy: &Energy) -> Option<Self> {
        let report = Self::from(energy);
        report.is_finite().then_some(report)
    }

    pub(super) fn is_finite(&self) -> bool {
        let Quantiles {
            p50,
            p95,
            p99,
            p999,
        } = self.quantiles;
        [self.mean, self.sd, p50, p95, p99, p999]
            .iter()
            .all(|value| value.is_finite())
    }
}

/// A value as JSON. That fails only for maps whose keys are no strings, which no part of a report has.
pub(super) fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}
