//! The fit of compiled code against an independent implementation: the same made-up campaign, fitted by `inference` and by `PyMC`.

use std::collections::BTreeMap;
use std::fs;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use inference::diagnostics::QuantitySummary;
use inference::{Cell, Fit, Group, Likelihood, Noise, Priors, Problem, Settings, fit};
use serde::Deserialize;
use xtask::process;
use xtask::tools::python;

/// The same model, written for `PyMC`.
const SCRIPT: &str = "server/inference/tests/reference/hierarchy_pymc.py";
/// Means may differ by so many combined Monte Carlo standard errors.
const ERRORS: f64 = 4.5;
/// Standard deviations may differ by this share.
const OF_SD: f64 = 0.1;

/// A campaign and what `PyMC` says of it.
#[derive(Deserialize)]
struct Reference {
    groups: Vec<Levels>,
    kinds: Vec<String>,
    cells: Vec<Program>,
    /// The counts of programs that are not among the cells.
    programs: Vec<Vec<f64>>,
    posterior: BTreeMap<String, Expected>,
    predictions: Vec<Expected>,
    divergences: u64,
}

#[derive(Deserialize)]
struct Levels {
    name: String,
    levels: Vec<String>,
}

#[derive(Deserialize)]
struct Program {
    counts: Vec<f64>,
    kind: usize,
    samples: f64,
    mean: f64,
    squares: f64,
}

#[derive(Deserialize)]
struct Expected {
    mean: f64,
    sd: f64,
    mcse_mean: f64,
    rhat: f64,
}

/// The largest differences of some quantities.
#[derive(Default)]
struct Largest {
    quantities: usize,
    /// Of means, in combined Monte Carlo standard errors.
    errors: f64,
    /// The same, in standard deviations of the posterior.
    of_mean: f64,
    /// Of standard deviations, as a share.
    of_sd: f64,
}

/// Makes a campaign, fits it with both, and compares means, standard deviations and predictions.
///
/// # Errors
/// If something cannot be installed or run, or if the two disagree.
pub(super) fn run(seed: u64) -> Result<()> {
    let python = python::FITS.ensure()?.join("python");
    let folder = tempfile::tempdir().context("a folder for the campaign")?;
    let file = folder.path().join("factor.json");
    let begin = Instant::now();
    process::run(
        process::command(&python)
            .args(["-W", "ignore", SCRIPT, "factor"])
            .arg(&file)
            .arg(seed.to_string()),
    )?;
    let seconds_of_pymc = begin.elapsed().as_secs_f64();
    let reference: Reference = serde_json::from_str(&fs::read_to_string(&file)?)?;
    let settings = Settings {
        draws: 3000,
        ..Settings::default()
    };
    let begin = Instant::now();
    let fitted = fit(&problem(&reference), settings)?;
    let seconds = begin.elapsed().as_secs_f64();
    let failures = fitted.failures();
    ensure!(failures.is_empty(), "the fit does not pass: {failures:?}");
    let mut parameters = Largest::default();
    for (name, expected) in &reference.posterior {
        let parameter = fitted.parameter(name);
        let parameter = parameter.with_context(|| format!("the fit has no {name}"))?;
        parameters.add(name, expected, &parameter.summary)?;
    }
    ensure!(
        parameters.quantities == fitted.parameters.len(),
        "PyMC has {} parameters, and the fit {}",
        parameters.quantities,
        fitted.parameters.len()
    );
    let mut predictions = Largest::default();
    for (counts, expected) in reference.programs.iter().zip(&reference.predictions) {
        let found = QuantitySummary::of(&predicted(&fitted, counts));
        predictions.add("a prediction", expected, &found)?;
    }
    println!(
        "{} programs, inference {seconds:.1} s, PyMC {seconds_of_pymc:.0} s with {} divergences",
        reference.cells.len(),
        reference.divergences
    );
    println!("largest difference   of means, in MCSE   in sd   of sds");
    for (name, largest) in [("parameters", &parameters), ("predictions", &predictions)] {
        println!(
            "{:>3} {name:<16} {:>17.1} {:>7.3} {:>7.1}%",
            largest.quantities,
            largest.errors,
            largest.of_mean,
            100.0 * largest.of_sd
        );
    }
    ensure!(
        [&parameters, &predictions]
            .iter()
            .all(|largest| largest.errors < ERRORS && largest.of_sd < OF_SD),
        "the two implementations disagree"
    );
    Ok(())
}

fn problem(reference: &Reference) -> Problem {
    let groups = reference.groups.iter().map(|group| Group {
        name: group.name.clone(),
        levels: group.levels.clone(),
    });
    let cells = reference.cells.iter().map(|cell| Cell {
        counts: executed(&cell.counts).collect(),
        events: cell.counts.iter().sum(),
        samples: cell.samples,
        mean: cell.mean,
        squares: cell.squares,
        misfit: Some(cell.kind),
        noise: Noise::Sigma,
    });
    Problem {
        likelihood: Likelihood::Factor,
        groups: groups.collect(),
        cells: cells.collect(),
        priors: Priors::Scaled,
        misfits: reference.kinds.clone(),
    }
}

fn executed(counts: &[f64]) -> impl Iterator<Item = (usize, f64)> {
    let counts = counts.iter().copied().enumerate();
    counts.filter(|(_, count)| *count > 0.0)
}

/// The draws of the median energy of a program, chain by chain.
fn predicted(fit: &Fit, counts: &[f64]) -> Vec<Vec<f64>> {
    let mut chains: Vec<Vec<f64>> = vec![Vec::new(); fit.settings.chains];
    for (level, count) in executed(counts) {
        let draws = fit.parameters.get(level).map(|level| &level.draws);
        for (sum, draws) in chains.iter_mut().zip(draws.into_iter().flatten()) {
            sum.resize(draws.len(), 0.0);
            for (sum, draw) in sum.iter_mut().zip(draws) {
                *sum += count * draw;
            }
        }
    }
    chains
}

impl Largest {
    fn add(&mut self, name: &str, expected: &Expected, found: &QuantitySummary) -> Result<()> {
        ensure!(expected.rhat < 1.01, "{name}: PyMC's own chains disagree");
        let difference = (found.mean - expected.mean).abs();
        let error = expected.mcse_mean.hypot(found.mcse_mean);
        self.quantities += 1;
        self.errors = self.errors.max(difference / error);
        self.of_mean = self.of_mean.max(difference / expected.sd);
        self.of_sd = self.of_sd.max((found.sd / expected.sd - 1.0).abs());
        Ok(())
    }
}
