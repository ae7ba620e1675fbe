//! What costs energy besides the executed instructions: mispredicted jumps and the sizes of new arrays.

use bytecode::InvokeKind;
use bytecode::events::{Action, CompilerRole, Event};
use posterior::{Features, Posterior, Structure};

use crate::pattern::{Pattern, Provenance};

/// The bytes that an [`ARRAY_LINE`] stands for: a line of a processor's cache.
const LINE_BYTES: f64 = 64.0;

/// The feature of a mispredicted jump.
pub const MISPREDICTION: &str = "misprediction";
/// The pattern of a jump that may be mispredicted, beyond those that usually are. It costs as much as [`MISPREDICTION`], and only
/// worst cases count it.
pub const POSSIBLE_MISPREDICTION: &str = "possible_misprediction";
/// The feature of 64 bytes of a new array.
pub const ARRAY_LINE: &str = "array_line";

/// What a program executes besides its instructions, by counting or by simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effects {
    /// The bytes of the elements of new arrays.
    pub array_bytes: f64,
    /// Jumps from one instruction to the next that an interpreter's processor mispredicts.
    pub mispredicted_dispatches: f64,
}

impl Effects {
    /// This, `factor` times.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            array_bytes: factor * self.array_bytes,
            mispredicted_dispatches: factor * self.mispredicted_dispatches,
        }
    }

    /// The counts of [`MISPREDICTION`] and [`ARRAY_LINE`] in a structure. Compiled code does not dispatch instructions.
    pub fn counts(self, structure: Structure) -> [(&'static str, f64); 2] {
        let mispredicted = match structure {
            Structure::Compiled => 0.0,
            Structure::Additive | Structure::Instruction => self.mispredicted_dispatches,
        };
        [
            (MISPREDICTION, mispredicted),
            (ARRAY_LINE, self.array_bytes / LINE_BYTES),
        ]
    }
}

/// The name of an effect's feature in a model.
pub fn effect_feature(structure: Structure, effect: &str) -> String {
    match structure {
        Structure::Additive => format!("operation:{effect}"),
        Structure::Compiled => format!("work:{effect}"),
        Structure::Instruction => effect.to_owned(),
    }
}

/// The pattern of an effect. It costs nothing in a model that was fitted without it, because the prices of instructions then
/// include what they usually have of it.
pub(crate) fn pattern(posterior: &Posterior, effect: &'static str) -> Pattern {
    let feature = match effect {
        POSSIBLE_MISPREDICTION => MISPREDICTION,
        other => other,
    };
    let name = effect_feature(posterior.structure(), feature);
    let mut features = Features::new();
    if let Some(feature) = posterior.feature_id(&name) {
        features.add(feature, 1.0);
    }
    Pattern {
        operation: effect,
        data_type: "",
        data_size: String::new(),
        provenance: Provenance::Modelled,
        features,
    }
}

/// Which share of the executions of an instruction is mispredicted: usually, and beyond that at worst. Without a run, nobody knows
/// how regular its data are.
///
/// The usual shares are those that fit the 408 programs of `tests/predict` best, by least squares over their simulated jumps. At
/// worst, each jump on data is mispredicted. Other branches are mostly those of loops that count, which end once. They have the usual
/// share also at worst.
pub(crate) const fn mispredictions(event: &Event) -> [f64; 2] {
    match event.action {
        Action::If { .. } if matches!(event.role, CompilerRole::Data) => [0.11, 0.89],
        Action::If { .. } => [0.066, 0.0],
        Action::Switch { .. } => [0.155, 0.845],
        Action::Call {
            kind: InvokeKind::Interface,
            ..
        } => [0.136, 0.864],
        Action::Return => [0.059, 0.941],
        _ => [0.0; 2],
    }
}
