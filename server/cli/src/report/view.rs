//! The part of an analysis that a report needs. Keeping only what is printed saves memory: the costs of a large module would
//! fill it.

use crate::input::LeftOut;
use crate::measured::Measured;
use crate::screen::Out;
use crate::settings::Settings;
use containers::Identity;
use ide::report::ProblemReport;
use ide::{Assumptions, Detail, MethodAnalysis, Model, Stats};
use project_model::Purpose;
use std::io;

/// What prices rest on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'r> {
    pub(super) model: &'r Model,
    pub(super) settings: &'r Settings,
    /// What methods did cost, where a profile was given.
    pub(super) measured: Option<&'r Measured>,
    /// What of two states is left out, since it is the same in both.
    pub(super) alike: LeftOut,
}

/// Where a method comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin<'p> {
    /// Where its source stands.
    pub(super) file: Option<&'p str>,
    /// The archive that its class is in, and the entry there.
    pub(super) entry: Option<(&'p str, &'p str)>,
    /// What that archive is called.
    pub(super) identity: Option<&'p Identity>,
    /// Whether that archive is one of several.
    pub(super) is_of_several: bool,
    /// What that file is for.
    pub(super) purpose: Purpose,
    /// The values of symbols there.
    pub(super) assumptions: &'p Assumptions,
}

/// A kind of report. Classes are rendered on several threads, and then added in their order by one.
pub(super) trait View: Sync {
    /// Memory that one thread uses again and again.
    type Memory: Default + Send;
    /// Rendered methods.
    type Part: Default + Send;

    /// How much of each class is computed.
    fn detail(&self) -> Detail;

    /// Renders a method to the end of a part.
    fn render(
        &self,
        method: &MethodAnalysis,
        origin: Origin<'_>,
        memory: &mut Self::Memory,
        part: &mut Self::Part,
    );

    /// Takes what was rendered out of a part, which is used again.
    fn add(&mut self, part: &mut Self::Part) -> io::Result<()>;

    /// Writes what is not written yet.
    fn finish(self, stats: &Stats, problems: &[ProblemReport]) -> io::Result<()>;
}

/// What the numbers rest on.
pub(super) fn about(out: &mut Out, context: Context<'_>) -> io::Result<()> {
    for line in context.model.info().lines() {
        out.line(format_args!("{line}"))?;
    }
    Ok(())
}
