//! `jouled report`: the energy of many methods, sorted.

mod json;
mod methods;
mod rows;
mod stats;
mod sums;
mod view;

use crate::ExitReason;
use crate::input::{self, CommandInput, Input};
use crate::options::{By, Options, Report, ReportFormat};
use crate::screen::{self, Out};
use crate::settings::Settings;
use anyhow::Result;
use diff::ListingFormat;
use ide::report::ProblemReport;
use ide::{Detail, MethodAnalysis, Model, Program, Scratch, Specifications, Stats, analyse_class};
use json::Json;
use methods::Methods;
use rayon::prelude::*;
use rows::{Lines, Sorted};
use stats::{Form, Reach};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};
use sums::{Classes, Operations};
use view::{Context, Origin, View};
use workspace::{ClassSource, Compilation, Problem, Project, Purpose, Severity, in_one_line};

/// Classes that one thread takes at a time.
const CLASSES_A_PART: usize = 8;

/// Parts that are rendered before they are added, all in one go: enough to share out, few enough to stay small.
const PARTS: usize = 64;

pub(crate) fn run(options: &Options, arguments: &Report) -> Result<ExitReason> {
    let CommandInput {
        settings,
        model,
        mut input,
    } = CommandInput::open(options, &arguments.analysis, &arguments.paths)?;
    if arguments.stats {
        input.follow_jdk(settings.all.calls, &model, &settings)?;
    }
    let context = Context {
        model: &model,
        settings: &settings,
    };
    let mut out = screen::out();
    let problems = match (arguments.format, arguments.by) {
        (ReportFormat::Json | ReportFormat::Text, _) if arguments.stats => {
            let form = match arguments.format {
                ReportFormat::Json => Form::Json,
                _ => Form::Text,
            };
            report(context, &input, Reach::new(out, context, form, &input))?
        }
        (ReportFormat::Json, _) => {
            let json = Json::begin(
                screen::json(),
                (context, Detail::LinesAndBestCase),
                input.jdk.as_deref(),
            )?;
            report(context, &input, json)?
        }
        (ReportFormat::Text, by) => {
            title(&mut out, context)?;
            match by {
                By::Method => {
                    let row = Methods {
                        sort: arguments.sort,
                        formulas: arguments.formulas,
                    };
                    report(context, &input, Sorted::new(out, context, row))?
                }
                By::Line => report(context, &input, Sorted::new(out, context, Lines))?,
                By::Operation => report(context, &input, Operations::new(out, context))?,
                By::Class => report(context, &input, Classes::new(out, context))?,
            }
        }
        (ReportFormat::Csv, _) => listing(context, &input, ListingFormat::Csv)?,
        (ReportFormat::Markdown, _) => listing(context, &input, ListingFormat::Markdown)?,
        (ReportFormat::Sarif, _) => listing(context, &input, ListingFormat::Sarif)?,
        (ReportFormat::Html, _) => listing(context, &input, ListingFormat::Html)?,
    };
    let incomplete = problems.iter().any(|problem| problem.severity == "error");
    for problem in &problems {
        crate::screen::print_message(format_args!("{}", line_of(problem)));
    }
    // What is shown of lines and of the analysis itself has no symbols.
    if !arguments.stats && arguments.by != By::Line {
        settings.all_assumptions_used(&arguments.analysis)?;
    }
    Ok(if incomplete && arguments.analysis.strict {
        ExitReason::Incomplete
    } else if input.unread.is_empty() {
        ExitReason::Complete
    } else {
        ExitReason::PartlyUnread
    })
}

/// The report as JSON, in memory, and what could not be analysed. What a call costs at least is left out.
pub(crate) fn json_report(
    settings: &Settings,
    model: &Model,
    input: &Input,
) -> Result<(Vec<u8>, Vec<ProblemReport>)> {
    let context = Context { model, settings };
    let mut bytes = Vec::new();
    let json = Json::begin(
        &mut bytes,
        (context, Detail::Compared),
        input.jdk.as_deref(),
    )?;
    let problems = report(context, input, json)?;
    Ok((bytes, problems))
}

/// So many names that were not found are listed.
const MAX_NAMES: usize = 20;

/// Writes a form that is made of the whole report.
fn listing(
    context: Context<'_>,
    input: &Input,
    format: ListingFormat,
) -> Result<Vec<ProblemReport>> {
    let (json, problems) = json_report(context.settings, context.model, input)?;
    let saved = diff::Report::from_json("the report", &json)?;
    let text = diff::list(&saved, context.model.posterior(), format)?;
    screen::form(&text)?;
    Ok(problems)
}

/// What the numbers rest on.
fn about(out: &mut Out, context: Context<'_>) -> io::Result<()> {
    let info = context.model.info();
    out.line(format_args!(
        "model {} · device {} · {} mode · {} structure · mapping {}",
        info.name, info.device, info.mode, info.structure, info.mapping
    ))
}

fn title(out: &mut Out, context: Context<'_>) -> Result<()> {
    about(out, context)?;
    out.line(format_args!(
        "typical: what a call that returns costs on average; where that is uncertain, a range and the reason"
    ))?;
    out.line(format_args!(
        "worst: exceeded in 1 of 100 worst cases; ~ symbols without a value are {}, + the cost of a callee is missing",
        ide::NOMINAL
    ))?;
    out.end()?;
    Ok(())
}

/// Analyses the input and writes what a view shows of it.
fn report<V: View>(context: Context<'_>, input: &Input, mut view: V) -> Result<Vec<ProblemReport>> {
    let mut problems = Vec::new();
    let mut stats = Stats::default();
    for source in &input.classes {
        let of_class = classes(context, input, source, &mut view, &mut problems)?;
        stats.merge(of_class);
    }
    if let Some((project, compilation)) = &input.compiled {
        let program = input.program.as_deref();
        java(
            context,
            project,
            compilation,
            program,
            (&mut view, &mut stats),
            &mut problems,
        )?;
    }
    problems.extend(input.unread.iter().cloned());
    problems.extend(input.of_libraries.iter().cloned());
    let project = input.compiled.as_ref().map(|(project, _)| project);
    let of_settings = context.settings.problems.iter();
    problems.extend(of_settings.map(|problem| problem_report(problem, project)));
    view.finish(&stats, &problems)?;
    Ok(problems)
}

fn classes<V: View>(
    context: Context<'_>,
    input: &Input,
    source: &ClassSource,
    view: &mut V,
    problems: &mut Vec<ProblemReport>,
) -> Result<Stats> {
    let program = input.program.as_deref().filter(|_| !source.is_of_jdk());
    let of_jdk = input.of_jdk.as_ref().filter(|_| source.is_of_jdk());
    let mut stats = Stats::default();
    let bar = input::progress();
    bar.set_length(source.len() as u64);
    bar.set_message("Classes");
    let threads: Vec<Mutex<(Scratch, V::Memory)>> = (0..rayon::current_num_threads())
        .map(|_| Mutex::default())
        .collect();
    let mut parts: Vec<(V::Part, Stats, Vec<ProblemReport>)> = Vec::new();
    parts.resize_with(PARTS, Default::default);
    for start in (0..source.len()).step_by(PARTS * CLASSES_A_PART) {
        let shared = &*view;
        let render = |(index, part): (usize, &mut (V::Part, Stats, Vec<ProblemReport>))| {
            let (part, stats, problems) = part;
            // Each thread has a lock of its own, so that nobody waits.
            let mut thread = threads[rayon::current_thread_index().unwrap_or_default()]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let (scratch, memory) = &mut *thread;
            let first = start + index * CLASSES_A_PART;
            for index in first..source.len().min(first + CLASSES_A_PART) {
                let class = source
                    .with_bytes(index, |bytes| {
                        analyse_class(context.model, bytes, scratch, shared.detail(), &[])
                    })
                    .map_err(|problem| problem_report(&problem, None))
                    .and_then(|class| {
                        class.map_err(|error| bad_class(source.origin(index), &error))
                    });
                match class {
                    Ok(mut class) => {
                        if let Some(program) = program {
                            program.follow(&mut class);
                        }
                        let origin = Origin {
                            file: class.source_file.as_deref(),
                            purpose: Purpose::Product,
                            assumptions: context.settings.all.assume.everywhere(),
                        };
                        for method in &class.methods {
                            shared.render(method, origin, memory, part);
                            if shared.detail() != Detail::Methods {
                                count(stats, method, of_jdk);
                            }
                        }
                    }
                    Err(problem) => problems.push(problem),
                }
            }
        };
        parts.par_iter_mut().enumerate().for_each(render);
        for (part, counted, of_part) in &mut parts {
            view.add(part)?;
            stats.merge(std::mem::take(counted));
            problems.append(of_part);
        }
        bar.inc((PARTS * CLASSES_A_PART) as u64);
    }
    bar.finish_and_clear();
    problems.extend(
        source
            .problems()
            .iter()
            .map(|problem| problem_report(problem, None)),
    );
    Ok(stats)
}

/// Counts the loops and calls of a method; the calls of the JDK's methods are no part of their cost.
fn count(stats: &mut Stats, method: &MethodAnalysis, of_jdk: Option<&Program>) {
    let calls = of_jdk.and_then(|jdk| jdk.calls(&method.class, &method.name, &method.descriptor));
    match &calls {
        Some((calls, unpriced)) => stats.add_with(method, Some((calls, unpriced))),
        None => stats.add(method),
    }
}

fn java<V: View>(
    context: Context<'_>,
    project: &Project,
    compilation: &Compilation,
    program: Option<&Program>,
    (view, stats): (&mut V, &mut Stats),
    problems: &mut Vec<ProblemReport>,
) -> Result<()> {
    let mut scratch = Scratch::default();
    let mut memory = V::Memory::default();
    let mut part = V::Part::default();
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for file in &compilation.files {
        // They are counted in the comparison.
        if input::methods_alike(program, file) > 0 {
            continue;
        }
        let name = project.relative(&file.file).display().to_string();
        let assumptions = context.settings.assumptions(&file.file);
        let origin = Origin {
            file: Some(&name),
            purpose: Purpose::of(&project.root, &file.file, &file.text),
            assumptions: &assumptions,
        };
        let specifications = Specifications::read(&file.text);
        let left_out = file.lines_left_out();
        for bytes in &file.classes {
            let analysed = analyse_class(
                context.model,
                &bytes.bytes,
                &mut scratch,
                view.detail(),
                &specifications.loops,
            );
            match analysed {
                Ok(mut class) => {
                    if let Some(program) = program {
                        program.follow(&mut class);
                    }
                    file.unknown.mark(&bytes.bytes, class.methods.iter_mut());
                    // What an error took out was compiled to nothing and has no price.
                    for method in &mut class.methods {
                        let is_omitted = method
                            .line
                            .is_some_and(|line| left_out.iter().any(|part| part.contains(&line)));
                        if is_omitted {
                            method.not_analysed = Some("does not compile");
                            method.cost = wcec::MethodCost::default();
                            method.followed = None;
                            method.typical = None;
                            method.own_typical = None;
                            method.lines.clear();
                        }
                        for name in &method.unknown {
                            *unknown.entry(name.clone()).or_default() += 1;
                        }
                        view.render(method, origin, &mut memory, &mut part);
                        stats.add(method);
                    }
                }
                Err(error) => problems.push(bad_class(name.clone(), &error)),
            }
        }
        view.add(&mut part)?;
    }
    problems.extend(
        compilation
            .problems()
            .chain(&project.problems)
            .map(|problem| problem_report(problem, Some(project))),
    );
    problems.extend(not_found(&unknown));
    Ok(())
}

/// What is neither in the project nor on its class path, with how many methods name it: most come first.
fn not_found(unknown: &BTreeMap<String, usize>) -> Option<ProblemReport> {
    let mut names: Vec<(&String, &usize)> = unknown.iter().collect();
    names.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    let first = names.iter().take(MAX_NAMES);
    let first: Vec<String> = first
        .map(|(name, count)| format!("{name} ({count})"))
        .collect();
    let more = names.len().saturating_sub(MAX_NAMES);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!names.is_empty()).then(|| ProblemReport {
        file: None,
        line: None,
        severity: String::from("warning"),
        message: format!(
            "what these names do is in no number, since they are neither in the project nor on the class path \
             (in brackets how many methods use them): {}{more}",
            first.join(", ")
        ),
    })
}

fn bad_class(place: String, error: &ide::ClassError) -> ProblemReport {
    ProblemReport {
        file: Some(place),
        line: None,
        severity: String::from("error"),
        message: error.to_string(),
    }
}

pub(crate) fn problem_report(problem: &Problem, project: Option<&Project>) -> ProblemReport {
    ProblemReport {
        file: problem
            .file
            .as_ref()
            .map(|file| {
                project
                    .map_or(file.as_path(), |project| project.relative(file))
                    .display()
                    .to_string()
            })
            // What is said of the project's own folder names no file in it.
            .filter(|file| !file.is_empty()),
        line: problem.line,
        severity: match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
        .to_owned(),
        message: problem.message.clone(),
    }
}

/// A problem as one line: `file:line: severity: message`.
pub(crate) fn problem_text(problem: &Problem, project: &Project) -> String {
    line_of(&problem_report(problem, Some(project)))
}

pub(crate) fn line_of(problem: &ProblemReport) -> String {
    let mut text = String::new();
    let names_its_file = |file: &&String| problem.line.is_none() && problem.message.contains(*file);
    if let Some(file) = problem.file.as_ref().filter(|file| !names_its_file(file)) {
        text.push_str(file);
        if let Some(line) = problem.line {
            text.push(':');
            text.push_str(&line.to_string());
        }
        text.push_str(": ");
    }
    text.push_str(&problem.severity);
    text.push_str(": ");
    text.push_str(&in_one_line(&problem.message));
    text
}
