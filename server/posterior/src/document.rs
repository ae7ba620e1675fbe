//! The file format `jouled.posterior/1`, field by field.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::joules::Joules;
use crate::record::FitRecord;

/// The value of the field `schema` in every file of this format.
pub const SCHEMA: &str = "jouled.posterior/1";

/// What the features of a posterior mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structure {
    /// An event counts one level of each category: operation, data type, data size, device.
    Additive,
    /// An event counts one feature, its instruction in context, and the device level.
    Instruction,
    /// Compiled code: an event counts one feature, a kind of work, and nothing is subtracted. A whole program is off by a factor;
    /// the discrepancy is the standard deviation of the factor's logarithm.
    Compiled,
}

/// How the JVM ran the measured programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mode {
    /// Bytecode is interpreted; nothing is compiled (`-Xint`).
    Interpreter,
    /// Methods are compiled by C1, the quick compiler, without profiling (`-XX:TieredStopAtLevel=1`), and are warmed up.
    C1,
    /// Methods are compiled by C2, the optimising compiler, and are warmed up.
    C2,
}

/// The kind of a feature, and the part of a prediction that it explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Category {
    /// A level β of the additive structure: the operation.
    Operation,
    /// A level γ of the additive structure: the data type.
    DataType,
    /// A level α of the additive structure: the source of the operand.
    DataSize,
    /// A level δ: the device.
    Device,
    /// A sum of levels that the measurements identify only together.
    CallCell,
    /// An instruction in its context, in the instruction structure.
    Instruction,
    /// A kind of work, in the compiled structure.
    Work,
    /// A whole pattern of the additive structure that a campaign on another machine measured, times the ratio of this machine to that one.
    Transferred,
    /// An energy that is given instead of predicted. No feature of a model has this kind.
    #[serde(skip)]
    Given,
}

/// The origin of a value in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// Fitted to measurements of exactly this.
    Measured,
    /// Computed from other fitted values.
    Inferred,
    /// The cost in a campaign on another machine, times a ratio that is learned from what both measured.
    Transferred,
}

macro_rules! display_as {
    ($type:ident { $($variant:ident => $text:literal),+ $(,)? }) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $(Self::$variant => $text),+ })
            }
        }
    };
}

display_as!(Structure { Additive => "additive", Instruction => "instruction", Compiled => "compiled" });
display_as!(Mode { Interpreter => "interpreter", C1 => "c1", C2 => "c2" });
display_as!(Category {
    Operation => "operation",
    DataType => "data type",
    DataSize => "data size",
    Device => "device",
    CallCell => "call cell",
    Instruction => "instruction",
    Work => "kind of work",
    Transferred => "transferred",
    Given => "given",
});
display_as!(Status { Measured => "measured", Inferred => "inferred", Transferred => "transferred" });

/// How well the sampler explored one value, if known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagnostics {
    /// Monte Carlo standard error of the mean.
    #[serde(rename = "mcse_j", skip_serializing_if = "Option::is_none")]
    pub mcse: Option<Joules>,
    /// Effective sample size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ess: Option<f64>,
    /// Potential scale reduction factor: near 1 if the chains agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rhat: Option<f64>,
}

impl Diagnostics {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// One named parameter θ of a posterior with its marginal distribution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// `category:level` in the additive structure, `mnemonic` or `mnemonic/source,source` in the instruction structure,
    /// `work:kind` in the compiled structure; `device:name` for a device in all of them. `transferred:operation/type` is a whole
    /// pattern of the additive structure.
    pub name: String,
    /// Its kind.
    pub category: Category,
    /// Its name in the model's source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Posterior mean of the energy of one count.
    #[serde(rename = "mean_j")]
    pub mean: Joules,
    /// Posterior standard deviation of the energy of one count.
    #[serde(rename = "sd_j")]
    pub sd: Joules,
    /// The origin of the value.
    pub status: Status,
    /// How well the sampler explored it.
    #[serde(default, skip_serializing_if = "Diagnostics::is_empty")]
    pub diagnostics: Diagnostics,
}

/// Residual standard deviation σ, used as the noise of one execution.
///
/// It is the residual of one measurement, which is itself a mean over many executions, and it includes the misfit of the additive
/// form (Nyholm, Mostowski and Reichenbach 2025, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sigma {
    /// Posterior mean of σ.
    #[serde(rename = "mean_j")]
    pub mean: Joules,
    /// Posterior standard deviation of σ.
    #[serde(rename = "sd_j")]
    pub sd: Joules,
    /// How well the sampler explored it.
    #[serde(default, skip_serializing_if = "Diagnostics::is_empty")]
    pub diagnostics: Diagnostics,
}

/// The Java runtime of the measured programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredJdk {
    /// Such as `OpenJDK`.
    pub distribution: String,
    /// Such as `21.0.6`.
    pub version: String,
    /// Options given to `java`.
    #[serde(default)]
    pub options: Vec<String>,
}

impl fmt::Display for MeasuredJdk {
    /// `OpenJDK 21.0.6 -Xint`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.distribution, self.version)?;
        self.options
            .iter()
            .try_for_each(|option| write!(f, " {option}"))
    }
}

/// The measured machine and its meter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hardware {
    /// Such as `Raspberry Pi 5 Model B rev 1`.
    pub machine: String,
    /// The number of measured machines of this kind.
    pub boards: u32,
    /// The processor's frequency, if it was fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_clock_hz: Option<f64>,
    /// The instrument or counter.
    pub meter: String,
    /// Supply voltage, if the meter was also the supply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply_v: Option<f64>,
    /// The part of the machine that the joules cover, such as `whole board`.
    pub scope: String,
    /// Other constant conditions.
    #[serde(default)]
    pub conditions: Vec<String>,
}

impl fmt::Display for Hardware {
    /// `2 × Raspberry Pi 5 Model B rev 1 at 1.5 GHz, whole board, Keithley 2602 at 5.6 V, …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.boards, self.machine)?;
        if let Some(hz) = self.cpu_clock_hz {
            write!(f, " at {} GHz", hz / 1e9)?;
        }
        write!(f, ", {}, {}", self.scope, self.meter)?;
        if let Some(volts) = self.supply_v {
            write!(f, " at {volts} V")?;
        }
        self.conditions
            .iter()
            .try_for_each(|condition| write!(f, ", {condition}"))
    }
}

/// The origin of the numbers, and their limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelProvenance {
    /// Title of the paper or campaign.
    pub title: String,
    /// Who measured.
    pub authors: Vec<String>,
    /// When it was published or fitted.
    pub year: u32,
    /// The place in the source, such as `Table 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locator: Option<String>,
    /// How this file was made from the source.
    pub method: String,
    /// What readers of the numbers must know.
    #[serde(default)]
    pub caveats: Vec<String>,
}

/// The covariance of the features, in the order of the features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum CovarianceDocument {
    /// Only the marginals are known: the variances on the diagonal, zeros elsewhere.
    Diagonal {},
    /// Every pair of features, in square joules.
    Full {
        /// A row for each feature.
        rows_j2: Vec<Vec<f64>>,
    },
    /// Some features are log-normal and vary together. Of the others, only the marginals are known.
    LogNormal {
        /// The names of the log-normal features.
        features: Vec<String>,
        /// The covariance of their logarithms: a row for each of them, in this order. It agrees with their `sd_j`.
        log_rows: Vec<Vec<f64>>,
    },
}

/// A whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Where an editor finds the JSON Schema. The model does not use it.
    #[serde(rename = "$schema", default, skip_serializing)]
    pub json_schema: Option<String>,
    /// [`SCHEMA`]
    pub schema: String,
    /// The name of the model.
    pub name: String,
    /// What its features mean.
    pub structure: Structure,
    /// How the JVM ran the measured programs.
    pub mode: Mode,
    /// The measured runtime.
    pub jdk: MeasuredJdk,
    /// The measured machine.
    pub hardware: Hardware,
    /// The origin of the numbers.
    pub provenance: ModelProvenance,
    /// The misfit of whole programs as a share of the mean; in the compiled structure, the standard deviation of its logarithm.
    pub discrepancy: f64,
    /// The misfit of each feature in a program as a share of its mean.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub feature_discrepancy: f64,
    /// The noise of one execution.
    pub sigma: Sigma,
    /// The parameters.
    pub features: Vec<Feature>,
    /// How they vary together.
    pub covariance: CovarianceDocument,
    /// How it was fitted, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fit: Option<FitRecord>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_nothing(number: &f64) -> bool {
    *number == 0.0
}

/// The name of [`crate::Device::Any`].
pub(crate) const ANY: &str = "any";
