//! `calibrate simulate`: the campaign of a meter whose truth and noise are known.

use escape::Screen;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use campaign::{Campaign, CampaignProvenance, EntryId, Planned, Program, ProgramKind, Reading};
use posterior::{Hardware, MeasuredJdk, Mode};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use serde_json::json;

use crate::CommandResult;
use crate::truth::{Truth, patterns};

/// Iterations per sample, as in the paper.
const ITERATIONS: u64 = 10_000_000;
/// Energy of one iteration of the empty loop in joules.
const BASELINE_J: f64 = 2e-8;
/// The scatter of a sample of the empty loop as a share of its energy. The σ of a truth is the scatter of patterns and includes
/// the misfit of the additive form, which an empty loop does not have.
const BASELINE_NOISE: f64 = 1e-3;
/// The power of the simulated board, which converts energy to time.
const POWER_W: f64 = 3.0;
const BASELINE: &str = "empty_loop";
const CYCLES_PER_LAUNCH: u32 = 3;

/// What to simulate.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The campaign to create or to continue
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Seed of the order and of the noise
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Energies to measure: a CSV with category, level, `mean_j` (and a row residual,sigma), or an additive model
    /// [default: Table 3 of Nyholm et al. 2025]
    #[arg(long, value_name = "FILE")]
    pub truth: Option<PathBuf>,
    /// Standard deviation of one sample in joules [default: the sigma of the truth]
    #[arg(long, value_name = "JOULES")]
    pub noise: Option<f64>,
    /// Measurement cycles
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub cycles: u32,
    /// Samples of each program in a cycle
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub samples: u32,
}

impl Arguments {
    /// The paper's campaign: two devices, 10 cycles, 5 samples.
    pub fn new(out: &Path, seed: u64) -> Self {
        Self {
            out: out.to_path_buf(),
            seed,
            truth: None,
            noise: None,
            cycles: 10,
            samples: 5,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// If the truth cannot be used, the file is another campaign, or it cannot be written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<CommandResult> {
    let out = &mut Screen::new(out);
    let truth = match &arguments.truth {
        Some(path) => Truth::read(path)?,
        None => Truth::table_3()?,
    };
    let samples = simulate(arguments, &truth)?;
    out.line(format_args!(
        "{samples} simulated samples of {} on {} devices are in {}",
        truth.source,
        truth.devices().len(),
        arguments.out.display()
    ))?;
    Ok(CommandResult::Complete)
}

/// Creates the campaign, or its missing part, and returns the number of samples.
///
/// # Errors
/// If the noise is not positive, the file is another campaign, or it cannot be written.
pub fn simulate(arguments: &Arguments, truth: &Truth) -> Result<u64> {
    let sigma = arguments.noise.unwrap_or(truth.sigma);
    ensure!(
        sigma.is_finite() && sigma > 0.0,
        "--noise {sigma}: give the standard deviation of one sample in joules, above 0"
    );
    let provenance = provenance(arguments, truth, sigma);
    let mut campaign = Campaign::open_or_resume(&arguments.out, &provenance)?;
    ensure!(
        campaign.provenance()? == provenance,
        "{} is a campaign with other settings; give another name with --out, or the same settings to continue it",
        arguments.out.display()
    );
    let triples: BTreeMap<String, campaign::Triple> = patterns()
        .into_iter()
        .map(|triple| (name(&triple), triple))
        .collect();
    let mut programs = vec![Program::new(BASELINE, ProgramKind::Baseline)];
    programs.extend(triples.iter().map(|(name, triple)| Program {
        triple: Some(triple.clone()),
        baseline: Some(BASELINE.to_owned()),
        ..Program::new(name.as_str(), ProgramKind::Pattern)
    }));
    campaign.add_programs(&programs)?;
    let names: Vec<&str> = programs
        .iter()
        .map(|program| program.name.as_str())
        .collect();
    let mut measured = 0;
    for (index, name) in truth.devices().iter().enumerate() {
        let device = campaign.add_device(name, &json!({ "simulated": true }))?;
        campaign.add_plan(device, &plan(arguments, index as u64, &names))?;
        let mut cycle: Vec<(EntryId, Reading)> = Vec::new();
        let pending = campaign.pending(device)?;
        for (at, entry) in pending.iter().enumerate() {
            let energy = match triples.get(&entry.planned.program) {
                None => None,
                Some(triple) => Some(truth.cell(triple, name).ok_or_else(|| {
                    anyhow::anyhow!(
                        "{} has no level for the pattern {} on {name}; add its operation, data type and data size",
                        truth.source,
                        entry.planned.program
                    )
                })?),
            };
            cycle.push((entry.id, reading(arguments.seed, entry.id, energy, sigma)));
            let next = pending.get(at + 1);
            if next.is_none_or(|next| next.planned.cycle != entry.planned.cycle) {
                campaign.record_all(&cycle)?;
                cycle.clear();
            }
        }
        measured += campaign.progress(device)?.measured;
    }
    Ok(measured)
}

fn name(triple: &campaign::Triple) -> String {
    format!(
        "{}/{}/{}",
        triple.operation, triple.data_type, triple.data_size
    )
}

/// A split plot: each cycle has a new random order of the programs, and the samples of a program follow each other.
fn plan(arguments: &Arguments, device: u64, programs: &[&str]) -> Vec<Planned> {
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    random.set_stream(u64::MAX - device);
    let mut order = programs.to_vec();
    let mut plan = Vec::new();
    for cycle in 0..arguments.cycles {
        order.shuffle(&mut random);
        let samples = order
            .iter()
            .flat_map(|program| std::iter::repeat_n(*program, arguments.samples as usize));
        plan.extend(samples.zip(0..).map(|(program, ordinal)| Planned {
            launch: cycle / CYCLES_PER_LAUNCH,
            cycle,
            ordinal,
            program: program.to_owned(),
        }));
    }
    plan
}

/// One sample. Its noise depends only on the seed and its entry, so a resumed campaign equals an undisturbed one.
fn reading(seed: u64, entry: EntryId, energy: Option<f64>, sigma: f64) -> Reading {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(entry.number().unsigned_abs());
    let normal: f64 = StandardNormal.sample(&mut random);
    let per_iteration = match energy {
        None => BASELINE_J * (1.0 + BASELINE_NOISE * normal),
        Some(energy) => BASELINE_J + energy + sigma * normal,
    };
    // A meter shows no energy below its resolution, however large the noise.
    let energy_j = (per_iteration * ITERATIONS as f64).max(1e-6);
    let seconds = energy_j / POWER_W;
    Reading {
        iterations: ITERATIONS,
        energy_j,
        cpu_s: seconds,
        wall_s: seconds,
        ..Reading::default()
    }
}

fn provenance(arguments: &Arguments, truth: &Truth, sigma: f64) -> CampaignProvenance {
    CampaignProvenance {
        title: "calibrate simulate".to_owned(),
        jdk: MeasuredJdk {
            distribution: "simulated".to_owned(),
            version: "0".to_owned(),
            options: Vec::new(),
        },
        mode: Mode::Interpreter,
        hardware: Hardware {
            machine: "simulated".to_owned(),
            boards: truth.devices().len() as u32,
            cpu_clock_hz: None,
            meter: "simulated".to_owned(),
            supply_v: None,
            scope: "simulated".to_owned(),
            conditions: vec!["known truth and known noise; no machine was measured".to_owned()],
        },
        seed: arguments.seed,
        // A simulation has no time, so the same settings give the same file on any day.
        begun: "1970-01-01T00:00:00Z".to_owned(),
        versions: BTreeMap::from([("calibrate".to_owned(), env!("CARGO_PKG_VERSION").to_owned())]),
        facts: BTreeMap::from([
            ("truth".to_owned(), json!(truth.source)),
            ("sigma_j".to_owned(), json!(sigma)),
            ("cycles".to_owned(), json!(arguments.cycles)),
            ("samples".to_owned(), json!(arguments.samples)),
        ]),
    }
}
