//! `jouled report`: the energy of many methods, sorted.

mod analyse;
mod comparable;
mod energies;
mod json;
mod methods;
mod predicted;
mod sorted;
mod stats;
mod sums;
mod table;
mod view;

use crate::exit::ExitReason;
use crate::failure::UsageError;
use crate::input::{CommandInput, Input, LeftOut};
use crate::measured::{Measured, PredictedMethod};
use crate::options::{By, Options, Report, ReportFormat, Sort};
use crate::problem::line_of;
use crate::screen::{self, Out};
use crate::settings::Settings;
use analyse::{Analysed, has_error, report};
use anyhow::{Context as _, Result};
use comparable::Comparable;
use diff::ListingFormat;
use energies::Energies;
use escape::{JsonWriter, plain};
use ide::report::Severity;
use ide::{Detail, Model, Program};
use json::Json;
use methods::Methods;
use predicted::Predictions;
use rows::RowsFormat;
use sorted::{LineRows, Sorted};
use stats::{Form, Reach};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use sums::{Classes, Operations};
use table::Table;
pub(crate) use table::ground;
use view::{Context, about};

pub(crate) fn run(options: &Options, arguments: &Report) -> Result<ExitReason> {
    if let (Some(file), []) = (&arguments.profile, &arguments.paths[..]) {
        let form = arguments.format.of_profile();
        let form = form.ok_or_else(|| {
            UsageError(String::from(
                "a profile without sources has no such format; add the sources as PATH, or choose another --format",
            ))
        })?;
        return crate::profile::print_file(file, form, arguments.by, &arguments.view);
    }
    let mut measured = arguments
        .profile
        .as_deref()
        .map(Measured::open)
        .transpose()?;
    if arguments.format.is_of_profile_alone() || arguments.by.is_of_profile_alone() {
        let words = "this format is for profiles only: give --profile and no PATH";
        return Err(UsageError(String::from(words)).into());
    }
    if arguments.each {
        return crate::each::run(options, arguments);
    }
    if arguments.of_each {
        crate::cleanup::end_with_parent();
    }
    let table = arguments.table_format()?;
    let CommandInput {
        settings,
        model,
        mut input,
    } = CommandInput::open(
        options,
        &arguments.analysis,
        &arguments.paths,
        arguments.archives.limits(),
    )?;
    if arguments.stats {
        input.follow_jdk(settings.all.calls, &model, &settings)?;
    }
    input.mark_last();
    if let Some(measured) = &mut measured {
        let other = anchor(measured, &settings, &model, &input)?;
        print_other_code(&other);
    }
    let context = Context {
        model: &model,
        settings: &settings,
        measured: measured.as_ref(),
        alike: LeftOut::Files,
    };
    let mut out = screen::out();
    if let Some(table) = table {
        if arguments.of_each {
            to_table_of_each(context, &input, table, arguments)?;
            return Ok(ExitReason::Complete);
        }
        let analysed = to_table(context, &input, table, arguments)?;
        return Ok(if analysed.is_partial {
            ExitReason::PartlyUnread
        } else {
            ExitReason::Complete
        });
    }
    let Analysed {
        problems,
        is_partial,
    } = match (arguments.format, arguments.by) {
        (ReportFormat::Json | ReportFormat::Text, _) if arguments.stats => {
            let form = match arguments.format {
                ReportFormat::Json => Form::Json,
                _ => Form::Text,
            };
            report(context, &input, Reach::new(out, context, form, &input))?
        }
        (ReportFormat::Json, _) => {
            let json = Json::begin(screen::json(), context, input.jdk.as_deref())?;
            report(context, &input, json)?
        }
        (ReportFormat::Text, by) => {
            title(&mut out, context)?;
            match by {
                By::Method => {
                    let sort = arguments.sort;
                    let row = Methods {
                        sort: sort.unwrap_or(Sort::Typical),
                        measured: measured
                            .as_ref()
                            .filter(|_| sort.is_none_or(|sort| sort == Sort::Measured)),
                        formulas: arguments.formulas,
                    };
                    report(context, &input, Sorted::new(out, context, row))?
                }
                By::Line => report(context, &input, Sorted::new(out, context, LineRows))?,
                By::Operation => report(context, &input, Operations::new(out, context))?,
                By::Class => report(context, &input, Classes::new(out, context))?,
                _ => Analysed::nothing(),
            }
        }
        (ReportFormat::Csv, _) => listing(context, &input, ListingFormat::Csv)?,
        (ReportFormat::Markdown, _) => listing(context, &input, ListingFormat::Markdown)?,
        (ReportFormat::Sarif, _) => listing(context, &input, ListingFormat::Sarif)?,
        (ReportFormat::Html, _) => listing(context, &input, ListingFormat::Html)?,
        (
            ReportFormat::Collapsed
            | ReportFormat::Speedscope
            | ReportFormat::Pprof
            | ReportFormat::Parquet
            | ReportFormat::Ndjson
            | ReportFormat::Junit,
            _,
        ) => Analysed::nothing(),
    };
    let incomplete = has_error(&problems);
    crate::problem::print(&problems, arguments.analysis.all_problems);
    // What is shown of lines and of the analysis itself has no symbols.
    if !arguments.stats && arguments.by != By::Line {
        settings.all_assumptions_used(&arguments.analysis)?;
    }
    Ok(if incomplete && arguments.analysis.strict {
        ExitReason::Incomplete
    } else if is_partial {
        ExitReason::PartlyUnread
    } else {
        ExitReason::Complete
    })
}

/// Learns from the measured methods of an input how to predict its others. Forgets those that ran with other code, and returns
/// their names.
pub(crate) fn anchor(
    measured: &mut Measured,
    settings: &Settings,
    model: &Model,
    input: &Input,
) -> Result<Vec<String>> {
    let found = predictions(measured, settings, model, input)?;
    let other = measured.leave_out_other_code(found.iter());
    measured.anchor(found.iter());
    Ok(other)
}

fn print_other_code(methods: &[String]) {
    const MOST: usize = 5;
    if methods.is_empty() {
        return;
    }
    let listed = methods.iter().take(MOST).map(|name| plain(name));
    let listed = listed.collect::<Vec<_>>().join(", ");
    let more = match methods.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    crate::screen::print_message(format_args!(
        "jouled: the energy of {} in the run is left out, because the code was edited since, or comes from another compiler: {listed}{more}",
        escape::how_many(methods.len() as u64, "method", "methods")
    ));
}

/// The predictions for the methods of an input that a run executed.
pub(crate) fn predictions(
    measured: &Measured,
    settings: &Settings,
    model: &Model,
    input: &Input,
) -> Result<Vec<PredictedMethod>> {
    let context = Context {
        model,
        settings,
        measured: None,
        alike: LeftOut::Files,
    };
    let mut found = Vec::new();
    let view = Predictions {
        context,
        measured,
        found: &mut found,
    };
    report(context, input, view)?;
    Ok(found)
}

/// The contents of a report for a comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ComparedContents<'m> {
    /// What is left out because it is the same on both sides.
    pub(crate) alike: LeftOut,
    /// A run whose methods get the calls in their typical energies. Those of all methods would fill the memory.
    pub(crate) run: Option<&'m Measured>,
}

/// The report as a comparison reads it, and what could not be analysed. What is the same in the other of two states is left out.
pub(crate) fn comparable(
    settings: &Settings,
    model: &Model,
    input: &Input,
    contents: ComparedContents<'_>,
) -> Result<(diff::Report, Analysed)> {
    let context = Context {
        model,
        settings,
        measured: contents.run,
        alike: contents.alike,
    };
    let program = input.program.as_deref().filter(|_| contents.run.is_some());
    saved(context, input, (Detail::Compared, program))
}

/// What the methods of a state of a program cost. A file that cannot be read or does not compile is noted there.
pub(crate) fn energies(
    settings: &Settings,
    model: &Model,
    input: &Input,
) -> Result<trend::StateEnergies> {
    let context = Context {
        model,
        settings,
        measured: None,
        alike: LeftOut::Files,
    };
    let mut state = trend::StateEnergies::default();
    let mut broken_files = BTreeSet::new();
    let view = Energies::new(context, &mut state, &mut broken_files);
    let analysed = report(context, input, view)?;
    let errors = analysed.of(Severity::Error);
    // Of a file with a class the package is known.
    let is_known = |file: &String| broken_files.contains(file);
    state.is_broken = (errors.iter()).any(|error| !error.file.as_ref().is_some_and(is_known));
    if let Some(first) = errors.first() {
        state.problem = match errors.len() {
            1 => line_of(first),
            many => format!("{} and {} more", line_of(first), many - 1),
        };
    }
    Ok(state)
}

/// The report in memory, and what could not be analysed.
fn saved(
    context: Context<'_>,
    input: &Input,
    (detail, calls): (Detail, Option<&Program>),
) -> Result<(diff::Report, Analysed)> {
    let jdk = input.jdk.as_deref().map(str::to_owned);
    let mut saved = diff::Report::empty(context.model.info().clone(), jdk);
    let view = Comparable::new(context, detail, &mut saved).with_calls(calls);
    let analysed = report(context, input, view)?;
    Ok((saved, analysed))
}

/// Writes a form that is made of the whole report.
fn listing(context: Context<'_>, input: &Input, format: ListingFormat) -> Result<Analysed> {
    let (saved, analysed) = saved(context, input, (Detail::Lines, None))?;
    let text = diff::list(&saved, context.model.posterior(), format)?;
    screen::form(&text)?;
    Ok(analysed)
}

/// Writes the rows of a table to a file, which appears when it is whole.
fn to_table(
    context: Context<'_>,
    input: &Input,
    (format, file): (RowsFormat, &Path),
    arguments: &Report,
) -> Result<Analysed> {
    let cannot = || format!("{} cannot be written", file.display());
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let unfinished = files::unfinished_in(folder.unwrap_or(Path::new("."))).with_context(cannot)?;
    let name = arguments.paths.join(" ");
    let (count, analysed) = write_rows(context, input, format, unfinished.as_file(), &name)?;
    unfinished.persist(file).with_context(cannot)?;
    crate::problem::print(&analysed.problems, arguments.analysis.all_problems);
    let methods = escape::how_many(count, "method", "methods");
    screen::print_message(format_args!("{methods} in {}", file.display()));
    Ok(analysed)
}

/// Writes the rows of an input of --each, and prints what came of it. The process that started this one removes the file if this
/// one fails or is killed.
fn to_table_of_each(
    context: Context<'_>,
    input: &Input,
    (format, file): (RowsFormat, &Path),
    arguments: &Report,
) -> Result<()> {
    let rows =
        File::create(file).with_context(|| format!("{} cannot be written", file.display()))?;
    let name = arguments.paths.join(" ");
    let (count, analysed) = write_rows(context, input, format, &rows, &name)?;
    let errors = analysed.of(Severity::Error);
    let warnings = analysed.of(Severity::Warning);
    let summary = batch::ProcessSummary {
        rows: count,
        errors: errors.len() as u64,
        first_error: errors.first().map(|error| line_of(error)),
        warnings: warnings.len() as u64,
        first_warning: warnings.first().map(|warning| line_of(warning)),
        cpu_seconds: crate::cpu::used().map(|used| used.as_secs_f64()),
        peak_bytes: batch::own_peak_bytes(),
    };
    let mut out = screen::json();
    serde_json::to_writer(&mut out, &summary)?;
    out.flush()?;
    Ok(())
}

/// Writes a row for each method. Returns how many there are.
fn write_rows(
    context: Context<'_>,
    input: &Input,
    format: RowsFormat,
    file: &File,
    name: &str,
) -> Result<(u64, Analysed)> {
    let mut count = 0;
    let out = BufWriter::new(file);
    let analysed = match format {
        RowsFormat::Ndjson => {
            let table = Table::begin(JsonWriter::new(out), format, context, name, &mut count)?;
            report(context, input, table)?
        }
        RowsFormat::Parquet | RowsFormat::Csv => {
            let table = Table::begin(out, format, context, name, &mut count)?;
            report(context, input, table)?
        }
    };
    Ok((count, analysed))
}

fn title(out: &mut Out, context: Context<'_>) -> Result<()> {
    about(out, context)?;
    if let Some(measured) = context.measured {
        let meter = &measured.analysis.meter;
        let how = if meter.is_modelled {
            "modelled, not measured, by"
        } else {
            "measured by"
        };
        out.line(format_args!(
            "run of {}: energy {how} {} ({}); share: of the energy of all Java code, calls included",
            measured.analysis.program, meter.selector, meter.what
        ))?;
        if !measured.knows_code() {
            out.line(format_args!("{}", crate::measured::UNKNOWN_CODE))?;
        }
        if let Some(anchors) = measured.anchors() {
            for line in crate::measured::legend(anchors) {
                out.line(format_args!("{line}"))?;
            }
        }
    }
    out.line(format_args!(
        "typical: the average energy of a call that returns; where that is uncertain, a range, with the reason behind the name"
    ))?;
    out.line(format_args!(
        "worst: a run of the most expensive path costs less with a probability of 99%, according to the model"
    ))?;
    out.line(format_args!(
        "~: for {} as each unknown value, so a typical range can be higher; +: the energy of a callee is missing",
        ide::NOMINAL
    ))?;
    out.line(format_args!(
        "-: no number; a worst case has none if more than {} counts must be assumed",
        ide::MAX_ASSUMED_COUNTS
    ))?;
    out.line(format_args!(
        "[assumes N]: the worst case rests on N kinds of things that the code does not show; `jouled explain` lists all"
    ))?;
    out.end()?;
    Ok(())
}
