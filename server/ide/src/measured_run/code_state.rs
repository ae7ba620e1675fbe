//! Whether the code of a method is the measured code, and its predictions.

use super::MeasuredRun;
use super::baseline::Baseline;
use crate::assumptions::AssumedValues;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::throws::is_whole;
use crate::typical::TypicalEnergy;
use posterior::Joules;

/// How the current code of a method relates to the measured code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum CodeState {
    /// It is the same.
    AsMeasured,
    /// It was edited.
    Edited {
        /// The current prediction divided by that for the measured code; `None` if one of them is unknown.
        factor: Option<f64>,
    },
    /// It differs: it was edited, or another compiler made it.
    OtherCode,
    /// Unknown: the run counted nothing, and the file is newer.
    Unknown,
}

impl MeasuredRun {
    /// How the current code of a method relates to the measured code. While they are equal, the prediction is stored, so that an
    /// edit can be compared with it. `is_newer` says whether the file was changed after the run.
    pub(crate) fn state(
        &self,
        model: &Model,
        method: &MethodAnalysis,
        is_newer: bool,
    ) -> CodeState {
        let Some(body) = &method.body else {
            return CodeState::Unknown;
        };
        let typical = predicted_energy(model, method);
        let predicted = typical.as_ref().map(|typical| typical.mean.0);
        let is_whole = typical.is_some_and(|typical| is_whole(typical.unpriced_calls));
        let counted = self.counted(method);
        let key = (
            method.class.clone(),
            method.name.clone(),
            method.descriptor.clone(),
        );
        let mut known = self.baselines.lock();
        let baseline = known.get(&key);
        let may_be_it = if counted.is_empty() {
            !is_newer || baseline.is_some()
        } else {
            counted.iter().any(|code| code.digest == body.code_digest)
        };
        match baseline {
            Some(baseline) if baseline.body_digest != body.body_digest => {
                let factor = predicted
                    .zip(baseline.predicted)
                    .filter(|(now, then)| *now > 0.0 && *then > 0.0)
                    .map(|(now, then)| now / then);
                CodeState::Edited { factor }
            }
            _ if may_be_it => {
                let body_digest = body.body_digest;
                known.insert(
                    key,
                    Baseline {
                        body_digest,
                        predicted,
                        is_whole,
                    },
                );
                CodeState::AsMeasured
            }
            _ if counted.is_empty() => CodeState::Unknown,
            _ => CodeState::OtherCode,
        }
    }
}

/// The prediction for a method. It ignores values that a reader assumes, because the run had its own.
pub(super) fn predicted_energy(model: &Model, method: &MethodAnalysis) -> Option<TypicalEnergy> {
    model.typical_at(method, &AssumedValues::default())
}

/// The cost of an edited method: the measured cost, times the change of the prediction.
pub(super) fn after_edit(measured: f64, factor: f64) -> Joules {
    Joules(measured * factor)
}
