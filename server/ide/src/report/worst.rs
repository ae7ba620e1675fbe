//! What a report says of a method's worst case.

use super::{AssumptionReport, EnergyReport, UnpricedReport};
use crate::unproven_assumption::UnprovenAssumption;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;

/// What a call costs in the worst case.
#[derive(Debug, Clone, Serialize)]
pub struct WorstReport {
    /// The [`EnergyReport`] of one call; `null` where a symbol has no value, nothing could be seen or a number is out of range.
    pub energy: Option<Arc<RawValue>>,
    /// Why there is no energy; `None` where there is one.
    pub why_not: Option<String>,
    /// The energy over symbols; `None` where it has none.
    pub formula: Option<String>,
    /// The cost as a sum of factors, [`super::TermReport`]s.
    pub cost: Arc<RawValue>,
    /// The symbols and their values.
    pub assumptions: Vec<AssumptionReport>,
    /// What the method executes itself, without its callees; `null` where the calls were not followed, or where
    /// [`WorstReport::energy`] would be.
    pub own: Option<EnergyReport>,
    /// What is not in the numbers; `null` where the calls were not followed.
    pub unpriced: Option<Vec<UnpricedReport>>,
    /// What it rests on although the code does not show it.
    pub rests_on: Vec<UnprovenAssumption>,
}

/// Why a worst case has no energy.
pub(super) fn reason(
    has_energy: bool,
    not_analysed: Option<&str>,
    missing: &[&str],
) -> Option<String> {
    if let Some(reason) = not_analysed {
        return Some(format!("{reason}: no code to price"));
    }
    match missing {
        _ if has_energy => None,
        [] => Some(String::from("out of range at the assumed values")),
        [symbol] => Some(format!("{symbol} has no value")),
        symbols => Some(format!("{} have no values", symbols.join(", "))),
    }
}
