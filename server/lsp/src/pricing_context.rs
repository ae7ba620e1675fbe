//! What numbers are worked out and shown with.

use std::path::Path;
use std::sync::Arc;

use ide::{Model, RankableFile, Ranked};
use project_settings::Configuration;

/// What numbers are worked out and shown with.
#[derive(Debug)]
pub(crate) struct PricingContext {
    pub(crate) model: Model,
    pub(crate) settings: Configuration,
}

impl PricingContext {
    /// What the methods of a file are ranked by.
    pub(crate) fn ranking(&self, path: &Path, file: &RankableFile) -> Arc<[Ranked]> {
        let assume = self.settings.assume.of_file(path);
        file.ranking(&self.model, &assume).into()
    }

    /// True where both show the same.
    pub(crate) fn is(&self, model: &Model, settings: &Configuration) -> bool {
        self.model.is(model) && self.settings == *settings
    }

    /// True where what was analysed with the one is only to be shown otherwise with the other.
    pub(crate) fn analyses_like(&self, model: &Model, settings: &Configuration) -> bool {
        self.model.prices_like(model) && self.settings.calls == settings.calls
    }
}
