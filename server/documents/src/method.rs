//! A method of a report.

use crate::energy::EnergyReport;
use crate::form::Form;
use crate::typical::TypicalReport;
use crate::worst::WorstReport;
use serde::{Deserialize, Serialize};

/// A method.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound(
    serialize = "F::Text: Serialize, F::Names: Serialize, F::Energy: Serialize, F::Quantiles: Serialize, F::Terms: Serialize, F::Follows: Serialize, F::RestsOn: Serialize, F::Line: Serialize",
    deserialize = "F::Text: Deserialize<'de>, F::Names: Deserialize<'de>, F::Energy: Deserialize<'de>, F::Quantiles: Deserialize<'de> + Default, F::Terms: Deserialize<'de>, F::Follows: Deserialize<'de> + Default, F::RestsOn: Deserialize<'de> + Default, F::Line: Deserialize<'de>"
))]
pub struct MethodReport<F: Form> {
    /// The class in binary form with slashes.
    pub class: F::Text,
    /// The name.
    pub method: F::Text,
    /// The descriptor.
    pub descriptor: F::Text,
    /// The source file, relative to the project.
    pub file: Option<F::Text>,
    /// The archive of the class, or `app.jar!/BOOT-INF/lib/x.jar` inside another one; missing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jar: Option<F::Text>,
    /// The entry of the class in the archive, `BOOT-INF/classes/p/A.class`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<F::Text>,
    /// The first line of the method's code.
    pub line: Option<u32>,
    /// The average of a call that returns; `null` if there is no code to price, or a number is out of range.
    pub typical: Option<TypicalReport<F>>,
    /// The worst case of a call.
    pub worst: WorstReport<F>,
    /// The least energy of a call that returns, at the assumed values. Loops without an assumed value do not repeat. `null` if
    /// nothing is known.
    pub best: Option<EnergyReport<F::Quantiles>>,
    /// Where the prices of the executed events come from.
    pub provenance: Option<ProvenanceReport>,
    /// The share of the savings on the stack that was not subtracted.
    #[serde(default)]
    pub clipped: Option<f64>,
    /// The methods that its calls may run, sorted, as in `java/lang/Object.hashCode()I`; empty if the calls were not followed.
    #[serde(default)]
    pub callees: Vec<String>,
    /// The names in it that were found neither in the project nor on the class path, sorted.
    #[serde(default)]
    pub unresolved: F::Names,
    /// Notes for readers about how the cost was computed.
    pub notes: Vec<String>,
    /// Its measured energy in the runs of a profile; missing without a profile, or if the profile has nothing about the method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<MeasuredReport>,
    /// Its energy as corrected by nearby measured methods; missing if a profile measured it, or nothing nearby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchored: Option<AnchoredReport>,
    /// The lines.
    pub lines: Vec<F::Line>,
}

/// The measured energy of a method in the runs of a profile. Each energy is a mean with the ends of its 90% interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MeasuredReport {
    /// The number of calls; `null` if it was not counted.
    pub calls: Option<u64>,
    /// Joules, callees included; `null` if no energy was measured.
    pub joules: Option<[f64; 3]>,
    /// Joules of its own code.
    pub own_joules: Option<[f64; 3]>,
    /// Its share of the energy of all Java code, callees included.
    pub share: [f64; 3],
    /// Joules per call, callees included; `null` if the profile does not show it.
    pub joules_per_call: Option<[f64; 3]>,
    /// Whether the energy was computed from CPU time, and no meter measured it.
    pub is_modelled: bool,
}

/// The energy of a method that was not measured: its prediction, corrected by nearby measured methods.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AnchoredReport {
    /// Joules per call, callees included: the mean and the ends of the 90% interval.
    pub joules_per_call: [f64; 3],
    /// The factor of the prediction: the mean and the ends of the 90% interval.
    pub factor: [f64; 3],
    /// What the nearest measured methods share with it.
    pub nearest: AnchorLevel,
    /// The number of these methods.
    pub methods: u64,
}

/// What a method has in common with measured methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnchorLevel {
    /// The class.
    Class,
    /// The package.
    Package,
    /// Only the run.
    Run,
}

/// Shares of executed events.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ProvenanceReport {
    /// Priced by measured patterns.
    pub modelled: f64,
    /// Priced by what another machine needs, times a ratio.
    #[serde(default)]
    pub transferred: f64,
    /// Priced by a similar pattern.
    pub approximated: f64,
    /// Not priced.
    pub unpriced: f64,
}
