//! `calibrate patterns`: what the patterns of the additive structure cost in a campaign, also those that a published table
//! lacks, so that their costs can be transferred to the machine of that table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use bytecode::DataType;
use bytecode::events::{Action, Event};
use escape::Screen;
use posterior::{Device, FeatureId, Features, Posterior};

use crate::CommandResult;
use crate::code::Code;
use crate::measured::{self, OutlierPolicy};
use crate::model::load;

/// The columns of the table; energies are in joules.
const HEADER: &str = "cell\tmean_j\tsd_j\tprograms";

/// A campaign, a model that was fitted to it, and where the table goes.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The campaign whose programs tell which instructions a pattern consists of
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// A model of the instruction structure that was fitted to it
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    /// The table to write: tab-separated, a pattern a line
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// What the programs of a campaign execute of one pattern.
#[derive(Default)]
struct Pattern<'m> {
    features: BTreeMap<FeatureId, f64>,
    times: f64,
    programs: BTreeSet<&'m str>,
    /// Whether each of its instructions has a price.
    is_priced: bool,
}

/// Runs the command.
///
/// # Errors
/// If campaign or model cannot be read, the model has another structure, or the table cannot be written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<CommandResult> {
    let model = load(&arguments.model)?;
    ensure!(
        model.structure() == posterior::Structure::Instruction,
        "{} has the {} structure; fit the campaign with --structure instruction, which prices what no pattern was measured for",
        arguments.model.display(),
        model.structure()
    );
    let measurements = measured::read(
        std::slice::from_ref(&arguments.campaign),
        OutlierPolicy::Exclude,
    )?;
    let code = Code::of(&measurements.classes)?;
    let mut patterns: BTreeMap<String, Pattern<'_>> = BTreeMap::new();
    for (cell, _) in measurements.cells_of_fit() {
        let Some(events) = measurements.net_events(&code, &cell.program)? else {
            continue;
        };
        for (event, times) in events {
            let Some(name) = pricing::additive_cell(event) else {
                continue;
            };
            for name in pricing::wider_cells(&name) {
                let pattern = patterns.entry(name.to_owned()).or_insert_with(|| Pattern {
                    is_priced: true,
                    ..Pattern::default()
                });
                pattern.is_priced &= add(&model, event, times, &mut pattern.features);
                pattern.times += times * event.weight();
                pattern.programs.insert(&cell.program);
            }
        }
    }
    let mut table = format!("{HEADER}\n");
    let mut written = 0;
    for (name, pattern) in &patterns {
        // A pattern that only baselines execute cancels out.
        if !pattern.is_priced || pattern.times <= 1e-9 {
            continue;
        }
        let mut features: Features = pattern
            .features
            .iter()
            .map(|(id, count)| (*id, count / pattern.times))
            .collect();
        features.device_count = 1.0;
        let mean = model.mean(&features, Device::Any).0;
        let variance: f64 = (0..model.devices().len())
            .map(|device| model.covariance(&features, &features, Device::Named(device)))
            .sum::<f64>()
            / model.devices().len() as f64;
        let _ = writeln!(
            table,
            "{name}\t{mean:.6e}\t{:.6e}\t{}",
            variance.max(0.0).sqrt(),
            pattern.programs.len()
        );
        written += 1;
    }
    files::write(&arguments.out, &table)
        .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    let mut out = Screen::new(out);
    out.line(format_args!(
        "{written} patterns of {} are in {}",
        arguments.campaign.display(),
        arguments.out.display()
    ))?;
    Ok(CommandResult::Complete)
}

/// Adds what an event counts in a model; false where the model has no price for it. The pattern of a call has the callee's
/// return in it.
fn add(model: &Posterior, event: &Event, times: f64, to: &mut BTreeMap<FeatureId, f64>) -> bool {
    let Some(count) = pricing::instruction_count(event) else {
        return true;
    };
    let of = |name: &str| model.feature_id(name);
    let mut parts = vec![of(&count.exact).or_else(|| of(&count.plain))];
    if let Action::Call { returns, .. } = event.action {
        parts.push(of(return_of(returns.then_some(event.data_type))));
    }
    for id in parts.iter().flatten() {
        *to.entry(*id).or_default() += times * count.count;
    }
    parts.iter().all(Option::is_some)
}

/// The instruction that ends a method with a result of this type, or without one.
const fn return_of(result: Option<DataType>) -> &'static str {
    match result {
        None => "return",
        Some(DataType::Int) => "ireturn",
        Some(DataType::Long) => "lreturn",
        Some(DataType::Float) => "freturn",
        Some(DataType::Double) => "dreturn",
        Some(DataType::Reference) => "areturn",
    }
}
