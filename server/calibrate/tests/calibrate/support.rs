//! Campaigns and fits in a temporary folder.

use std::path::{Path, PathBuf};

use calibrate::{CommandResult, fit, simulate};
use campaign::{Campaign, CampaignProvenance, Planned, Program, Reading};
use posterior::Posterior;
use serde_json::json;
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

    /// A campaign of programs whose samples have these energies in joules, all in one launch on one device.
    pub(crate) fn recorded(
        &self,
        name: &str,
        provenance: &CampaignProvenance,
        programs: &[Program],
        energies: &[(&str, f64)],
    ) -> PathBuf {
        let path = self.path(name);
        let mut campaign = Campaign::create(&path, provenance).unwrap();
        campaign.add_programs(programs).unwrap();
        let device = campaign.add_device("board", &json!({})).unwrap();
        let plan: Vec<Planned> = energies
            .iter()
            .zip(0..)
            .map(|((program, _), ordinal)| Planned {
                launch: 0,
                cycle: 0,
                ordinal,
                program: (*program).to_owned(),
            })
            .collect();
        campaign.add_plan(device, &plan).unwrap();
        for (entry, (_, energy_j)) in campaign.plan(device).unwrap().iter().zip(energies) {
            let reading = Reading {
                iterations: 1,
                energy_j: *energy_j,
                cpu_s: 1.0,
                wall_s: 1.0,
                ..Reading::default()
            };
            campaign.record(entry.id, &reading).unwrap();
        }
        path
    }

    pub(crate) fn arguments(&self, campaign: &Path) -> fit::Arguments {
        fit::Arguments::new(vec![campaign.to_path_buf()], self.path("model.json"), 1)
    }
}

/// Runs a fit, and returns its result and its output.
pub(crate) fn fitted(arguments: &fit::Arguments) -> (CommandResult, String) {
    let mut out = Vec::new();
    let outcome = fit::run(arguments, &mut out).unwrap();
    (outcome, String::from_utf8(out).unwrap())
}

/// Reads a model file, which the published schema must accept.
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
