//! Campaigns and fits in their own folder.

use std::path::{Path, PathBuf};

use calibrate::{CommandResult, fit, simulate};
use posterior::Posterior;
use tempfile::TempDir;

pub(crate) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Simulates the paper's campaign.
    pub(crate) fn campaign(&self, seed: u64) -> PathBuf {
        let path = self.path(&format!("campaign-{seed}.db"));
        let outcome =
            simulate::run(&simulate::Arguments::new(&path, seed), &mut Vec::new()).unwrap();
        assert_eq!(outcome, CommandResult::Complete);
        path
    }

    pub(crate) fn arguments(&self, campaign: &Path) -> fit::Arguments {
        fit::Arguments::new(vec![campaign.to_path_buf()], self.path("model.json"), 1)
    }
}

/// Runs a fit; its outcome and what it says.
pub(crate) fn fitted(arguments: &fit::Arguments) -> (CommandResult, String) {
    let mut out = Vec::new();
    let outcome = fit::run(arguments, &mut out).unwrap();
    (outcome, String::from_utf8(out).unwrap())
}

/// A model file, which the published schema must accept.
pub(crate) fn model(path: &Path) -> Posterior {
    let schema = include_str!("../../../../model-data/posterior.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let problems: Vec<String> = schema
        .iter_errors(&file)
        .map(|problem| format!("{}: {problem}", problem.instance_path()))
        .collect();
    assert_eq!(problems, Vec::<String>::new());
    Posterior::from_json(&text).unwrap()
}
