//! The file format `jouled.posterior/1`, field by field.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::joules::Joules;
use crate::record::FitRecord;

/// The value of the field `schema` in every file of this format.
pub const SCHEMA: &str = "jouled.posterior/1";

/// What the features of a posterior stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structure {
    /// An event counts one level of each category: operation, data type, data size, device.
    Additive,
    /// An event counts one feature, its instruction in context, and the device level.
    Instruction,
    /// Compiled code: an event counts one feature, a kind of work, and nothing is subtracted. A whole program is off by a
    /// factor: the discrepancy is the standard deviation of its logarithm.
    Compiled,
}

/// How the JVM ran the programs that were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mode {
    /// Bytecode is interpreted, nothing is compiled (`-Xint`).
    Interpreter,
    /// Methods are compiled by C1, the quick compiler, without profiling (`-XX:TieredStopAtLevel=1`), after they have warmed up.
    C1,
    /// Methods are compiled by C2, the optimising compiler, after they have warmed up.
    C2,
}

/// The kind of a feature, and the part of a prediction that it explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Category {
    /// A level β of the additive structure: what is done.
    Operation,
    /// A level γ of the additive structure: the type it is done to.
    DataType,
    /// A level α of the additive structure: where the operand comes from.
    DataSize,
    /// A level δ: the board.
    Device,
    /// A sum of levels that the measurements identify only as a whole.
    CallCell,
    /// An instruction in its context, in the instruction structure.
    Instruction,
    /// A kind of work, in the compiled structure.
    Work,
    /// An energy that somebody gave instead of the posterior; no feature of a model is of this kind.
    #[serde(skip)]
    Given,
}

/// How a value of the model came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// Fitted to measurements of its own.
    Measured,
    /// Computed from other fitted values.
    Inferred,
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
    Given => "given",
});
display_as!(Status { Measured => "measured", Inferred => "inferred" });

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
    /// Potential scale reduction factor: near 1 where the chains agree.
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
    /// `category:level` in the additive structure, `mnemonic` or `mnemonic/source,source` in
    /// the instruction structure, `work:kind` in the compiled structure, `device:name` for a device in all.
    pub name: String,
    /// What kind of feature it is.
    pub category: Category,
    /// How the source of the model calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Posterior mean of the energy of one count.
    #[serde(rename = "mean_j")]
    pub mean: Joules,
    /// Posterior standard deviation of the energy of one count.
    #[serde(rename = "sd_j")]
    pub sd: Joules,
    /// How the value came about.
    pub status: Status,
    /// How well the sampler explored it.
    #[serde(default, skip_serializing_if = "Diagnostics::is_empty")]
    pub diagnostics: Diagnostics,
}

/// Residual standard deviation σ, used as the noise of one execution.
///
/// It is the residual of one measurement, itself a mean over many executions, and contains the
/// misfit of the additive form (Nyholm, Mostowski and Reichenbach 2025, section 5).
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

/// The Java runtime that the measured programs ran on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jdk {
    /// Such as `OpenJDK`.
    pub distribution: String,
    /// Such as `21.0.6`.
    pub version: String,
    /// Options given to `java`.
    #[serde(default)]
    pub options: Vec<String>,
}

impl fmt::Display for Jdk {
    /// `OpenJDK 21.0.6 -Xint`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.distribution, self.version)?;
        self.options
            .iter()
            .try_for_each(|option| write!(f, " {option}"))
    }
}

/// The machine that was measured and the meter that measured it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hardware {
    /// Such as `Raspberry Pi 5 Model B rev 1`.
    pub machine: String,
    /// How many machines of this kind were measured.
    pub boards: u32,
    /// The fixed frequency of the processor, if it was fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_clock_hz: Option<f64>,
    /// The instrument or counter that gave the energy.
    pub meter: String,
    /// Supply voltage, if the meter was also the supply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply_v: Option<f64>,
    /// What part of the machine the joules belong to, such as `whole board`.
    pub scope: String,
    /// What else was held constant.
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

/// Where the numbers come from and what they cannot tell.
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
    /// What a reader of the numbers must know.
    #[serde(default)]
    pub caveats: Vec<String>,
}

/// The covariance of the features, in the order of the features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum CovarianceDocument {
    /// Only the marginals are known: the squares of the standard deviations, zeros elsewhere.
    Diagonal {},
    /// Every pair of features, in square joules.
    Full {
        /// A row for each feature.
        rows_j2: Vec<Vec<f64>>,
    },
}

/// A whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Where an editor finds the JSON Schema; of no meaning to the model.
    #[serde(rename = "$schema", default, skip_serializing)]
    pub json_schema: Option<String>,
    /// [`SCHEMA`]
    pub schema: String,
    /// The name of the model.
    pub name: String,
    /// What its features stand for.
    pub structure: Structure,
    /// How the JVM ran what was measured.
    pub mode: Mode,
    /// The runtime that was measured.
    pub jdk: Jdk,
    /// The machine that was measured.
    pub hardware: Hardware,
    /// Where the numbers come from.
    pub provenance: ModelProvenance,
    /// The misfit of whole programs, a share of the mean; in the compiled structure the standard deviation of its logarithm.
    pub discrepancy: f64,
    /// The misfit of each feature in a program, a share of its mean.
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
