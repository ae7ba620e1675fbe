//! The data with which numbers are computed and shown.

use std::path::Path;
use std::sync::Arc;

use ide::{MeasuredRun, Model, RankableFile, Ranked, RunOfFile};
use project_settings::Configuration;

/// The data with which numbers are computed and shown.
#[derive(Debug)]
pub(crate) struct PricingContext {
    pub(crate) model: Model,
    pub(crate) settings: Configuration,
    /// The displayed run, if the project has a profile.
    pub(crate) run: Option<Arc<MeasuredRun>>,
}

impl PricingContext {
    /// The numbers that rank the methods of a file.
    pub(crate) fn ranking(&self, path: &Path, file: &RankableFile) -> Arc<[Ranked]> {
        let assume = self.settings.assume.of_file(path);
        let run = self.run_of(path);
        file.ranking(&self.model, &assume, run).into()
    }

    /// The run, for one file.
    pub(crate) fn run_of(&self, path: &Path) -> Option<RunOfFile<'_>> {
        let run = self.run.as_deref()?;
        Some(RunOfFile {
            run,
            is_file_newer: !run.knows_code()
                && libraries::is_changed_after(path, run.ended_unix_nanos()),
        })
    }

    /// Whether both show the same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let is_same_run = match (&self.run, &other.run) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (None, None) => true,
            _ => false,
        };
        is_same_run && self.model.is(&other.model) && self.settings == other.settings
    }

    /// Whether an analysis with one only has to be displayed differently with the other.
    pub(crate) fn analyses_like(&self, other: &Self) -> bool {
        self.model.prices_like(&other.model)
            && self.settings.calls == other.settings.calls
            && same_counts(self.run.as_ref(), other.run.as_ref())
    }
}

/// Whether the same counts replace estimates.
pub(crate) fn same_counts(one: Option<&Arc<MeasuredRun>>, two: Option<&Arc<MeasuredRun>>) -> bool {
    let one = one.filter(|run| run.knows_code());
    let two = two.filter(|run| run.knows_code());
    match (one, two) {
        (Some(one), Some(two)) => Arc::ptr_eq(one, two),
        (None, None) => true,
        _ => false,
    }
}
