//! How far predictions of a model are off on hand-written programs that no fit has seen, on this machine, now.

mod corpus;
mod figures;
mod goals;
mod hot_loop;
mod judged;
mod measure;
mod pairs;
mod render;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use calibrate::text_or_json::TextOrJson;
use campaign::CampaignProvenance;
use clap::Args;
use harness::ExecutionMode;
use meters::Selector;
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use serde::Serialize;
use xtask::process;

use goals::Goal;
use judged::Judged;
use measure::Measuring;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// A model: its name or its file. Several of one mode are compared with the same measurements
    #[arg(long, value_name = "NAME|FILE", required = true)]
    model: Vec<String>,
    /// The JDK to measure, that of the model; without this option, the preferred one of this machine
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
    /// The meter
    #[arg(long, value_name = "METER", default_value = "cpu-time")]
    meter: Selector,
    /// Only programs whose names contain this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// The folder of the programs, instead of the one in the repository. THEY ARE EXECUTED
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Keep the measurements in this file, and do not repeat those that it has
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How bytecode instructions map to measured operations: stack, or the paper's plain reading
    #[arg(long, value_name = "MAPPING", default_value = "stack")]
    mapping: Mapping,
    /// The device of the model; `any` is the mixture of all
    #[arg(long, value_name = "NAME", default_value = "any")]
    device: String,
    /// Launches of the JVM
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=100))]
    launches: u32,
    /// Samples of each program in each launch
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    samples: u32,
    /// The length of a sample in milliseconds; at least one call
    #[arg(long, value_name = "MS", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    sample_ms: u32,
    /// The processor to run on
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

/// What the bench says about a model.
#[derive(Debug, Serialize)]
struct WithGoals {
    #[serde(flatten)]
    judged: Judged,
    goals: Vec<Goal>,
}

/// Measures, predicts and compares.
///
/// # Errors
/// If a model cannot be read, or something cannot be measured.
pub(super) fn run(options: &Options) -> Result<()> {
    let limits = files::Limits::default();
    let models = options
        .model
        .iter()
        .map(|name| Ok(model_registry::load_model(Some(name), &limits)?))
        .collect::<Result<Vec<Posterior>>>()?;
    let first = models.first().context("no model was given")?;
    for model in &models {
        ensure!(
            model.mode() == first.mode(),
            "{} and {} are of different modes, which need different measurements",
            first.name(),
            model.name()
        );
    }
    let mode = ExecutionMode::of(first.mode()).context("the mode of the model is unknown")?;
    let folder = options.corpus.clone();
    let folder = folder.unwrap_or_else(|| process::workspace_root().join(corpus::FOLDER));
    let programs = corpus::read(&folder, options.only.as_deref())?;
    let scratch = tempfile::tempdir().context("a folder for the measurements")?;
    let path = match &options.out {
        Some(path) => path.clone(),
        None => scratch.path().join("predict.db"),
    };
    let measuring = Measuring {
        jdk: &calibrate::java::find(options.jdk.as_deref())?,
        mode,
        meter: &options.meter,
        launches: options.launches,
        samples: options.samples,
        sample_ms: options.sample_ms,
        cpu: options.cpu,
    };
    let (campaign, summary) = measuring.take(&path, &programs)?;
    let provenance = campaign.provenance()?;
    let executed = hot_loop::of_campaign(&campaign)?;
    let mut judged = Vec::new();
    for posterior in models {
        let posterior = Arc::new(posterior);
        let device = posterior.device(&options.device)?;
        let pricer = Pricer::new(Arc::clone(&posterior), options.mapping);
        let predictions = calibrate::predictions(&campaign, &pricer, device)?;
        let notes = notes(&posterior, &provenance, &summary.unsteady);
        let of_model = judged::judge(
            &posterior,
            device,
            &programs,
            &executed,
            &predictions,
            notes,
        );
        judged.push(WithGoals {
            goals: goals::goals(&of_model),
            judged: of_model,
        });
    }
    match options.format {
        TextOrJson::Text => {
            for of_model in &judged {
                render::print(&of_model.judged, &of_model.goals);
            }
        }
        TextOrJson::Json => println!(
            "{}",
            serde_json::to_string_pretty(&serde_json::json!({
                "measured": provenance,
                "models": judged,
            }))?
        ),
    }
    Ok(())
}

/// Differences between the model and what was measured.
fn notes(
    posterior: &Posterior,
    measured: &CampaignProvenance,
    unsteady: &BTreeSet<String>,
) -> Vec<String> {
    let mut notes = Vec::new();
    if !unsteady.is_empty() {
        let names: Vec<&str> = unsteady.iter().map(String::as_str).collect();
        notes.push(format!(
            "without a steady state in every launch: {}",
            names.join(", ")
        ));
    }
    if let Some(statement) = posterior.hardware().unmetered() {
        notes.push(statement.to_owned());
    }
    let java = |jdk: &posterior::MeasuredJdk| format!("JDK {} {}", jdk.distribution, jdk.version);
    let machine =
        |hardware: &posterior::Hardware| format!("{}, {}", hardware.machine, hardware.meter);
    let pairs = [
        (java(posterior.jdk()), java(&measured.jdk)),
        (machine(posterior.hardware()), machine(&measured.hardware)),
    ];
    for (model, here) in pairs {
        if model != here {
            notes.push(format!("the model is of {model}; measured was {here}"));
        }
    }
    notes
}
