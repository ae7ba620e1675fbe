//! The code of a method when it was measured, and what is predicted of it.

use super::MeasuredRun;
use super::baseline::Baseline;
use crate::assumptions::Assumptions;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::typical::TypicalEnergy;
use posterior::Joules;

/// How the code of a method stands to that which was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum CodeState {
    /// It is the same.
    AsMeasured,
    /// It was edited.
    Edited {
        /// What is predicted of it now over what was predicted of what ran; `None` if one of them is not known.
        factor: Option<f64>,
    },
    /// It is other code: it was edited, or another compiler made it.
    OtherCode,
    /// Nobody knows: the run counted nothing, and the file is newer.
    Unknown,
}

impl MeasuredRun {
    /// How the code of a method stands to that which was measured. What is predicted of it is kept as long as it is the same, so
    /// that an edit can be compared with it. `is_newer` says whether its file was changed after the run.
    pub(crate) fn state(
        &self,
        model: &Model,
        method: &MethodAnalysis,
        is_newer: bool,
    ) -> CodeState {
        let Some(body) = &method.body else {
            return CodeState::Unknown;
        };
        let predicted = predicted_energy(model, method).map(|typical| typical.mean.0);
        let counted = self.counted(method);
        let key = (
            method.class.clone(),
            method.name.clone(),
            method.descriptor.clone(),
        );
        let mut known = self.baselines.lock();
        let baseline = known.get(&key).copied();
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
                    },
                );
                CodeState::AsMeasured
            }
            _ if counted.is_empty() => CodeState::Unknown,
            _ => CodeState::OtherCode,
        }
    }

    /// How many times as much as predicted the methods cost that were seen, in the median, and how many these are: predictions
    /// are of other hardware. `None` for fewer than three.
    pub(crate) fn scale(&self) -> Option<(f64, usize)> {
        let known = self.baselines.lock();
        let mut ratios: Vec<f64> = known
            .iter()
            .filter_map(|((class, name, descriptor), baseline)| {
                let rows = self.methods.get(class)?.get(name)?;
                let row = rows
                    .iter()
                    .find(|row| row.descriptor.as_ref() == Some(descriptor))?;
                let measured = row.per_call().ok()?.mean;
                let predicted = baseline.predicted.filter(|predicted| *predicted > 0.0)?;
                (measured > 0.0).then_some(measured / predicted)
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let median = ratios.get(ratios.len() / 2).copied()?;
        (ratios.len() >= 3).then_some((median, ratios.len()))
    }
}

/// What is predicted of a method. Values that a reader assumes say nothing about a run, which had its own.
pub(super) fn predicted_energy(model: &Model, method: &MethodAnalysis) -> Option<TypicalEnergy> {
    model.typical_at(method, &Assumptions::default())
}

/// What a method costs now, after an edit: what was measured before it, times the change of what is predicted.
pub(super) fn after_edit(measured: f64, factor: f64) -> Joules {
    Joules(measured * factor)
}
