//! `cargo xtask frequencies`: learns from counted runs of real programs how often code runs.
//!
//! `programs.tsv` names the programs and their inputs, `jars.tsv` the packages that contain them. `collect` fetches the
//! packages, creates the inputs, runs each program with the agent of the crate `counts`, and stores the counts in the cache
//! folder. Without a subcommand, the command learns a model from these counts and writes it to
//! `model-data/frequencies.json`, and how the JDK's methods ran to `model-data/jdk-profile.tsv`.

pub(crate) mod call_shares;
mod classes;
mod collect;
mod dataset;
mod evaluate;
pub(crate) mod family;
mod grow;
pub(crate) mod held_out;
mod intervals;
mod learn;
pub(crate) mod measured;
mod places;
mod predict;
mod profile;
mod programs;
mod receivers;
mod truth;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use frequency::{MeasuredCounts, Model, ModelDocument};
use serde_json::json;

use learn::Mean;
use measured::HeldOutPredictions;

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    /// Write no model; evaluate models on the programs that they were learned without
    #[arg(long)]
    evaluate: bool,
    /// Learn intervals from the output of `cargo xtask bench typical --save FILE`, instead of holding programs out again
    #[arg(long, value_name = "FILE", conflicts_with = "evaluate")]
    predicted: Option<PathBuf>,
    /// How many folds of programs to hold out, to learn how accurate models are
    #[arg(long, default_value_t = 4)]
    folds: usize,
    /// Hold out only the programs of this fold, counted from 0; may be given several times
    #[arg(long)]
    fold: Vec<usize>,
    /// Write the predicted and the counted energy of each method of these programs, for `cargo xtask bench typical --saved
    /// FILE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["evaluate", "predicted"])]
    save: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Fetch the programs, run them and count; runs counted before are not repeated
    Collect(collect::Options),
    /// Print what a model predicts for the methods of some programs, beside their counted cost
    #[command(hide = true)]
    Predict(predict::Options),
}

/// Collects, or learns.
///
/// # Errors
/// If there is no JDK, nothing could be counted, or the model cannot be written.
pub(crate) fn run(options: &Options) -> Result<()> {
    match &options.command {
        Some(Command::Collect(options)) => collect::run(options),
        Some(Command::Predict(options)) => predict::run(options),
        None => learn_all(options),
    }
}

/// Learns and writes the model, or evaluates such models on programs that were left out.
///
/// # Errors
/// If nothing was collected or the model cannot be written.
fn learn_all(options: &Options) -> Result<()> {
    let data = dataset::read()?;
    println!(
        "{} runs of {} programs and the JDK, {} methods; {} methods fit no class that was found",
        data.runs,
        data.families.len() - 1,
        data.methods.len(),
        data.unknown
    );
    if options.evaluate {
        return evaluate::run(&data);
    }
    let mut document = learn::document(&data, &[], Mean::Geometric)?;
    let predictions: HeldOutPredictions = match &options.predicted {
        Some(file) => serde_json::from_slice(&fs::read(file)?)?,
        None => held_out::predicted(
            &data,
            held_out::Folds {
                count: options.folds,
                only: &options.fold,
                has_profile: true,
            },
        )?,
    };
    if let Some(file) = &options.save {
        fs::write(file, serde_json::to_vec(&predictions)?)?;
    }
    let measured = &predictions.methods;
    document.intervals = intervals::tree(measured.iter());
    let said_of: BTreeSet<&str> = measured.iter().map(|one| one.program.as_str()).collect();
    document.provenance["intervals"] = json!({
        "how": "Learned from what models said of programs that they were not learned from.",
        "methods": measured.len(),
        "programs": said_of,
    });
    let text = text(&document)?;
    let model = Model::parse(&text)?;
    let methods = profile::learn(&data, &[], &model);
    let provenance = json!({
        "how": "Written by `cargo xtask frequencies` from block counts of real programs, compiled with C1: the JDK's methods that \
                two programs ran at least.",
        "jdk": places::jdk()?.version.full,
        "programs": data.families,
        "runs": data.runs,
        "methods": methods.len(),
    });
    write("frequencies.json", &text)?;
    write(
        "jdk-profile.tsv",
        &MeasuredCounts::text(provenance, &methods)?,
    )
}

fn write(name: &str, text: &str) -> Result<()> {
    let file = xtask::process::workspace_root()
        .join("model-data")
        .join(name);
    fs::write(&file, text).with_context(|| format!("could not write {}", file.display()))?;
    println!("{} is written", file.display());
    Ok(())
}

/// One node on each line, so that a version control system shows changes well.
fn text(document: &ModelDocument) -> Result<String> {
    let mut text = serde_json::to_string(document)?;
    for (from, to) in [
        ("},{\"feature\"", "},\n    {\"feature\""),
        ("},{\"taken\"", "},\n    {\"taken\""),
        ("},{\"trips\"", "},\n    {\"trips\""),
        ("},{\"low\"", "},\n    {\"low\""),
        ("},\"java/", "},\n    \"java/"),
        ("\":[{", "\": [\n    {"),
        ("}],\"", "}\n  ],\n  \""),
        ("},\"", "},\n  \""),
        (",\"provenance\"", ",\n  \"provenance\""),
        ("{\"schema\"", "{\n  \"schema\""),
    ] {
        text = text.replace(from, to);
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use frequency::FREQUENCIES;

    use super::*;

    #[test]
    fn a_learned_model_can_be_written_and_read() {
        let document: ModelDocument = serde_json::from_str(FREQUENCIES).expect("a document");
        let written = text(&document).expect("text");
        assert_eq!(
            serde_json::from_str::<ModelDocument>(&written).expect("a document"),
            document
        );
        assert!(written.lines().count() > document.branches.len());
    }
}
