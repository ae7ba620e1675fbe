//! `calibrate check`: whether to believe a fitted model.

use escape::Screen;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use posterior::{Device, Features, FitRecord, FittedCell, Joules, Posterior, SampledParameter};

use crate::CommandResult;
use crate::model::{load, record};

/// The normal quantile of the central 95% of a predictive distribution. A measurement fits if it is inside.
const CENTRAL_SDS: f64 = 1.959_963_984_540_054;
/// This share of the cells must lie where the priors alone expect them with a probability of 95%. Calls cost as much as tens of
/// other events, so fewer than 95% do. If the priors have another unit, fewer than a tenth do.
const PRIOR_SHARE: f64 = 0.7;

/// Why the programs of a fit cannot be checked.
pub(crate) const COMPACT: &str =
    "the file does not have what was measured of each program; fit it without --compact";

/// Which model to judge.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// A model that `calibrate fit` wrote
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    /// Show every parameter, not only the worst
    #[arg(long)]
    pub all: bool,
}

/// Runs the command.
///
/// # Errors
/// If the model cannot be read or was not fitted by calibrate.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<CommandResult> {
    let out = &mut Screen::new(out);
    let model = load(&arguments.model)?;
    let record = record(&model)?;
    head(&model, record, out)?;
    diagnostics(record, arguments.all, out)?;
    let priors_fit = prior_check(record, out)?;
    posterior_check(&model, record, out)?;
    held_out(&model, out)?;
    categories(record, out)?;
    Ok(if record.verdict.passed && priors_fit {
        CommandResult::Complete
    } else {
        CommandResult::Failed
    })
}

fn head(model: &Posterior, record: &FitRecord, out: &mut Screen<&mut dyn Write>) -> Result<()> {
    out.line(format_args!(
        "{}: {} structure, {} priors",
        model.name(),
        model.structure(),
        record.priors
    ))?;
    out.line(format_args!("{}, {}", model.hardware(), model.jdk()))?;
    for campaign in &record.campaigns {
        out.line(format_args!(
            "{}, begun {}, seed {}: {} samples on {}",
            campaign.title,
            campaign.begun,
            campaign.seed,
            campaign.samples,
            campaign.devices.join(", ")
        ))?;
    }
    if let Some(statement) = model.hardware().unmetered() {
        out.line(format_args!("note: {statement}"))?;
    }
    for caveat in &model.provenance().caveats {
        out.line(format_args!("note: {caveat}"))?;
    }
    if let Some(of) = &record.validation {
        out.line(format_args!("Validated {}", model.unseen_in_words(of)))?;
    }
    Ok(())
}

fn shown(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

fn diagnostics(record: &FitRecord, all: bool, out: &mut Screen<&mut dyn Write>) -> Result<()> {
    let sampler = &record.sampler;
    out.end()?;
    out.line(format_args!(
        "Diagnostics: {}, {} chains of {} draws, seed {}",
        sampler.name, sampler.chains, sampler.draws, sampler.seed
    ))?;
    let e_bfmi: Vec<String> = record
        .verdict
        .e_bfmi
        .iter()
        .map(|value| shown(*value, 2))
        .collect();
    out.line(format_args!(
        "  divergences {}, E-BFMI {}",
        record.verdict.divergences,
        e_bfmi.join(" ")
    ))?;
    out.line(format_args!(
        "  {:<34} {:>11} {:>11} {:>11} {:>9} {:>9} {:>7}",
        "parameter", "mean", "sd", "mcse_mean", "ess_bulk", "ess_tail", "rhat"
    ))?;
    let mut worst: Vec<&SampledParameter> = record.parameters.iter().collect();
    let ess = |parameter: &SampledParameter| {
        let (bulk, tail) = (
            parameter.ess_bulk.unwrap_or(0.0),
            parameter.ess_tail.unwrap_or(0.0),
        );
        bulk.min(tail)
    };
    if !all {
        worst.sort_by(|a, b| ess(a).total_cmp(&ess(b)));
        worst.truncate(10);
    }
    for parameter in &worst {
        let energy = |value: f64| {
            if parameter.name.starts_with("misfit:") {
                format!("{value:.4}")
            } else {
                Joules(value).to_string()
            }
        };
        out.line(format_args!(
            "  {:<34} {:>11} {:>11} {:>11} {:>9} {:>9} {:>7}",
            parameter.name,
            energy(parameter.mean),
            energy(parameter.sd),
            parameter.mcse_mean.map_or("–".to_owned(), energy),
            shown(parameter.ess_bulk, 0),
            shown(parameter.ess_tail, 0),
            shown(parameter.rhat, 4)
        ))?;
    }
    if !all && worst.len() < record.parameters.len() {
        out.line(format_args!(
            "  the ten of {} with the fewest effective draws; --all shows the others",
            record.parameters.len()
        ))?;
    }
    if record.verdict.passed {
        out.line(format_args!(
            "  all pass: rhat < 1.01, bulk and tail ESS > 400, no divergence, E-BFMI > 0.3"
        ))?;
    }
    for failure in &record.verdict.failures {
        out.line(format_args!("  does not pass: {failure}"))?;
    }
    Ok(())
}

/// Whether the priors alone expect the measurements. A prior that contains almost none of them says nothing about them, and
/// distorts the levels of code with few measurements. Models of earlier versions lack the data for this check.
fn prior_check(record: &FitRecord, out: &mut Screen<&mut dyn Write>) -> Result<bool> {
    let intervals: Vec<(&FittedCell, [f64; 2])> = record
        .cells
        .iter()
        .filter_map(|cell| Some((cell, cell.prior_j?)))
        .collect();
    out.end()?;
    out.line(format_args!("Prior predictive check"))?;
    if intervals.is_empty() {
        let reason = if record.cells.is_empty() {
            COMPACT
        } else {
            "an earlier version fitted this model; fit it again"
        };
        out.line(format_args!("  not known: {reason}"))?;
        return Ok(true);
    }
    let (inside, outside): (Vec<_>, Vec<_>) = intervals
        .iter()
        .partition(|(cell, [low, high])| (*low..=*high).contains(&cell.mean_j));
    let share = inside.len() as f64 / intervals.len() as f64;
    let passed = share >= PRIOR_SHARE;
    out.line(format_args!(
        "  {} of {} cells ({:.0}%) have their measured mean where the priors alone expect it with a probability of 95%",
        inside.len(),
        intervals.len(),
        100.0 * share
    ))?;
    for (cell, [low, high]) in outside.iter().take(if passed { 0 } else { 10 }) {
        out.line(format_args!(
            "  {} on {}: measured {}, expected {} to {}",
            cell.program,
            cell.device,
            Joules(cell.mean_j),
            Joules(*low),
            Joules(*high)
        ))?;
    }
    if !passed {
        out.line(format_args!(
            "  does not pass: fewer than {:.0}%; the priors are not those of this machine, so fit with --priors scaled",
            100.0 * PRIOR_SHARE
        ))?;
    }
    Ok(passed)
}

/// The model's prediction of a cell.
pub(crate) struct CellPrediction<'a> {
    pub(crate) cell: &'a FittedCell,
    /// Posterior mean of the cell's energy in joules.
    pub(crate) mean: f64,
    /// Standard deviation of one measurement of it: the uncertainty of the posterior, and σ.
    pub(crate) sd: f64,
    /// Whether it is off by a factor. `mean` is then the median.
    pub(crate) is_factor: bool,
}

impl CellPrediction<'_> {
    /// Whether the measured mean lies in the central 95% of the predictive distribution of one measurement.
    pub(crate) fn fits(&self) -> bool {
        self.distance() <= CENTRAL_SDS
    }

    /// The error of the measured mean, in standard deviations of the mean or of its logarithm.
    fn distance(&self) -> f64 {
        if self.is_factor {
            (self.cell.mean_j / self.mean).ln().abs() / self.log_sd()
        } else {
            (self.cell.mean_j - self.mean).abs() / self.sd
        }
    }

    /// The standard deviation of the logarithm, from that of the energy.
    fn log_sd(&self) -> f64 {
        (self.sd / self.mean).powi(2).ln_1p().sqrt()
    }
}

/// The predictive distribution of each cell that the model was fitted to.
pub(crate) fn predictions<'a>(model: &Posterior, record: &'a FitRecord) -> Vec<CellPrediction<'a>> {
    let misfit_of = |cell: &FittedCell| {
        let name = format!("misfit:{}", cell.misfit.as_ref()?);
        let found = record.parameters.iter().find(|known| known.name == name)?;
        Some(found.mean)
    };
    record
        .cells
        .iter()
        .filter_map(|cell| {
            let mut features = Features::new();
            for (name, count) in &cell.counts {
                if name.starts_with("device:") {
                    features.device_count += count;
                } else {
                    features.add(model.feature_id(name)?, *count);
                }
            }
            let device = model.device(&cell.device).ok()?;
            // The fit is to all programs alike, and not to whole algorithms.
            let level = record.log_bias.unwrap_or(0.0).exp();
            let mean = model.mean(&features, device).0 / level;
            let parameters = model.covariance(&features, &features, device).max(0.0);
            let misfit = misfit_of(cell).unwrap_or(0.0);
            let is_factor = model.is_off_by_factors();
            let (mean, own) = if is_factor {
                // The model has the means of programs, and half of the programs are below the median.
                let median = mean * (-0.5 * model.discrepancy().powi(2)).exp();
                (median, median * (misfit * misfit).exp_m1().sqrt())
            } else {
                (mean, misfit * cell.mean_j)
            };
            let noise = cell.events * model.sigma().mean.0.powi(2) + own * own;
            Some(CellPrediction {
                cell,
                mean,
                sd: (parameters + noise).sqrt(),
                is_factor,
            })
        })
        .collect()
}

fn posterior_check(
    model: &Posterior,
    record: &FitRecord,
    out: &mut Screen<&mut dyn Write>,
) -> Result<()> {
    out.end()?;
    out.line(format_args!("Posterior predictive check"))?;
    if record.cells.is_empty() {
        out.line(format_args!("  not known: {COMPACT}"))?;
        return Ok(());
    }
    let predictions = predictions(model, record);
    let fitting = predictions.iter().filter(|cell| cell.fits()).count();
    out.line(format_args!("  {fitting} of {} cells (program × device) have their measured mean in the central 95% of the prediction of one \
         measurement (the paper: 340 of 348)",
        predictions.len()))?;
    let mut off: Vec<&CellPrediction<'_>> =
        predictions.iter().filter(|cell| !cell.fits()).collect();
    off.sort_by(|a, b| b.distance().total_cmp(&a.distance()));
    for cell in off.iter().take(10) {
        out.line(format_args!(
            "  {} on {}: measured {}, predicted {}",
            cell.cell.program,
            cell.cell.device,
            Joules(cell.cell.mean_j),
            Joules(cell.mean)
        ))?;
    }
    if off.len() > 10 {
        out.line(format_args!("  and {} more", off.len() - 10))?;
    }
    Ok(())
}

fn held_out(model: &Posterior, out: &mut Screen<&mut dyn Write>) -> Result<()> {
    let Some(unseen) = model.held_out_errors() else {
        return Ok(());
    };
    out.end()?;
    out.line(format_args!(
        "Held out: {}; discrepancy s = {:.3} of a program, τ = {:.3} of each of its features",
        model.held_out_in_words(&unseen),
        model.discrepancy(),
        model.feature_discrepancy()
    ))?;
    Ok(())
}

/// The spread of the levels in a group.
pub(crate) struct CategoryEffect {
    pub(crate) name: String,
    pub(crate) levels: usize,
    /// Mean of the levels' posterior means, in joules.
    pub(crate) mean: f64,
    /// The scale τ of the group: posterior mean and standard deviation, in joules.
    pub(crate) scale: (f64, f64),
    /// The smallest and the largest posterior mean of a level.
    pub(crate) range: (f64, f64),
}

/// The groups of a fit, ordered by their scales.
pub(crate) fn category_effects(record: &FitRecord) -> Vec<CategoryEffect> {
    let mut effects: Vec<CategoryEffect> = record
        .parameters
        .iter()
        .filter_map(|parameter| {
            let name = parameter.name.strip_prefix("scale:")?;
            let prefix = format!("level:{name}:");
            let levels: Vec<f64> = record
                .parameters
                .iter()
                .filter(|parameter| parameter.name.starts_with(&prefix))
                .map(|parameter| parameter.mean)
                .collect();
            Some(CategoryEffect {
                name: name.to_owned(),
                levels: levels.len(),
                mean: levels.iter().sum::<f64>() / levels.len().max(1) as f64,
                scale: (parameter.mean, parameter.sd),
                range: (
                    levels.iter().copied().fold(f64::INFINITY, f64::min),
                    levels.iter().copied().fold(0.0, f64::max),
                ),
            })
        })
        .collect();
    effects.sort_by(|a, b| b.scale.0.total_cmp(&a.scale.0));
    effects
}

fn categories(record: &FitRecord, out: &mut Screen<&mut dyn Write>) -> Result<()> {
    out.end()?;
    out.line(format_args!("Category effects"))?;
    out.line(format_args!(
        "  {:<20} {:>6} {:>11} {:>11} {:>11} {:>22}",
        "category", "levels", "lowest", "mean", "highest", "scale τ"
    ))?;
    for effect in category_effects(record) {
        out.line(format_args!(
            "  {:<20} {:>6} {:>11} {:>11} {:>11} {:>22}",
            effect.name,
            effect.levels,
            Joules(effect.range.0).to_string(),
            Joules(effect.mean).to_string(),
            Joules(effect.range.1).to_string(),
            format!("{} ± {}", Joules(effect.scale.0), Joules(effect.scale.1))
        ))?;
    }
    Ok(())
}

/// The energy of each device's level relative to the other levels, by name, for reports.
pub(crate) fn device_levels(model: &Posterior) -> Vec<(String, f64)> {
    model
        .devices()
        .iter()
        .enumerate()
        .map(|(index, name)| (name.clone(), model.device_mean(Device::Named(index))))
        .collect()
}
