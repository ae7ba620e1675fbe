//! `calibrate report`: one HTML page about a fitted model.

mod draws;
mod plots;
mod validation;

use escape::{Screen, html};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use posterior::{FitRecord, Joules, Posterior, SampledParameter};

use crate::CommandResult;
use crate::check::{COMPACT, category_effects, predictions};
use crate::model::{load, record};
use crate::report::draws::Draws;
use crate::report::plots::Series;
use crate::report::validation::ValidationSection;

const PATTERNS: &str = include_str!("../../../model-data/patterns-174.tsv");
/// The number of parameters whose chains are shown.
const TRACED: usize = 6;

/// The panels of operations, each with its categories from the paper's Table 1.
const PANELS: [(&str, &[&str]); 5] = [
    (
        "Arithmetic and bit operations",
        &[
            "Addition",
            "Subtraction",
            "Multiplication",
            "Division",
            "Modulo",
            "Increase",
            "Negation",
            "Bit",
        ],
    ),
    ("Type conversions", &["Conversion"]),
    (
        "Declarations, fields and array accesses",
        &["VarDecl", "Object", "Array"],
    ),
    ("Calls", &["Call"]),
    ("Conditions and switches", &["If", "Switch"]),
];

/// What to report.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// A model that `calibrate fit` wrote
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    /// The page to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// All draws of the model, for traces and ranks [default: beside the model, ending in .draws.json]
    #[arg(long, value_name = "FILE")]
    pub draws: Option<PathBuf>,
    /// The output of `calibrate validate --format json` for the model, to include in the page
    #[arg(long, value_name = "FILE")]
    pub validation: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// If the model cannot be read or was not fitted by calibrate, or the page cannot be written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<CommandResult> {
    let out = &mut Screen::new(out);
    let model = load(&arguments.model)?;
    let record = record(&model)?;
    let beside = arguments.model.with_extension("draws.json");
    let given = arguments.draws.as_ref();
    let path = given.or_else(|| beside.exists().then_some(&beside));
    let draws = path.map(|path| Draws::read(path)).transpose()?;
    let validation = arguments.validation.as_ref();
    let validation = validation
        .map(|path| ValidationSection::read(path))
        .transpose()?;
    let page = page(&model, record, draws.as_ref(), validation.as_ref())?;
    files::write(&arguments.out, page)
        .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    out.line(format_args!("{}", arguments.out.display()))?;
    Ok(CommandResult::Complete)
}

fn page(
    model: &Posterior,
    record: &FitRecord,
    draws: Option<&Draws>,
    validation: Option<&ValidationSection>,
) -> Result<String> {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <meta name=\"viewport\" content=\"width=device-width\">",
    );
    let title = html(model.name());
    writeln!(
        page,
        "<title>{title}</title><style>body{{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}}\
         table{{border-collapse:collapse}}td,th{{padding:.1rem .8rem .1rem 0;text-align:right}}td:first-child,th:first-child\
         {{text-align:left}}svg{{max-width:100%;height:auto}}.fails{{color:#b00020}}</style></head><body>"
    )?;
    header(&mut page, model, record)?;
    writeln!(page, "<h2>Categories</h2>")?;
    for (category, heading) in [
        ("data_size", "Data size"),
        ("data_type", "Data type"),
        ("device", "Device"),
    ] {
        densities(&mut page, record, heading, |name| {
            name.strip_prefix(category)?.strip_prefix(':')
        })?;
    }
    if record
        .draws
        .names
        .iter()
        .any(|name| name.starts_with("operation:"))
    {
        writeln!(page, "<h2>Operations</h2>")?;
        for (heading, categories) in PANELS {
            let operations: Vec<&str> = PATTERNS
                .lines()
                .skip(1)
                .filter_map(|line| {
                    let mut columns = line.split('\t').skip(1);
                    let category = columns.next()?;
                    columns.next().filter(|_| categories.contains(&category))
                })
                .collect();
            let level = |name: &str| -> Option<String> {
                let level = name
                    .strip_prefix("operation:")
                    .or_else(|| name.strip_prefix("call_cell:"))?;
                operations.contains(&level).then(|| level.to_owned())
            };
            densities_of(&mut page, record, heading, level)?;
        }
    }
    variances(&mut page, record)?;
    chains(&mut page, record, draws)?;
    predictive(&mut page, model, record)?;
    held_out(&mut page, model, record)?;
    if let Some(validation) = validation {
        validation.section(&mut page, model.digest())?;
    }
    left_out(&mut page, record)?;
    page.push_str("</body></html>\n");
    Ok(page)
}

fn header(page: &mut String, model: &Posterior, record: &FitRecord) -> Result<()> {
    writeln!(page, "<h1>{}</h1>", html(model.name()))?;
    writeln!(
        page,
        "<p>{} structure, {} priors. {}. {}. {}</p>",
        model.structure(),
        html(&record.priors),
        html(&model.hardware().to_string()),
        html(&model.jdk().to_string()),
        html(&model.provenance().method)
    )?;
    let verdict = &record.verdict;
    let shown = |value: Option<f64>, digits: usize| {
        value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
    };
    writeln!(
        page,
        "<p>Sampled by {}: {} chains of {} draws, seed {}. rhat ≤ {}, bulk ESS ≥ {}, tail ESS ≥ {}, {} divergences. \
         σ = {}, discrepancy s = {:.3} of a program and τ = {:.3} of each of its features.</p>",
        html(&record.sampler.name),
        record.sampler.chains,
        record.sampler.draws,
        record.sampler.seed,
        shown(verdict.largest_rhat, 4),
        shown(verdict.smallest_ess_bulk, 0),
        shown(verdict.smallest_ess_tail, 0),
        verdict.divergences,
        model.sigma().mean,
        model.discrepancy(),
        model.feature_discrepancy()
    )?;
    page.push_str("<ul>");
    for failure in &verdict.failures {
        write!(
            page,
            "<li class=\"fails\">Does not pass: {}</li>",
            html(failure)
        )?;
    }
    for caveat in &model.provenance().caveats {
        write!(page, "<li>{}</li>", html(caveat))?;
    }
    page.push_str("</ul>\n<table><tr><th>campaign</th><th>begun</th><th>seed</th><th>devices</th><th>samples</th></tr>");
    for campaign in &record.campaigns {
        write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            html(&campaign.title),
            html(&campaign.begun),
            campaign.seed,
            html(&campaign.devices.join(", ")),
            campaign.samples
        )?;
    }
    page.push_str("</table>\n");
    Ok(())
}

fn densities(
    page: &mut String,
    record: &FitRecord,
    heading: &str,
    level: impl Fn(&str) -> Option<&str>,
) -> Result<()> {
    densities_of(page, record, heading, |name| level(name).map(str::to_owned))
}

fn densities_of(
    page: &mut String,
    record: &FitRecord,
    heading: &str,
    level: impl Fn(&str) -> Option<String>,
) -> Result<()> {
    let mut series: Vec<Series> = record
        .draws
        .names
        .iter()
        .enumerate()
        .filter_map(|(column, name)| {
            let name = level(name)?;
            let values = record
                .draws
                .rows_j
                .iter()
                .filter_map(|row| row.get(column))
                .copied()
                .collect();
            Some(Series { name, values })
        })
        .collect();
    // A device without a separate level is 0 in every draw.
    series.retain(|series| series.values.iter().any(|value| *value != 0.0));
    if series.is_empty() {
        return Ok(());
    }
    for part in series.chunks(12) {
        page.push_str(&plots::densities(heading, part)?);
    }
    Ok(())
}

fn variances(page: &mut String, record: &FitRecord) -> Result<()> {
    let effects = category_effects(record);
    if effects.is_empty() {
        return Ok(());
    }
    writeln!(page, "<h2>Variance by category</h2>")?;
    let bars: Vec<(String, f64)> = effects
        .iter()
        .map(|effect| (effect.name.clone(), effect.scale.0))
        .collect();
    page.push_str(&plots::bars(
        "Posterior mean of the scale τ of each category's levels",
        &bars,
    )?);
    page.push_str("<table><tr><th>category</th><th>levels</th><th>lowest</th><th>highest</th><th>scale τ</th></tr>");
    for effect in effects {
        write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{} ± {}</td></tr>",
            html(&effect.name),
            effect.levels,
            Joules(effect.range.0),
            Joules(effect.range.1),
            Joules(effect.scale.0),
            Joules(effect.scale.1)
        )?;
    }
    page.push_str("</table>\n");
    Ok(())
}

fn chains(page: &mut String, record: &FitRecord, draws: Option<&Draws>) -> Result<()> {
    writeln!(page, "<h2>Chains</h2>")?;
    let Some(draws) = draws else {
        writeln!(
            page,
            "<p>The file of all draws was not found, so there are no traces and ranks.</p>"
        )?;
        return Ok(());
    };
    let mut worst: Vec<&SampledParameter> = record.parameters.iter().collect();
    worst.sort_by(|a, b| {
        a.ess_bulk
            .unwrap_or(0.0)
            .total_cmp(&b.ess_bulk.unwrap_or(0.0))
    });
    writeln!(
        page,
        "<p>The {TRACED} parameters with the smallest bulk ESS: traces, and ranks, which are level where the chains agree.</p>"
    )?;
    for parameter in worst.into_iter().take(TRACED) {
        if let Some(chains) = draws.of(&parameter.name) {
            let name = readable(&parameter.name);
            page.push_str(&plots::trace(&name, &chains)?);
            page.push_str(&plots::ranks(&name, &chains)?);
        }
    }
    Ok(())
}

/// `static_call (operation)` for the parameter `level:operation:static_call`.
fn readable(parameter: &str) -> String {
    let parts: Vec<&str> = parameter.splitn(3, ':').collect();
    match *parts {
        ["level", category, level] => format!("{level} ({category})"),
        [kind, category] => format!("{kind} of {category}"),
        _ => parameter.to_owned(),
    }
}

fn predictive(page: &mut String, model: &Posterior, record: &FitRecord) -> Result<()> {
    writeln!(page, "<h2>Posterior predictive check</h2>")?;
    if record.cells.is_empty() {
        writeln!(page, "<p>Not known: {COMPACT}.</p>")?;
        return Ok(());
    }
    let predictions = predictions(model, record);
    let fitting = predictions.iter().filter(|cell| cell.fits()).count();
    writeln!(
        page,
        "<p>{fitting} of {} cells have their measured mean in the central 95% of the prediction of one measurement \
         (the paper: 340 of 348).</p>",
        predictions.len()
    )?;
    let points: Vec<(f64, f64, bool)> = predictions
        .iter()
        .map(|cell| (cell.cell.mean_j, cell.mean, cell.fits()))
        .collect();
    page.push_str(&plots::scatter("Cells", &points)?);
    Ok(())
}

fn held_out(page: &mut String, model: &Posterior, record: &FitRecord) -> Result<()> {
    if record.held_out.is_empty() {
        return Ok(());
    }
    writeln!(page, "<h2>Held-out methods</h2>")?;
    let inside = record
        .held_out
        .iter()
        .filter(|program| model.is_covered(program));
    writeln!(
        page,
        "<p>{} of {} methods are in the 90% intervals of their predictions.</p>",
        inside.count(),
        record.held_out.len()
    )?;
    let points: Vec<(f64, f64, bool)> = record
        .held_out
        .iter()
        .map(|program| {
            (
                program.measured_j,
                program.predicted_j,
                model.is_covered(program),
            )
        })
        .collect();
    page.push_str(&plots::scatter(
        "Programs that the fit has not seen",
        &points,
    )?);
    Ok(())
}

fn left_out(page: &mut String, record: &FitRecord) -> Result<()> {
    if record.left_out.is_empty() {
        return Ok(());
    }
    page.push_str(
        "<h2>Samples that are not in the fit</h2><table><tr><th>program</th><th>device</th><th>why</th><th>samples</th>\
         <th>furthest</th></tr>",
    );
    for left in &record.left_out {
        write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            html(&left.program),
            html(&left.device),
            html(&left.reason),
            left.samples,
            left.furthest_sds
                .map_or("–".to_owned(), |sds| format!("{sds:.1} sd"))
        )?;
    }
    page.push_str("</table>\n");
    Ok(())
}
