//! What numbers are computed and shown with.

use std::path::Path;
use std::sync::Arc;

use ide::{MeasuredRun, Model, RankableFile, Ranked, RunOfFile};
use project_settings::Configuration;

/// What numbers are computed and shown with.
#[derive(Debug)]
pub(crate) struct PricingContext {
    pub(crate) model: Model,
    pub(crate) settings: Configuration,
    /// The run that is shown, where the project has a profile.
    pub(crate) run: Option<Arc<MeasuredRun>>,
}

impl PricingContext {
    /// What the methods of a file are ranked by.
    pub(crate) fn ranking(&self, path: &Path, file: &RankableFile) -> Arc<[Ranked]> {
        let assume = self.settings.assume.of_file(path);
        let run = self.run_of(path);
        file.ranking(&self.model, &assume, run).into()
    }

    /// The run, as far as a file is concerned.
    pub(crate) fn run_of(&self, path: &Path) -> Option<RunOfFile<'_>> {
        let run = self.run.as_deref()?;
        Some(RunOfFile {
            run,
            is_file_newer: !run.knows_code()
                && libraries::is_changed_after(path, run.ended_unix_nanos()),
        })
    }

    /// True where both show the same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let is_same_run = match (&self.run, &other.run) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (None, None) => true,
            _ => false,
        };
        is_same_run && self.model.is(&other.model) && self.settings == other.settings
    }

    /// True where what was analysed with the one is only to be shown otherwise with the other.
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
