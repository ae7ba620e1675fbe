//! Measures the programs of a corpus.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};
use calibrate::java;
use calibrate::machine::Machine;
use calibrate::provenance::{self, MeasuredRuntime};
use campaign::{Campaign, CampaignProvenance};
use harness::suite::Suite;
use harness::{Build, CampaignSize, Counter, ExecutionMode, Run, RunSummary};
use jdk::{Environment, Jdk};
use meters::{Selector, System};
use serde_json::json;

use super::corpus::CorpusProgram;

/// The seed of the order of the samples.
const SEED: u64 = 1;
/// How often to take a sample until the processor was in its fast state.
const ATTEMPTS: u32 = 3;

/// How to measure.
#[derive(Debug)]
pub(super) struct Measuring<'m> {
    pub(super) jdk: &'m Jdk,
    pub(super) mode: ExecutionMode,
    pub(super) meter: &'m Selector,
    pub(super) launches: u32,
    pub(super) samples: u32,
    pub(super) sample_ms: u32,
    pub(super) cpu: Option<usize>,
}

/// The empty loop of a mode, and the programs.
pub(super) fn suite(mode: ExecutionMode, programs: &[CorpusProgram]) -> Suite {
    let mut suite = Suite::validation(SEED, mode, 0, Vec::new());
    suite.sources.truncate(1);
    suite
        .sources
        .extend(programs.iter().map(|program| program.source.clone()));
    suite
}

impl Measuring<'_> {
    /// Takes the samples that a file lacks.
    ///
    /// # Errors
    /// If a program does not compile or run, or the file has other programs.
    pub(super) fn take(
        &self,
        path: &Path,
        programs: &[CorpusProgram],
    ) -> Result<(Campaign, RunSummary)> {
        let system = System::default();
        let mut meter = meters::open(self.meter, &system)?;
        let machine = Machine::of(&system);
        let size = CampaignSize {
            launches: self.launches,
            cycles: self.launches,
            samples: self.samples,
            baseline_samples: 4 * self.samples,
        };
        let sample_s = f64::from(self.sample_ms) * 1e-3;
        let provenance = CampaignProvenance {
            title: "bench predict".to_owned(),
            ..provenance::of(
                MeasuredRuntime {
                    jdk: self.jdk,
                    mode: self.mode,
                },
                self.meter,
                meter.as_ref(),
                &machine,
                SEED,
                BTreeMap::from([
                    ("launches".to_owned(), json!(size.launches)),
                    ("samples".to_owned(), json!(size.samples)),
                    ("sample_s".to_owned(), json!(sample_s)),
                ]),
                SystemTime::now(),
            )
        };
        let mut campaign = Campaign::open_or_resume(path, &provenance)?;
        provenance::check_same(&campaign.provenance()?, &provenance)?;
        let cache_dir = java::cache_dir()?;
        let device = campaign.add_device("here", &serde_json::to_value(&machine)?)?;
        let suite = suite(self.mode, programs);
        let build = self.prepare(&mut campaign, &suite, &cache_dir)?;
        if campaign.progress(device)?.planned == 0 {
            let order = harness::plan(SEED, &suite.sources, size);
            campaign.add_plan(device, &order)?;
        }
        let summary = Run {
            campaign: &mut campaign,
            device,
            build: &build,
            jdk: self.jdk,
            mode: self.mode,
            cache_dir: &cache_dir,
            meter: meter.as_mut(),
            sample_s,
            cpu: self.cpu,
            attempts: ATTEMPTS,
            observe: &mut |_| {},
        }
        .go()?;
        Ok((campaign, summary))
    }

    /// Compiles the programs, and counts them unless the file has their counts.
    fn prepare(&self, campaign: &mut Campaign, suite: &Suite, cache_dir: &Path) -> Result<Build> {
        let build = harness::build(suite, self.jdk, cache_dir)?;
        if campaign.executed()?.len() < suite.sources.len() {
            let environment = Environment::of_this_process();
            let counter = Counter::beside(self.jdk, cache_dir, &environment)?;
            campaign.add_classes(&build.classes)?;
            campaign.add_programs(&build.programs)?;
            build.check_same(campaign)?;
            for (program, counted) in &build.count(suite, &counter)? {
                campaign.add_executed(program, &counted.executed)?;
                campaign.add_effects(program, counted.effects)?;
            }
        }
        build
            .check_same(campaign)
            .context("the file has other programs: give another --out")?;
        Ok(build)
    }
}
