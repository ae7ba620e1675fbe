//! `cargo xtask frequencies`: what counted runs of real programs tell about how often code runs.
//!
//! `programs.tsv` names the programs and their inputs, `jars.tsv` the packages that they come from. `collect` fetches the
//! packages, makes the inputs, runs each program with the agent of the crate `counts` and keeps what was counted in the
//! cache folder. Without a subcommand, a model is learned from that and written to `model-data/frequencies.json`, and
//! how the JDK's methods ran to `model-data/jdk-profile.tsv`.

mod classes;
mod collect;
mod dataset;
mod evaluate;
mod grow;
pub(crate) mod held_out;
mod intervals;
mod learn;
pub(crate) mod predict;
mod profile;
mod programs;
mod receivers;
mod truth;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use jdk::{Environment, Jdk, find_jdk, find_jdks};

use crate::jars;

/// What the runs are made with: what is counted depends on the JDK's own code.
const FEATURE: u16 = 17;

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    /// Write no model, and hold those that are learned without some of the programs against these
    #[arg(long)]
    evaluate: bool,
    /// Learn intervals from what `cargo xtask bench typical --save FILE` wrote, in place of holding programs out once more
    #[arg(long, value_name = "FILE", conflicts_with = "evaluate")]
    predicted: Option<PathBuf>,
    /// So many times a model is learned without some of the programs, to learn how sure it is of them
    #[arg(long, default_value_t = 4)]
    folds: usize,
    /// Hold out the programs of this fold alone, counted from 0; may be given more than once
    #[arg(long)]
    fold: Vec<usize>,
    /// Write what was said of each method of these programs and what was counted, for `cargo xtask bench typical --saved FILE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["evaluate", "predicted"])]
    save: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Fetch the programs, run and count them; a run that was counted before is not made again
    Collect(collect::Options),
    /// Say what a model says of the methods of some programs, beside what they cost when they were counted
    #[command(hide = true)]
    Predict(predict::Options),
}

/// Modules of the JDK that are programs of their own.
const PROGRAMS: [(&str, &str); 2] = [("jdk.compiler", "javac"), ("jdk.javadoc", "javadoc")];
/// The family of the JDK's other code, which all programs run.
pub(crate) const LIBRARY: &str = "jdk";

/// The family of a method that a program ran: of a module of the JDK, or of the program's jars.
fn family_of<'f>(module: Option<&str>, program: &'f str) -> &'f str {
    let Some(module) = module else {
        return program;
    };
    let own = PROGRAMS.iter().find(|(known, _)| *known == module);
    own.map_or(LIBRARY, |(_, program)| program)
}

/// Collects, or learns.
///
/// # Errors
/// When there is no JDK, nothing could be counted, or the model cannot be written.
pub(crate) fn run(options: &Options) -> Result<()> {
    match &options.command {
        Some(Command::Collect(options)) => collect::run(options),
        Some(Command::Predict(options)) => predict::run(options),
        None => learn::run(options),
    }
}

/// The JDK that the programs run on.
fn jdk() -> Result<Jdk> {
    let environment = Environment::of_this_process();
    let mut jdks = find_jdks(None, &environment).jdks.into_iter();
    match jdks.find(|jdk| jdk.version.feature == FEATURE) {
        Some(jdk) => Ok(jdk),
        None => Ok(find_jdk(None, &environment)?),
    }
}

/// The folder for inputs and counts.
fn cache() -> Result<PathBuf> {
    Ok(jars::cache()?.with_file_name("jouled-frequencies"))
}

/// Where the tables, inputs and Java files lie.
fn folder() -> PathBuf {
    xtask::process::workspace_root().join("server/lab/src/frequencies")
}
