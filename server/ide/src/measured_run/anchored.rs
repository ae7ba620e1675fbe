//! What measured methods say about those that were not measured.

use super::MeasuredRun;
use super::baseline::Ratio;
use super::code_state::predicted_energy;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::throws::is_whole;
use posterior::Joules;
use profile::forms::{neighbours, times, times_or_divided};
use profile::{AnchorFactor, Anchors};
use std::sync::Arc;

/// What a method costs that was not measured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchored {
    predicted: Joules,
    factor: AnchorFactor,
}

impl MeasuredRun {
    /// What the measured methods say about others, of those that were seen as they ran.
    pub(super) fn anchors(&self) -> Option<Arc<Anchors>> {
        self.baselines
            .lock()
            .anchors(|(class, name, descriptor), baseline| {
                let rows = self.methods.get(class)?.get(name)?;
                let mut rows = rows.iter();
                let row = rows.find(|row| row.descriptor.as_ref() == Some(descriptor))?;
                let measured = row.per_call().ok()?;
                let predicted = baseline
                    .predicted
                    .filter(|predicted| baseline.is_whole && *predicted > 0.0)?;
                Some(Ratio {
                    log: (measured.mean / predicted).ln(),
                    log_sd: measured.log_sd()?,
                })
            })
    }

    /// The cost of a method that was not measured; `None` if fewer than three methods were measured.
    pub(super) fn anchored(&self, model: &Model, method: &MethodAnalysis) -> Option<Anchored> {
        let typical = predicted_energy(model, method);
        let typical = typical.filter(|typical| is_whole(typical.unpriced_calls))?;
        let predicted = typical.mean;
        let factor = self.anchors()?.of(&method.class);
        (predicted.0 > 0.0).then_some(Anchored { predicted, factor })
    }
}

impl Anchored {
    /// `≈ 31 nJ anchored ×/÷1.8`
    pub(super) fn in_short(&self) -> String {
        let joules = Joules(self.predicted.0 * self.factor.mean()).about();
        format!("≈ {joules} anchored {}", times_or_divided(&self.factor))
    }

    /// A sentence for a hover.
    pub(super) fn in_words(&self) -> String {
        let estimate = self.factor.estimate().scaled(self.predicted.0);
        let joules = |joules: f64| Joules(joules).about();
        format!(
            "Anchored, a call costs about {} ({}–{}): {} times the prediction of {}, by {}.",
            joules(estimate.mean),
            joules(estimate.lo),
            joules(estimate.hi),
            times(self.factor.mean()),
            self.predicted.about(),
            neighbours(&self.factor),
        )
    }
}
