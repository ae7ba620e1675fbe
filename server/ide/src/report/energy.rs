//! Energies in a report.

use crate::model::without_residue;
use documents::{EnergyReport, Quantiles};
use posterior::Energy;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

pub(super) fn energy_report(energy: &Energy) -> EnergyReport {
    let quantile = |p| energy.wcec_quantile(p).0;
    EnergyReport {
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

/// `None` if JSON cannot write one of its numbers.
pub(super) fn finite(energy: &Energy) -> Option<EnergyReport> {
    let report = energy_report(energy);
    is_finite(&report).then_some(report)
}

pub(super) fn is_finite(report: &EnergyReport) -> bool {
    let Quantiles {
        p50,
        p95,
        p99,
        p999,
    } = report.quantiles;
    [report.mean, report.sd, p50, p95, p99, p999]
        .iter()
        .all(|value| value.is_finite())
}

/// A value as JSON. This fails only for maps whose keys are not strings, and no part of a report has such a map.
pub(super) fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}
