//! A method's worst case.

use crate::energy::EnergyReport;
use crate::form::Form;
use crate::symbol::AssumptionReport;
use crate::unpriced::UnpricedReport;
use serde::{Deserialize, Serialize};

/// What a call costs in the worst case.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound(
    serialize = "F::Energy: Serialize, F::Terms: Serialize, F::Quantiles: Serialize, F::RestsOn: Serialize",
    deserialize = "F::Energy: Deserialize<'de>, F::Terms: Deserialize<'de>, F::Quantiles: Deserialize<'de> + Default, F::RestsOn: Deserialize<'de> + Default"
))]
pub struct WorstReport<F: Form> {
    /// The [`EnergyReport`] of one call; `null` where a symbol has no value, nothing could be seen, a number is out of range or the
    /// worst case is [`WorstReport::speculative`].
    pub energy: Option<F::Energy>,
    /// Why there is no energy; `None` where there is one.
    pub why_not: Option<String>,
    /// True where the worst case would rest on so many assumed counts that a number says nothing of the method.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub speculative: bool,
    /// The energy over symbols; `None` where it has none.
    pub formula: Option<String>,
    /// The cost as a sum of factors, [`crate::TermReport`]s.
    pub cost: F::Terms,
    /// The symbols and their values.
    pub assumptions: Vec<AssumptionReport>,
    /// What the method executes itself, without its callees; `null` where the calls were not followed, or where
    /// [`WorstReport::energy`] would be.
    pub own: Option<EnergyReport<F::Quantiles>>,
    /// What is not in the numbers; `null` where the calls were not followed.
    pub unpriced: Option<Vec<UnpricedReport>>,
    /// What it rests on although the code does not show it.
    #[serde(default)]
    pub rests_on: F::RestsOn,
    /// The names of the conditions of the virtual machine that it needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub platform: Vec<String>,
}
