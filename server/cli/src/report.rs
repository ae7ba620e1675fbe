//! `jouled report`: the energy of many methods, sorted.

use crate::options::{By, Format, Options, Report};
use crate::{Outcome, input};
use anyhow::Result;
use ide::report::{MethodReport, ProblemReport, SCHEMA, Tool, patterns};
use ide::{Assumptions, Detail, MethodAnalysis, Model, Scratch, analyse_class};
use posterior::Joules;
use pricing::Tally;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use workspace::{ClassSource, Limits, Problem, Project, Severity};

/// A method and where its source stands.
struct Found {
    method: MethodAnalysis,
    file: Option<String>,
}

/// Everything that was analysed.
#[derive(Default)]
struct Collected {
    methods: Vec<Found>,
    problems: Vec<ProblemReport>,
    jdk: Option<String>,
}

pub(crate) fn run(options: &Options, arguments: &Report) -> Result<Outcome> {
    let model = input::model(options)?;
    let assumptions = input::assumptions(&arguments.analysis)?;
    let detail = match (arguments.format, arguments.by) {
        (Format::Text, By::Method | By::Class | By::Operation) => Detail::Methods,
        _ => Detail::Lines,
    };
    let mut collected = Collected::default();
    let (holding_classes, sources): (Vec<&String>, Vec<&String>) =
        arguments.paths.iter().partition(|path| is_classes(path));
    let inputs = holding_classes.len() + usize::from(!sources.is_empty());
    let mut failures = Vec::new();
    for path in holding_classes {
        if let Err(error) = classes(options, path, &model, detail, &mut collected) {
            failures.push((Some(path.clone()), crate::message(&error)));
        }
    }
    if !sources.is_empty() {
        let sources: Vec<PathBuf> = sources.into_iter().map(PathBuf::from).collect();
        if let Err(error) = java(options, arguments, &sources, &model, detail, &mut collected) {
            failures.push((None, crate::message(&error)));
        }
    }
    // What cannot be read costs the rest nothing; where there is no rest, there is no report.
    if failures.len() == inputs {
        let messages: Vec<String> = failures.into_iter().map(|(_, message)| message).collect();
        anyhow::bail!(messages.join("\n"));
    }
    let unread = |(file, message)| ProblemReport {
        file,
        line: None,
        severity: String::from("error"),
        message,
    };
    collected.problems.extend(failures.into_iter().map(unread));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match arguments.format {
        Format::Json => json(&mut out, &model, &assumptions, &collected)?,
        Format::Text => text(&mut out, &model, &assumptions, arguments.by, &collected)?,
    }
    out.flush()?;
    let incomplete = collected
        .problems
        .iter()
        .any(|problem| problem.severity == "error");
    for problem in &collected.problems {
        anstream::eprintln!("{}", line_of(problem));
    }
    Ok(if incomplete && arguments.analysis.strict {
        Outcome::Incomplete
    } else {
        Outcome::Complete
    })
}

/// True for what holds classes rather than source text: a jar, a class file, a module, a folder of classes.
fn is_classes(path: &str) -> bool {
    let has_extension = |wanted: &str| {
        Path::new(path)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    };
    path.starts_with("jrt:")
        || has_extension("jar")
        || has_extension("class")
        || (Path::new(path).is_dir()
            && ClassSource::open(path, None, &Limits::default())
                .is_ok_and(|source| !source.is_empty())
            && Project::discover(
                &[PathBuf::from(path)],
                &workspace::DiscoverOptions::default(),
            )
            .map_or(true, |project| project.sources.is_empty()))
}

fn classes(
    options: &Options,
    path: &str,
    model: &Model,
    detail: Detail,
    collected: &mut Collected,
) -> Result<()> {
    let jdk = path
        .starts_with("jrt:")
        .then(|| input::jdk(options))
        .transpose()?;
    let source = ClassSource::open(path, jdk.as_ref(), &Limits::default())?;
    if let Some(jdk) = jdk {
        collected.jdk = Some(jdk.version.full);
    }
    let bar = input::progress();
    bar.set_length(source.len() as u64);
    bar.set_message("Classes");
    let analysed: Vec<Result<Vec<Found>, ProblemReport>> = (0..source.len())
        .into_par_iter()
        .map_init(Scratch::default, |scratch, index| {
            bar.inc(1);
            source
                .with_bytes(index, |bytes| analyse_class(model, bytes, scratch, detail))
                .map_err(|problem| problem_report(&problem, None))?
                .map(|class| found(class, None))
                .map_err(|error| ProblemReport {
                    file: Some(source.origin(index)),
                    line: None,
                    severity: String::from("error"),
                    message: error.to_string(),
                })
        })
        .collect();
    bar.finish_and_clear();
    for class in analysed {
        match class {
            Ok(methods) => collected.methods.extend(methods),
            Err(problem) => collected.problems.push(problem),
        }
    }
    collected.problems.extend(
        source
            .problems()
            .iter()
            .map(|problem| problem_report(problem, None)),
    );
    Ok(())
}

fn java(
    options: &Options,
    arguments: &Report,
    sources: &[PathBuf],
    model: &Model,
    detail: Detail,
    collected: &mut Collected,
) -> Result<()> {
    let (project, compilation, jdk) = input::compile(options, &arguments.analysis, sources)?;
    collected.jdk = Some(jdk.version.full);
    let mut scratch = Scratch::default();
    for file in &compilation.files {
        let name = project.relative(&file.file).display().to_string();
        for class in &file.classes {
            match analyse_class(model, &class.bytes, &mut scratch, detail) {
                Ok(class) => {
                    let methods = found(class, Some(&name)).into_iter().map(|mut found| {
                        // What an error took out was compiled to nothing and has no price.
                        if found.method.line.is_some_and(|line| {
                            file.omitted
                                .iter()
                                .any(|omitted| omitted.lines.contains(&line))
                        }) {
                            found.method.not_analysed = Some("does not compile");
                            found.method.cost = wcec::MethodCost::default();
                            found.method.lines.clear();
                        }
                        found
                    });
                    collected.methods.extend(methods);
                }
                Err(error) => collected.problems.push(ProblemReport {
                    file: Some(name.clone()),
                    line: None,
                    severity: String::from("error"),
                    message: error.to_string(),
                }),
            }
        }
    }
    collected.problems.extend(
        compilation
            .problems()
            .chain(&project.problems)
            .map(|problem| problem_report(problem, Some(&project))),
    );
    Ok(())
}

fn found(class: ide::ClassAnalysis, file: Option<&str>) -> Vec<Found> {
    let file = file.map(ToOwned::to_owned).or(class.source_file);
    class
        .methods
        .into_iter()
        .map(|method| Found {
            method,
            file: file.clone(),
        })
        .collect()
}

fn json(
    out: &mut impl Write,
    model: &Model,
    assumptions: &Assumptions,
    collected: &Collected,
) -> Result<()> {
    let methods = collected
        .methods
        .iter()
        .map(|found| MethodReport::new(model, &found.method, assumptions, found.file.clone()))
        .collect();
    let report = ide::report::Report {
        schema: SCHEMA,
        tool: Tool::THIS,
        model: model.info().clone(),
        jdk: collected.jdk.clone(),
        methods,
        problems: collected.problems.clone(),
    };
    serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

fn text(
    out: &mut impl Write,
    model: &Model,
    assumptions: &Assumptions,
    by: By,
    collected: &Collected,
) -> Result<()> {
    let info = model.info();
    writeln!(
        out,
        "model {} · device {} · {} mode · {} structure · mapping {}",
        info.name, info.device, info.mode, info.structure, info.mapping
    )?;
    writeln!(
        out,
        "worst case; ~ marks what was ranked with every symbol without a value at {}; calls not followed are marked +\n",
        ide::NOMINAL
    )?;
    match by {
        By::Method => methods(out, model, assumptions, collected),
        By::Line => lines(out, model, collected),
        By::Operation => operations(out, model, assumptions, collected),
        By::Class => by_class(out, model, assumptions, collected),
    }
}

fn methods(
    out: &mut impl Write,
    model: &Model,
    assumptions: &Assumptions,
    collected: &Collected,
) -> Result<()> {
    let mut rows: Vec<(f64, &Found, Tally)> = collected
        .methods
        .par_iter()
        .map(|found| {
            let tally = model.nominal(&found.method, assumptions);
            (model.mean(&tally).0, found, tally)
        })
        .collect();
    rows.par_sort_by(|a, b| b.0.total_cmp(&a.0));
    writeln!(out, "{:>10} {:>10} {:>10}   method", "mean", "sd", "p99")?;
    let texts: Vec<String> = rows
        .par_iter()
        .map(|(_, found, tally)| row(model, assumptions, found, tally))
        .collect();
    for text in texts {
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

fn row(model: &Model, assumptions: &Assumptions, found: &Found, tally: &Tally) -> String {
    let method = &found.method;
    let name = format!("{}.{}{}", method.class, method.name, method.descriptor);
    if let Some(reason) = method.not_analysed {
        return format!("{:>10} {:>10} {:>10}   {name} ({reason})\n", "-", "-", "-");
    }
    let energy = model.predict(tally);
    let symbolic = method
        .cost
        .symbols
        .iter()
        .any(|symbol| assumptions.value(symbol).is_none());
    let calls = model.shares(tally).callees_not_followed > 0.0;
    let formula = if symbolic {
        format!("  = {}", model.formula(method))
    } else {
        String::new()
    };
    format!(
        "{:>10} {:>10} {:>10} {}{} {name}{formula}\n",
        energy.mean().to_string(),
        energy.sd().to_string(),
        energy.wcec_quantile(0.99).to_string(),
        if symbolic { '~' } else { ' ' },
        if calls { '+' } else { ' ' },
    )
}

fn lines(out: &mut impl Write, model: &Model, collected: &Collected) -> Result<()> {
    let mut rows: Vec<(Joules, String)> = Vec::new();
    for found in &collected.methods {
        for line in &found.method.lines {
            let file = found.file.as_deref().unwrap_or(&found.method.class);
            rows.push((
                model.mean(&line.tally),
                format!("{file}:{}  {}", line.line, found.method.name),
            ));
        }
    }
    rows.sort_by(|a, b| b.0.0.total_cmp(&a.0.0));
    for (mean, place) in rows {
        writeln!(out, "{:>10}  {place}", mean.to_string())?;
    }
    Ok(())
}

fn operations(
    out: &mut impl Write,
    model: &Model,
    assumptions: &Assumptions,
    collected: &Collected,
) -> Result<()> {
    let mut total = Tally::new();
    for found in &collected.methods {
        total.add_scaled(&model.nominal(&found.method, assumptions), 1.0);
    }
    let mut rows: BTreeMap<String, (f64, Option<f64>)> = BTreeMap::new();
    for pattern in patterns(model, &total) {
        let row = rows.entry(pattern.operation).or_insert((0.0, Some(0.0)));
        row.0 += pattern.count;
        row.1 = row.1.zip(pattern.mean).map(|(sum, mean)| sum + mean);
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    let rank = |mean: Option<f64>| mean.unwrap_or_default();
    rows.sort_by(|a, b| rank(b.1.1).total_cmp(&rank(a.1.1)));
    writeln!(out, "{:>10} {:>14}   operation", "mean", "count")?;
    for (operation, (count, mean)) in rows {
        let mean = mean.map_or_else(|| String::from("unknown"), |mean| Joules(mean).to_string());
        writeln!(out, "{mean:>10} {count:>14}   {operation}")?;
    }
    Ok(())
}

fn by_class(
    out: &mut impl Write,
    model: &Model,
    assumptions: &Assumptions,
    collected: &Collected,
) -> Result<()> {
    let mut classes: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for found in &collected.methods {
        let tally = model.nominal(&found.method, assumptions);
        let class = classes.entry(&found.method.class).or_default();
        class.0 += model.mean(&tally).0;
        class.1 += 1;
    }
    let mut rows: Vec<_> = classes.into_iter().collect();
    rows.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
    writeln!(
        out,
        "{:>10} {:>8}   class (each method once)",
        "mean", "methods"
    )?;
    for (class, (mean, methods)) in rows {
        writeln!(
            out,
            "{:>10} {methods:>8}   {class}",
            Joules(mean).to_string()
        )?;
    }
    Ok(())
}

fn problem_report(problem: &Problem, project: Option<&Project>) -> ProblemReport {
    ProblemReport {
        file: problem.file.as_ref().map(|file| {
            project
                .map_or(file.as_path(), |project| project.relative(file))
                .display()
                .to_string()
        }),
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

fn line_of(problem: &ProblemReport) -> String {
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
    text.push_str(&problem.message);
    text
}
