//! `calibrate fit`: fits a model to campaigns.

use escape::Screen;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use inference::{Fit, Priors, Settings};
use posterior::{Document, Posterior};

use crate::layout::text_of;
use crate::measured::{self, Measurements, OutlierPolicy};
use crate::model::Fitted;
use crate::problem::{Structure, complete, design};
use crate::{CommandResult, arviz};

/// The priors of a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PriorChoice {
    /// In units of the median energy of one level in one event
    Scaled,
    /// Those of Nyholm et al. 2025, made for millijoules
    Paper,
}

impl From<PriorChoice> for Priors {
    fn from(choice: PriorChoice) -> Self {
        match choice {
            PriorChoice::Scaled => Self::Scaled,
            PriorChoice::Paper => Self::Paper,
        }
    }
}

/// What to fit and how.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Campaigns of one runtime, as `calibrate measure` or `calibrate simulate` wrote them
    #[arg(required = true, value_name = "CAMPAIGN")]
    pub campaigns: Vec<PathBuf>,
    /// The model to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The structure of the model: what its features stand for [default: additive, or compiled for compiled programs]
    #[arg(long, value_enum)]
    pub structure: Option<Structure>,
    /// Priors of the levels, their means and scales, and the noise
    #[arg(long, value_enum, default_value_t = PriorChoice::Scaled)]
    pub priors: PriorChoice,
    /// The name of the model [default: the name of the file]
    #[arg(long)]
    pub name: Option<String>,
    /// Seed of the sampler
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Independent chains
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=64))]
    pub chains: u32,
    /// Draws that each chain keeps; calibrate doubles them up to three times if they are too few
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(50..=100_000))]
    pub draws: u32,
    /// Draws that each chain uses for tuning
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(50..=100_000))]
    pub tune: u32,
    /// What to do with samples that are outliers
    #[arg(long, alias = "leave-out", value_enum, default_value_t = OutlierPolicy::Exclude)]
    pub outliers: OutlierPolicy,
    /// Where to write all draws, for `arviz.from_json` [default: next to the model, ending in .draws.json]
    #[arg(long, value_name = "FILE")]
    pub draws_out: Option<PathBuf>,
    /// Leave out of the model what was measured of each program: predictions are the same, and `check` and `report` show less
    #[arg(long)]
    pub compact: bool,
    /// Write the model even if its diagnostics fail; the file says so
    #[arg(long)]
    pub force: bool,
}

impl Arguments {
    /// A fit of campaigns with the command's default settings.
    pub fn new(campaigns: Vec<PathBuf>, out: PathBuf, seed: u64) -> Self {
        Self {
            campaigns,
            out,
            structure: None,
            priors: PriorChoice::Scaled,
            name: None,
            seed,
            chains: 4,
            draws: 1000,
            tune: 500,
            outliers: OutlierPolicy::Exclude,
            draws_out: None,
            compact: false,
            force: false,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// If the campaigns cannot be read or fitted, or the files cannot be written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<CommandResult> {
    let out = &mut Screen::new(out);
    let name = match &arguments.name {
        Some(name) => name.clone(),
        None => name_of(&arguments.out),
    };
    let measurements = measured::read(&arguments.campaigns, arguments.outliers)?;
    let priors = Priors::from(arguments.priors);
    let structure = arguments
        .structure
        .unwrap_or_else(|| Structure::usual(measurements.provenance.mode));
    let design = design(&measurements, structure, priors)?;
    left_out(&measurements, out)?;
    let begin = std::time::Instant::now();
    let design = complete(design, &measurements, |patterns| {
        let fit = inference::fit(&patterns.problem, settings(arguments))?;
        Fitted {
            name: name.clone(),
            measurements: &measurements,
            design: patterns,
            fit: &fit,
        }
        .first_model()
    })?;
    if let Some((program, reason)) = design.unused.first() {
        out.line(format_args!(
            "{} programs are not in the fit, such as {program}: {reason}",
            design.unused.len()
        ))?;
    }
    out.line(format_args!(
        "sampling {} levels of {} cells",
        design.problem.levels(),
        design.problem.cells.len()
    ))?;
    out.flush()?;
    let fit = inference::fit(&design.problem, settings(arguments))?;
    let seconds = begin.elapsed().as_secs_f64();
    summary(&fit, seconds, design.problem.cells.len(), out)?;
    let failures = fit.failures();
    for failure in &failures {
        out.line(format_args!("  does not pass: {failure}"))?;
    }
    if !failures.is_empty() && !arguments.force {
        out.line(format_args!("No model was written: its diagnostics do not pass. More draws (--draws, --tune) may help; --force \
             writes it anyway, and the file says so."))?;
        return Ok(CommandResult::Failed);
    }
    let fitted = Fitted {
        name,
        measurements: &measurements,
        design: &design,
        fit: &fit,
    };
    let (text, model) = fitted.model()?;
    let text = if arguments.compact {
        text_of(&compact(&model))?
    } else {
        text
    };
    write_whole(&arguments.out, text.as_bytes())?;
    let draws = arguments
        .draws_out
        .clone()
        .unwrap_or_else(|| arguments.out.with_extension("draws.json"));
    write_whole(
        &draws,
        arviz::inference_data(&fit, &design.problem.groups).as_bytes(),
    )?;
    out.line(format_args!("{} has {} features, discrepancy {:.3} of a program and {:.3} of each of its features; all draws are in {}",
        arguments.out.display(),
        model.features().len(),
        model.discrepancy(),
        model.feature_discrepancy(),
        draws.display()))?;
    Ok(if failures.is_empty() {
        CommandResult::Complete
    } else {
        CommandResult::Failed
    })
}

/// The model file without the measurements of single programs.
fn compact(model: &Posterior) -> Document {
    let mut document = model.document().clone();
    if let Some(record) = &mut document.fit {
        record.cells.clear();
        record.left_out.clear();
    }
    document
}

/// The sampler settings from the arguments.
fn settings(arguments: &Arguments) -> Settings {
    Settings {
        chains: arguments.chains as usize,
        threads: std::thread::available_parallelism().map_or(2, std::num::NonZero::get),
        draws: arguments.draws as usize,
        tune: arguments.tune as usize,
        seed: arguments.seed,
        ..Settings::default()
    }
}

fn left_out(measurements: &Measurements, out: &mut Screen<&mut dyn Write>) -> Result<()> {
    for (reason, meaning) in [
        ("outlier", "have no weight under Tukey's bisquare"),
        ("probe", "were taken while the processor changed its speed"),
    ] {
        let of_reason: Vec<_> = measurements
            .left_out
            .iter()
            .filter(|left| left.reason == reason)
            .collect();
        let samples: u64 = of_reason.iter().map(|left| left.samples).sum();
        if samples == 0 {
            continue;
        }
        out.line(format_args!(
            "{samples} samples of {} programs are not in the fit: they {meaning}",
            of_reason.len()
        ))?;
        let furthest = of_reason
            .iter()
            .filter_map(|left| Some((left.furthest_sds?, left)))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((sds, left)) = furthest {
            out.line(format_args!(
                "  the furthest: {} on {}, {sds:.0} standard deviations off",
                left.program, left.device
            ))?;
        }
    }
    Ok(())
}

fn summary(fit: &Fit, seconds: f64, cells: usize, out: &mut Screen<&mut dyn Write>) -> Result<()> {
    let verdict = crate::model::verdict(fit);
    let shown = |value: Option<f64>, digits: usize| {
        value.map_or("unknown".to_owned(), |value| format!("{value:.digits$}"))
    };
    out.line(format_args!(
        "{} parameters, {cells} cells, {} chains of {} draws in {seconds:.1} s",
        fit.parameters.len(),
        fit.settings.chains,
        fit.settings.draws
    ))?;
    let lowest = verdict
        .e_bfmi
        .iter()
        .copied()
        .try_fold(f64::INFINITY, |lowest, value| Some(lowest.min(value?)));
    out.line(format_args!(
        "rhat ≤ {}, bulk ESS ≥ {}, tail ESS ≥ {}, {} divergences, E-BFMI ≥ {}",
        shown(verdict.largest_rhat, 4),
        shown(verdict.smallest_ess_bulk, 0),
        shown(verdict.smallest_ess_tail, 0),
        verdict.divergences,
        shown(lowest, 2)
    ))?;
    Ok(())
}

/// A file's name without its extension, in the characters allowed in a model's name.
fn name_of(path: &Path) -> String {
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let name: String = stem
        .chars()
        .map(|c| {
            if c.is_whitespace() || c.is_control() {
                '-'
            } else {
                c
            }
        })
        .take(60)
        .collect();
    if name.is_empty() {
        "model".to_owned()
    } else {
        name
    }
}

/// Writes a file next to its destination and moves it there, so an interruption leaves either the old or the new one.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let write = || -> Result<()> {
        ensure!(!path.is_dir(), "it is a folder; give the name of a file");
        let mut file = tempfile::Builder::new()
            .prefix(".calibrate-")
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        let file = file.persist(path)?;
        readable(&file)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// A temporary file is readable only by its owner, but a model is an ordinary file.
#[cfg(unix)]
fn readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};

    #[derive(Parser)]
    struct Fit {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn outliers(flags: &[&str]) -> OutlierPolicy {
        let words = ["fit", "a.db", "--out", "model.json"];
        Fit::parse_from(words.iter().chain(flags))
            .arguments
            .outliers
    }

    #[test]
    fn the_old_name_of_the_outliers_flag_means_the_same() {
        assert_eq!(outliers(&[]), OutlierPolicy::Exclude);
        assert_eq!(outliers(&["--outliers", "keep"]), OutlierPolicy::Keep);
        assert_eq!(outliers(&["--leave-out", "none"]), OutlierPolicy::Keep);
        assert_eq!(
            outliers(&["--leave-out", "outliers"]),
            OutlierPolicy::Exclude
        );
        let help = Fit::command().render_long_help().to_string();
        assert!(
            help.contains("--outliers") && !help.contains("--leave-out"),
            "{help}"
        );
    }

    #[test]
    fn a_file_s_name_becomes_the_name_of_a_model() {
        assert_eq!(name_of(Path::new("/a/my board.json")), "my-board");
        assert_eq!(name_of(Path::new("/")), "model");
    }
}
