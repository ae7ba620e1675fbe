//! A method's worst case.

use crate::energy::EnergyReport;
use crate::form::Form;
use crate::symbol::AssumptionReport;
use crate::unpriced::UnpricedReport;
use serde::{Deserialize, Serialize};

/// The worst case of a call.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound(
    serialize = "F::Energy: Serialize, F::Terms: Serialize, F::Quantiles: Serialize, F::RestsOn: Serialize",
    deserialize = "F::Energy: Deserialize<'de>, F::Terms: Deserialize<'de>, F::Quantiles: Deserialize<'de> + Default, F::RestsOn: Deserialize<'de> + Default"
))]
pub struct WorstReport<F: Form> {
    /// The [`EnergyReport`] of one call; `null` if a symbol has no value, nothing is known, a number is out of range, or the
    /// worst case is [`WorstReport::speculative`].
    pub energy: Option<F::Energy>,
    /// Why there is no energy; `None` if there is one.
    pub why_not: Option<String>,
    /// Whether the worst case needs so many assumed counts that a number would mean nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub speculative: bool,
    /// The energy as a formula; `None` if it has none.
    pub formula: Option<String>,
    /// The cost as a sum of factors, [`crate::TermReport`]s.
    pub cost: F::Terms,
    /// The symbols and their values.
    pub assumptions: Vec<AssumptionReport>,
    /// The method without its callees; `null` if the calls were not followed, or for the same reasons as
    /// [`WorstReport::energy`].
    pub own: Option<EnergyReport<F::Quantiles>>,
    /// What the numbers lack; `null` if the calls were not followed.
    pub unpriced: Option<Vec<UnpricedReport>>,
    /// What it assumes that the code does not show.
    #[serde(default)]
    pub rests_on: F::RestsOn,
    /// The lines of loops that nothing leaves, and of calls that lead back to the method on every path. They repeat until an exception ends them, so a call has no largest energy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endless_loops: Vec<u32>,
    /// The names of the conditions of the JVM that it needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub platform: Vec<String>,
}
