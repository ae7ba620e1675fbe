//! The part of an analysis that a report needs. Keeping only what is printed saves memory: the costs of a large module would
//! fill it.

use crate::input::LeftOut;
use crate::measured::Measured;
use crate::screen::Out;
use crate::settings::Settings;
use containers::Identity;
use ide::report::ProblemReport;
use ide::{AssumedValues, Detail, MethodAnalysis, Model, Stats};
use project_model::Purpose;
use std::io;

/// The basis of prices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'r> {
    pub(super) model: &'r Model,
    pub(super) settings: &'r Settings,
    /// The measured energies, if a profile was given.
    pub(super) measured: Option<&'r Measured>,
    /// What is left out because it is the same in both of two states.
    pub(super) alike: LeftOut,
}

/// The origin of a method.
#[derive(Debug, Clone, Copy)]
pub(super) struct MethodOrigin<'p> {
    /// Its source file.
    pub(super) file: Option<&'p str>,
    /// The archive of its class, and the entry in it.
    pub(super) entry: Option<(&'p str, &'p str)>,
    /// The identity of that archive.
    pub(super) identity: Option<&'p Identity>,
    /// Whether that archive is one of several.
    pub(super) is_of_several: bool,
    /// The purpose of that file.
    pub(super) purpose: Purpose,
    /// The values of symbols in that file.
    pub(super) assumptions: &'p AssumedValues,
}

/// A kind of report. Several threads render classes, and one thread adds them in their order.
pub(super) trait ReportView: Sync {
    /// Memory that a thread reuses.
    type Memory: Default + Send;
    /// Rendered methods.
    type Part: Default + Send;

    /// The detail to compute for each class.
    fn detail(&self) -> Detail;

    /// Appends a method to a part.
    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        memory: &mut Self::Memory,
        part: &mut Self::Part,
    );

    /// Takes the rendered methods out of a part, which is reused.
    fn add(&mut self, part: &mut Self::Part) -> io::Result<()>;

    /// Writes the rest.
    fn finish(self, stats: &Stats, problems: &[ProblemReport]) -> io::Result<()>;
}

/// The basis of the numbers.
pub(super) fn about(out: &mut Out, context: Context<'_>) -> io::Result<()> {
    for line in context.model.info().lines() {
        out.line(format_args!("{line}"))?;
    }
    Ok(())
}
