//! How fast `calibrate fit` draws, compared with `PyMC` on the same measurements in the same run.

use std::fs;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;
use xtask::process;
use xtask::tools::python;

/// The same model, written for `PyMC`.
const SCRIPT: &str = "server/inference/tests/reference/hierarchy_pymc.py";

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Seed of the simulated campaign
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Compare the posterior of compiled code with PyMC's: means, standard deviations and predictions
    #[arg(long)]
    compiled: bool,
}

/// Fits one simulated campaign of the paper's size with both, and prints the smallest bulk ESS per second. `ArviZ` reads
/// the draws and must agree on all diagnostics.
///
/// The time of calibrate is that of the whole command, from reading the campaign to writing the model and its draws. The
/// time of `PyMC` is that of sampling, including the compilation of its density.
///
/// # Errors
/// If something cannot be built, installed or run, or if calibrate is less than 20 times as fast.
pub(super) fn run(options: &Options) -> Result<()> {
    if options.compiled {
        return super::fit_compiled::run(options.seed);
    }
    let python = python::FITS.ensure()?.join("python");
    // This profile also optimises the code in which the fit spends its time.
    let calibrate = process::build(&["calibrate"], false)?.join("calibrate");
    let folder = tempfile::tempdir().context("a folder for the campaign")?;
    let campaign = folder.path().join("campaign.db");
    let model = folder.path().join("model.json");
    let seed = options.seed.to_string();
    process::run(
        process::command(&calibrate)
            .args(["simulate", "--seed", &seed, "--out"])
            .arg(&campaign),
    )?;
    let begin = Instant::now();
    process::run(
        process::command(&calibrate)
            .args(["fit", "--seed", &seed])
            .arg(&campaign)
            .arg("--out")
            .arg(&model),
    )?;
    let seconds = begin.elapsed().as_secs_f64();
    let fitted: Value = serde_json::from_str(&fs::read_to_string(&model)?)?;
    let number = |value: &Value, place: &str| {
        value
            .pointer(place)
            .and_then(Value::as_f64)
            .with_context(|| format!("no number at {place}"))
    };
    let ess = number(&fitted, "/fit/verdict/smallest_ess_bulk")?;
    let rhat = number(&fitted, "/fit/verdict/largest_rhat")?;

    process::run(
        process::command(&python)
            .args(["-W", "ignore", SCRIPT, "opened"])
            .arg(&model)
            .arg(model.with_extension("draws.json")),
    )?;
    let said = process::output(
        process::command(&python)
            .args(["-W", "ignore", SCRIPT, "bench"])
            .arg(&model),
    )?;
    let line = said.lines().next_back().unwrap_or_default();
    let other: Value =
        serde_json::from_str(line).with_context(|| format!("{SCRIPT} printed {line}"))?;
    let other_ess = number(&other, "/smallest_ess_bulk")?;
    let other_seconds = number(&other, "/seconds")?;

    let (ours, theirs) = (ess / seconds, other_ess / other_seconds);
    println!("            smallest bulk ESS  seconds  a second  largest rhat  divergences");
    println!(
        "calibrate   {ess:>17.0}  {seconds:>7.1}  {ours:>8.1}  {rhat:>12.4}  {:>11}",
        fitted["fit"]["verdict"]["divergences"]
    );
    println!(
        "PyMC        {other_ess:>17.0}  {other_seconds:>7.1}  {theirs:>8.1}  {:>12.4}  {:>11}",
        number(&other, "/largest_rhat")?,
        other["divergences"]
    );
    println!("calibrate draws {:.0} times as fast", ours / theirs);
    ensure!(
        ours >= 20.0 * theirs,
        "calibrate draws less than 20 times as fast as PyMC"
    );
    Ok(())
}
