//! `jouled explain`: shows where the energy of a method goes, and what the number is based on.

mod calls;
mod find;
mod in_run;
mod plot;
mod text;
mod typical;
mod vary;

use crate::exit::ExitReason;
use crate::failure::NameNotFound;
use crate::input::CommandInput;
use crate::measured::Measured;
use crate::options::{Explain, Format, Options};
use crate::problem::problem_report;
use crate::screen;
use anyhow::{Context as _, Result};
use find::{FoundMethod, find};
use ide::explain::{Depth, Explanation};
use ide::report::{AnchoredReport, MeasuredReport};
use ide::{Detail, MethodAnalysis, MethodBreakdown, Model, Scratch, analyse_class};
use std::io::Write;
use vary::Series;

/// The quantiles shown if none are requested.
const QUANTILES: [f64; 4] = [0.5, 0.95, 0.99, 0.999];

/// The quantile at the edge of a plot's band if none is requested.
const BAND: f64 = 0.95;

/// The explanation as JSON, with the series if requested.
#[derive(serde::Serialize)]
struct Json<'r> {
    #[serde(flatten)]
    explanation: &'r Explanation<'r>,
    vary: Option<&'r Series>,
    /// Its measured energy, if a profile was given and has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<MeasuredReport>,
    /// Its energy as corrected by nearby measured methods, if it was not measured itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    anchored: Option<AnchoredReport>,
}

pub(crate) fn run(options: &Options, arguments: &Explain) -> Result<ExitReason> {
    let measured = arguments.profile.as_deref().map(Measured::open);
    let mut measured = measured.transpose()?;
    let here = [String::from(".")];
    let paths = if arguments.paths.is_empty() {
        &here[..]
    } else {
        &arguments.paths
    };
    let CommandInput {
        settings,
        model,
        mut input,
    } = CommandInput::open(
        options,
        &arguments.analysis,
        paths,
        arguments.archives.limits(),
    )?;
    input.follow_jdk(settings.all.calls, &model, &settings)?;
    let project = input.compiled.as_ref().map(|(project, _)| project);
    let of_settings = settings.problems.iter();
    let of_settings: Vec<_> = of_settings
        .map(|problem| problem_report(problem, project))
        .collect();
    let problems = input
        .unread
        .iter()
        .chain(&input.of_libraries)
        .chain(&of_settings);
    crate::problem::print(problems, arguments.analysis.all_problems);
    if let Some(measured) = &mut measured {
        crate::report::anchor(measured, &settings, &model, &input)?;
    }
    let found = find(&input, &settings, &arguments.method)?;
    let program = found.program(&input);
    let method = analysed(&model, &found, program)?;
    let quantiles = if arguments.quantile.is_empty() {
        &QUANTILES[..]
    } else {
        &arguments.quantile
    };
    let wanted = (quantiles, Depth(arguments.depth));
    let breakdown = breakdown(&model, &found, &method, program);
    let taken_apart = (&method, &breakdown);
    let mut explanation =
        Explanation::new(&model, taken_apart, &found.assumptions, program, wanted);
    settings.all_assumptions_used(&arguments.analysis)?;
    explanation.jdk = input.jdk.as_deref();
    explanation.file = found.file.as_deref();
    let series = arguments
        .vary
        .as_ref()
        .map(|range| {
            let points = range.points(arguments.points, arguments.log)?;
            Series::new(
                &model,
                &method,
                &found.assumptions,
                range,
                &points,
                quantiles,
            )
        })
        .transpose()?;
    if let (Some(path), Some(series)) = (&arguments.plot, &series) {
        let band = arguments.quantile.first().copied().unwrap_or(BAND);
        let svg = plot::svg(&explanation, series, band, arguments.log)?;
        files::write(path, svg)
            .with_context(|| format!("{}: the plot cannot be written", path.display()))?;
    }
    match arguments.format {
        Format::Json => {
            let json = Json {
                explanation: &explanation,
                vary: series.as_ref(),
                measured: measured.as_ref().and_then(|measured| {
                    measured.report_of(&method.class, &method.name, &method.descriptor)
                }),
                anchored: measured.as_ref().and_then(|measured| {
                    let name = (&*method.class, &*method.name, &*method.descriptor);
                    let typical = explanation.typical.as_ref()?;
                    Some(
                        measured
                            .anchored(name, (typical.mean, typical.unpriced_calls))?
                            .report(),
                    )
                }),
            };
            let mut out = screen::json();
            serde_json::to_writer(&mut out, &json)?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
        Format::Text => {
            let mut out = screen::out();
            text::write(&mut out, &explanation, series.as_ref(), measured.as_ref())?;
            if let Some(path) = &arguments.plot {
                out.end()?;
                out.line(format_args!("plot: {}", path.display()))?;
            }
            out.flush()?;
        }
    }
    Ok(
        if arguments.analysis.strict && explanation.is_incomplete() {
            ExitReason::Incomplete
        } else if input.unread.is_empty() {
            ExitReason::Complete
        } else {
            ExitReason::PartlyUnread
        },
    )
}

/// The method with its cost and its callees.
fn analysed(
    model: &Model,
    found: &FoundMethod,
    program: Option<&ide::Program>,
) -> Result<MethodAnalysis> {
    let mut class = analyse_class(
        model,
        &found.bytes,
        &mut Scratch::default(),
        Detail::Reach,
        &found.loops,
    )?;
    let name = &found.name;
    class
        .methods
        .retain(|method| method.name == name.name && method.descriptor == name.descriptor);
    if let Some(program) = program {
        program.follow(&mut class);
    }
    let method = class.methods.pop();
    let method = method.ok_or_else(|| NameNotFound::from(format!("{name} has no code")))?;
    if found.is_left_out(&method) {
        anyhow::bail!(
            "{name} does not compile, so it has no price; `jouled report` shows the compiler's messages"
        );
    }
    Ok(method)
}

/// The paths of the method, through its callees if they are followed.
fn breakdown(
    model: &Model,
    found: &FoundMethod,
    method: &MethodAnalysis,
    program: Option<&ide::Program>,
) -> MethodBreakdown {
    if let Some(program) = program.filter(|_| method.followed.is_some()) {
        MethodBreakdown::of_program(model, program, method, &found.assumptions)
    } else {
        MethodBreakdown::of_class(
            model,
            &found.bytes,
            method,
            &found.loops,
            &found.assumptions,
        )
    }
}
