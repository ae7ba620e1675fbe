//! Planned campaigns without measurements.

use std::path::{Path, PathBuf};

use campaign::{Campaign, CampaignProvenance};
use harness::suite::Suite;
use harness::{Build, CampaignSize, plan};

/// The cache folder.
pub(crate) fn cache_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache/jouled")
}

/// A campaign with a suite but no counts.
pub(crate) fn planned(path: &Path, suite: &Suite, build: &Build, size: CampaignSize) -> Campaign {
    let mut campaign = Campaign::create(path, &CampaignProvenance::example()).unwrap();
    let device = campaign.add_device("here", &serde_json::json!({})).unwrap();
    campaign.add_classes(&build.classes).unwrap();
    campaign.add_programs(&build.programs).unwrap();
    campaign
        .add_plan(device, &plan(1, &suite.sources, size))
        .unwrap();
    campaign
}
