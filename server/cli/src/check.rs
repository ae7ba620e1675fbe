//! `jouled check`: checks the energy contracts of a project, for people and for CI.

use crate::exit::ExitReason;
use crate::input::{CommandInput, Input};
use crate::options::{Check, Format, Options};
use crate::problem::problem_report;
use crate::screen;
use crate::settings::Settings;
use anyhow::Result;
use compile::{Compilation, Completeness};
use ide::report::{Header, ProblemReport, Severity, Tool, platform};
use ide::{
    AssumedValues, CheckedContract, Detail, FileAnalysis, FindingCode, Model, Program, Scratch,
    Specifications, analyse_class, check_method,
};
use libraries::ClassSource;
use project_model::Project;
use serde::Serialize;
use source::SourceFile;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

/// The schema of the JSON form.
const SCHEMA: &str = "jouled.check/2";

/// A contract and its file.
struct Row {
    file: String,
    checked: CheckedContract,
}

pub(crate) fn run(options: &Options, arguments: &Check) -> Result<ExitReason> {
    let CommandInput {
        settings,
        model,
        input,
    } = CommandInput::open(
        options,
        &arguments.analysis,
        &arguments.paths,
        arguments.archives.limits(),
    )?;
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for (number, source) in input.classes.iter().enumerate() {
        let assumptions = settings.all.assume.everywhere();
        let program = input.program_of(number);
        check_classes(
            &model,
            assumptions,
            (source, program),
            &mut rows,
            &mut problems,
        );
    }
    let unread = check_sources(&model, &settings, &input, &mut rows, &mut problems);
    problems.extend(input.unread.iter().cloned());
    problems.extend(input.of_libraries.iter().cloned());
    let project = input.compiled.as_ref().map(|(project, _)| project);
    let of_settings = settings.problems.iter();
    problems.extend(of_settings.map(|problem| problem_report(problem, project)));
    match arguments.format {
        Format::Text => text(&model, &rows)?,
        Format::Json => json(&model, input.jdk.as_deref(), &rows, &problems)?,
    }
    settings.all_assumptions_used(&arguments.analysis)?;
    crate::problem::print(&problems, arguments.analysis.all_problems);
    let any =
        |outcome: ide::ContractStatus| rows.iter().any(|row| row.checked.outcome() == outcome);
    let rests_on_more = rows.iter().any(|row| {
        let verdict = row.checked.verdict.as_ref();
        verdict.is_ok_and(|verdict| !verdict.rests_on.is_empty())
    });
    let is_incomplete = any(ide::ContractStatus::Undecided)
        || rests_on_more
        || any(ide::ContractStatus::HoldsWhen)
        || problems
            .iter()
            .any(|problem| problem.severity != Severity::Info);
    // A problem without a line is about a whole file, jar or class. A clause that cannot be read may be a violated one.
    let is_unseen = unread > 0
        || rows.iter().any(|row| row.checked.verdict.is_err())
        || (problems.iter())
            .any(|problem| problem.severity == Severity::Error && problem.line.is_none());
    Ok(if any(ide::ContractStatus::Violated) {
        ExitReason::Violated
    } else if is_unseen || arguments.analysis.strict && is_incomplete {
        ExitReason::Incomplete
    } else {
        ExitReason::Complete
    })
}

/// The contracts in the annotations of classes without source.
fn check_classes(
    model: &Model,
    assumptions: &AssumedValues,
    (source, program): (&ClassSource, Option<&Program>),
    rows: &mut Vec<Row>,
    problems: &mut Vec<ProblemReport>,
) {
    let mut scratch = Scratch::default();
    for index in 0..source.len() {
        let origin = source.origin(index);
        let class = source
            .with_bytes(index, |bytes| {
                analyse_class(model, bytes, &mut scratch, Detail::Lines, &[])
            })
            .map_err(|problem| problem_report(&problem, None))
            .and_then(|class| class.map_err(|error| bad_class(origin.clone(), &error)));
        match class {
            Ok(mut class) => {
                if let Some(program) = program {
                    program.follow(&mut class);
                }
                for method in &class.methods {
                    let checked = check_method(model, assumptions, method, program).into_iter();
                    rows.extend(checked.map(|checked| Row {
                        file: origin.clone(),
                        checked,
                    }));
                }
            }
            Err(problem) => problems.push(problem),
        }
    }
    let unread = source.problems().iter();
    problems.extend(unread.map(|problem| problem_report(problem, None)));
}

/// The files that calls may reach and that have no classes. Their methods may override some that contracts depend on.
fn without_classes(
    project: &Project,
    compilation: &Compilation,
) -> impl Iterator<Item = ProblemReport> {
    let files = compilation.files.iter().chain(&compilation.called);
    let failed = files.filter(|file| file.completeness == Completeness::Failed);
    failed.map(|file| ProblemReport {
        file: Some(project.relative(&file.file).display().to_string()),
        line: None,
        severity: Severity::Error,
        message: "the file does not compile, so contracts were checked without what its classes override; repair its first error"
            .to_owned(),
    })
}

/// The contracts in comments and annotations of source text. Returns the number of clauses that cannot be read.
fn check_sources(
    model: &Model,
    settings: &Settings,
    input: &Input,
    rows: &mut Vec<Row>,
    problems: &mut Vec<ProblemReport>,
) -> usize {
    let Some((project, compilation)) = &input.compiled else {
        return 0;
    };
    let mut unread = 0;
    for file in &compilation.files {
        let name = project.relative(&file.file).display().to_string();
        let assumptions = settings.assumptions(&file.file);
        let source = SourceFile::parse(file.text.clone());
        let analysis = FileAnalysis::new(
            model,
            &source,
            0,
            file.classes.iter().map(|class| &class.bytes[..]),
            &file.left_out(),
            input.program.as_ref(),
        );
        let checked = analysis.contracts(model, &assumptions).into_iter();
        rows.extend(checked.map(|checked| Row {
            file: name.clone(),
            checked,
        }));
        for finding in analysis.findings(model, &assumptions) {
            let is_contract = finding.code == FindingCode::Contract;
            unread += usize::from(finding.code == FindingCode::Syntax);
            // A contract that cannot be read is already among the contracts.
            let is_row = rows.iter().any(|row| {
                row.file == name
                    && row.checked.place == Some(finding.place)
                    && row.checked.verdict.is_err()
            });
            if !is_contract && !is_row {
                problems.push(ProblemReport {
                    file: Some(name.clone()),
                    line: Some(finding.place.line),
                    severity: Severity::Warning,
                    message: finding.message,
                });
            }
        }
    }
    problems.extend(not_checked(project, compilation));
    problems.extend(without_classes(project, compilation));
    let of_project = compilation.problems().chain(&project.problems);
    problems.extend(of_project.map(|problem| problem_report(problem, Some(project))));
    unread
}

/// The files with contracts for which code is missing, which the contracts may be about.
fn not_checked<'c>(
    project: &'c Project,
    compilation: &'c Compilation,
) -> impl Iterator<Item = ProblemReport> + 'c {
    let files = compilation.files.iter();
    let lacking = files.filter(|file| {
        let is_whole = file.completeness != Completeness::Failed && file.left_out().is_empty();
        !is_whole && (has_contract(&file.text) || file.text.contains("@EnergyBudget"))
    });
    lacking.map(|file| ProblemReport {
        file: Some(project.relative(&file.file).display().to_string()),
        line: None,
        severity: Severity::Error,
        message: String::from(
            "some contracts of this file were not checked, because parts of it do not compile; fix those first",
        ),
    })
}

fn has_contract(text: &Arc<str>) -> bool {
    !Specifications::read(text).contracts.is_empty()
}

fn bad_class(place: String, error: &ide::ClassError) -> ProblemReport {
    ProblemReport {
        file: Some(place),
        line: None,
        severity: Severity::Error,
        message: error.to_string(),
    }
}

fn text(model: &Model, rows: &[Row]) -> Result<()> {
    let mut out = screen::out();
    for Row { file, checked } in rows {
        out.part(format_args!("{file}"));
        if let Some(line) = checked.line {
            out.part(format_args!(":{line}"));
        }
        if let Some(place) = checked.place {
            out.part(format_args!(":{}", place.column + 1));
        }
        out.line(format_args!(": {}", checked.verdict_text()))?;
        out.line(format_args!(
            "    {}.{}: {}",
            checked.class.replace('/', "."),
            checked.method,
            checked.text
        ))?;
        for line in &checked.costliest {
            out.line(format_args!("    line {}: {line}", line.line))?;
        }
    }
    if !rows.is_empty() {
        out.line(format_args!("{}", model.info().short_line()))?;
    }
    let count = |outcome: ide::ContractStatus| {
        let of_it = rows.iter().filter(|row| row.checked.outcome() == outcome);
        of_it.count()
    };
    let noun = if rows.len() == 1 {
        "contract"
    } else {
        "contracts"
    };
    out.line(format_args!(
        "{} {noun}: {} met, {} hold up to a value, {} undecided, {} violated",
        rows.len(),
        count(ide::ContractStatus::Met),
        count(ide::ContractStatus::HoldsWhen),
        count(ide::ContractStatus::Undecided),
        count(ide::ContractStatus::Violated)
    ))?;
    out.flush()?;
    Ok(())
}

/// A contract in the JSON form, in joules.
#[derive(Serialize)]
struct ContractReport<'r> {
    file: &'r str,
    line: Option<u32>,
    column: Option<u32>,
    class: &'r str,
    method: &'r str,
    descriptor: &'r str,
    contract: &'r str,
    outcome: &'static str,
    message: String,
    quantile: Option<f64>,
    energy: Option<f64>,
    budget: Option<f64>,
    margin: Option<f64>,
    values: BTreeMap<&'r str, f64>,
    limit: Option<LimitReport<'r>>,
    rests_on: &'r [String],
    reasons: Vec<String>,
    assumed: BTreeMap<&'r str, f64>,
    most_expensive: Vec<ExpensiveLine>,
    model: &'r str,
    device: &'r str,
    mode: &'r str,
}

#[derive(Serialize)]
struct LimitReport<'r> {
    symbols: &'r [String],
    at_most: f64,
    deciding: Option<&'r str>,
}

#[derive(Serialize)]
struct ExpensiveLine {
    line: u32,
    mean: f64,
    times: f64,
    with_callees: f64,
}

#[derive(Serialize)]
struct CheckReport<'r> {
    #[serde(flatten)]
    header: Header<'r>,
    contracts: Vec<ContractReport<'r>>,
    problems: &'r [ProblemReport],
}

fn json(model: &Model, jdk: Option<&str>, rows: &[Row], problems: &[ProblemReport]) -> Result<()> {
    let report = CheckReport {
        header: Header {
            schema: SCHEMA,
            tool: Tool::THIS,
            model: model.info(),
            jdk,
            platform: platform(),
        },
        contracts: rows.iter().map(|row| contract_report(model, row)).collect(),
        problems,
    };
    let mut out = screen::json();
    serde_json::to_writer_pretty(&mut out, &report)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

fn contract_report<'r>(model: &'r Model, row: &'r Row) -> ContractReport<'r> {
    let (info, checked) = (model.info(), &row.checked);
    let verdict = checked.verdict.as_ref().ok();
    let at = verdict.and_then(|verdict| verdict.decisive.as_ref());
    // JSON cannot represent any other number.
    let finite = |number: f64| number.is_finite().then_some(number);
    let by_name = |values: &'r [(String, f64)]| {
        let values = values.iter().map(|(name, value)| (name.as_str(), *value));
        values.collect::<BTreeMap<&str, f64>>()
    };
    let limit = verdict.and_then(|verdict| verdict.limit.as_ref());
    ContractReport {
        file: &row.file,
        line: checked.line,
        column: checked.place.map(|place| place.column + 1),
        class: &checked.class,
        method: &checked.method,
        descriptor: &checked.descriptor,
        contract: &checked.text,
        outcome: checked.outcome().name(),
        message: checked.verdict_text(),
        quantile: verdict.map(|verdict| verdict.quantile),
        energy: at.and_then(|at| finite(at.energy.0)),
        budget: at.and_then(|at| finite(at.budget.0)),
        margin: at.and_then(|at| finite(at.margin())),
        values: at.map(|at| by_name(&at.values)).unwrap_or_default(),
        limit: limit.map(|limit| LimitReport {
            symbols: &limit.symbols,
            at_most: limit.at_most,
            deciding: limit.deciding.as_deref(),
        }),
        rests_on: verdict.map_or(&[], |verdict| &verdict.rests_on),
        reasons: verdict.map_or_else(Vec::new, |verdict| {
            verdict.reasons.iter().map(ToString::to_string).collect()
        }),
        assumed: verdict
            .map(|verdict| by_name(&verdict.assumed))
            .unwrap_or_default(),
        most_expensive: checked
            .costliest
            .iter()
            .map(|line| ExpensiveLine {
                line: line.line,
                mean: line.each.0,
                times: line.times,
                with_callees: line.total().0,
            })
            .collect(),
        model: &info.name,
        device: &info.device,
        mode: &info.mode,
    }
}
