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
    /// The archive that the class is in, `app.jar!/BOOT-INF/lib/x.jar` inside another; missing where it is in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jar: Option<F::Text>,
    /// The entry of the class in it, `BOOT-INF/classes/p/A.class`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<F::Text>,
    /// The first line of the method's code.
    pub line: Option<u32>,
    /// What a call that returns costs on average; `null` where there is no code to price or a number is out of range.
    pub typical: Option<TypicalReport<F>>,
    /// What a call costs in the worst case.
    pub worst: WorstReport<F>,
    /// What a returning call costs at least, at the assumed values and with no repetitions of loops that lack one;
    /// `null` where nothing is known about it.
    pub best: Option<EnergyReport<F::Quantiles>>,
    /// How the executed events came by their prices.
    pub provenance: Option<ProvenanceReport>,
    /// The share of the savings on the stack that was not subtracted.
    #[serde(default)]
    pub clipped: Option<f64>,
    /// Who may run when it calls, sorted, as in `java/lang/Object.hashCode()I`; empty where the calls were not followed.
    #[serde(default)]
    pub callees: Vec<String>,
    /// The names in it that were not found, sorted: neither in the project nor on the class path.
    #[serde(default)]
    pub unresolved: F::Names,
    /// What a reader should know about how the cost was found.
    pub notes: Vec<String>,
    /// What it did cost in the runs of a profile; missing where no profile was given, or it says nothing of the method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<MeasuredReport>,
    /// What it costs by the measured methods near it; missing where a profile measured it, or nothing near it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchored: Option<AnchoredReport>,
    /// The lines.
    pub lines: Vec<F::Line>,
}

/// What a method cost in the runs of a profile. Each energy is a mean with the ends of its 90% interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MeasuredReport {
    /// How often it was called; `null` where that was not counted.
    pub calls: Option<u64>,
    /// Joules with all that it calls; `null` where no energy was measured.
    pub joules: Option<[f64; 3]>,
    /// Joules of its own code.
    pub own_joules: Option<[f64; 3]>,
    /// What it has of all Java code's energy, with all that it calls.
    pub share: [f64; 3],
    /// Joules of a call with all that it calls; `null` where the profile does not tell.
    pub joules_per_call: Option<[f64; 3]>,
    /// Whether a model of power worked the energy out, and nothing measured it.
    pub is_modelled: bool,
}

/// What a method that was not measured costs: predicted, times what measured methods near it cost of their predictions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AnchoredReport {
    /// Joules of a call with all that it calls: the mean and the ends of the 90% interval.
    pub joules_per_call: [f64; 3],
    /// The factor on the prediction: the mean and the ends of the 90% interval.
    pub factor: [f64; 3],
    /// Whose measured methods are nearest.
    pub nearest: AnchorLevel,
    /// How many these are.
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
    /// No more than the run.
    Run,
}

/// Shares of executed events.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ProvenanceReport {
    /// Priced by measured patterns.
    pub modelled: f64,
    /// Priced by a relative.
    pub approximated: f64,
    /// Not priced.
    pub unpriced: f64,
}
