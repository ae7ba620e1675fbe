//! The report for a comparison, without its whole text, which would fill the memory for a large project.

use super::view::{Context, MethodOrigin, ReportView};
use diff::{CallsOfOne, DiffError, Method, Report};
use ide::report::{Memory, ProblemReport, method_report};
use ide::{Detail, MethodAnalysis, Program, Stats};
use std::io;

/// Collects methods in the form of a saved report.
pub(super) struct Comparable<'r> {
    context: Context<'r>,
    detail: Detail,
    /// Follows the calls in typical energies of methods that ran, if they are wanted.
    program: Option<&'r Program>,
    report: &'r mut Report,
}

impl<'r> Comparable<'r> {
    /// Adds to the methods and problems of a report, with the detail that its reader needs.
    pub(super) const fn new(context: Context<'r>, detail: Detail, report: &'r mut Report) -> Self {
        Self {
            context,
            detail,
            program: None,
            report,
        }
    }

    /// The same with the calls in typical energies of methods that ran.
    pub(super) const fn with_calls(self, program: Option<&'r Program>) -> Self {
        Self { program, ..self }
    }

    fn calls(&self, method: &MethodAnalysis, origin: MethodOrigin<'_>) -> Vec<CallsOfOne> {
        let model = self.context.model;
        let ran = self.context.measured.is_some_and(|run| {
            run.of(&method.class, &method.name, &method.descriptor)
                .is_some()
        });
        let program = self.program.filter(|_| ran);
        let calls =
            program.and_then(|program| program.average_calls(model, origin.assumptions, method));
        let calls = calls.into_iter().flatten();
        calls
            .map(|call| CallsOfOne {
                callee: call.callee.to_string(),
                is_choice: call.is_choice,
                times: call.times,
                executed: call.executed,
            })
            .collect()
    }
}

impl ReportView for Comparable<'_> {
    /// The second part is the text of the last method.
    type Memory = (Memory, Vec<u8>);
    type Part = Vec<Result<Method, DiffError>>;

    fn detail(&self) -> Detail {
        self.detail
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        (memory, text): &mut Self::Memory,
        part: &mut Self::Part,
    ) {
        let mut report = method_report(
            self.context.model,
            method,
            origin.assumptions,
            origin.file,
            memory,
        );
        (report.jar, report.entry) = origin.entry.unzip();
        text.clear();
        // Writing to memory fails only for maps whose keys are not strings, which a report does not have.
        if serde_json::to_writer(&mut *text, &report).is_ok() {
            let read = Method::from_json(&method.name, text);
            let differing = method.followed.as_ref().map(|calls| &calls.differing);
            part.push(read.map(|read| match differing {
                Some(differing) => read.resting_on(differing.clone()),
                None => read,
            }));
            if let Some(Ok(read)) = part.last_mut()
                && self.program.is_some()
            {
                read.add_calls(self.calls(method, origin));
            }
        }
    }

    fn add(&mut self, part: &mut Self::Part) -> io::Result<()> {
        for method in part.drain(..) {
            self.report.methods.push(method.map_err(io::Error::other)?);
        }
        Ok(())
    }

    fn finish(self, _: &Stats, problems: &[ProblemReport]) -> io::Result<()> {
        self.report.problems.extend_from_slice(problems);
        Ok(())
    }
}
