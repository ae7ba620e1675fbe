//! The predictions for the methods that a run executed.

use super::view::{Context, MethodOrigin, ReportView};
use crate::measured::{Measured, PredictedMethod};
use ide::report::ProblemReport;
use ide::{AssumedValues, Detail, MethodAnalysis, Stats};
use std::io;

/// Collects the predictions.
pub(super) struct Predictions<'r> {
    pub(super) context: Context<'r>,
    pub(super) measured: &'r Measured,
    pub(super) found: &'r mut Vec<PredictedMethod>,
}

impl ReportView for Predictions<'_> {
    type Memory = ();
    type Part = Vec<PredictedMethod>;

    fn detail(&self) -> Detail {
        Detail::Reach
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        _: MethodOrigin<'_>,
        (): &mut (),
        part: &mut Self::Part,
    ) {
        let (class, name, descriptor) = (&method.class, &method.name, &method.descriptor);
        if method.not_analysed.is_some() || self.measured.of(class, name, descriptor).is_none() {
            return;
        }
        // Assumed values say nothing about a run, which had its own.
        let assumptions = AssumedValues::default();
        let typical = self.context.model.typical_at(method, &assumptions);
        let whole = typical.filter(|typical| ide::is_whole(typical.unpriced_calls));
        part.push(PredictedMethod {
            class: class.clone(),
            name: name.clone(),
            descriptor: descriptor.clone(),
            code_digest: method.code_digest(),
            joules: whole.map(|typical| typical.mean.0),
        });
    }

    fn add(&mut self, part: &mut Self::Part) -> io::Result<()> {
        self.found.append(part);
        Ok(())
    }

    fn finish(self, _: &Stats, _: &[ProblemReport]) -> io::Result<()> {
        Ok(())
    }
}
