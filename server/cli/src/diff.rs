//! `jouled diff`: shows what a change does to the energy of a program, for people, pull requests and CI.

mod advice;
mod changed_lines;
mod model;
mod profiled_base;
mod revisions;
mod runs;
mod settings_texts;
mod side;
mod sides;
mod touched;

use crate::exit::ExitReason;
use crate::input;
use crate::options::{self, DiffFormat, Options, SettingsOf};
use ::diff::render::{Format, Sources, render};
use ::diff::{
    BaseRun, Comparison, ComparisonInput, PolicyOrigin, Quantity, RegressionPolicy, SideProblem,
    compare,
};
use anyhow::{Context, Result};
use ide::Posterior;
use ide::report::ProblemReport;
use model_registry::Registry;
use profiled_base::ProfiledBase;
use project_settings::FILE_NAME;
use side::Pair;
use std::path::Path;

/// The maximum number of series without a number that are named.
const MAX_NAMED: usize = 12;

pub(crate) fn run(options: &Options, arguments: &options::Diff) -> Result<ExitReason> {
    if let Some(done) = runs::run(arguments)? {
        return Ok(done);
    }
    let profiled = arguments.profile.as_deref().map(ProfiledBase::open);
    let mut profiled = profiled.transpose()?;
    let pair = sides::read(options, arguments, profiled.as_mut())?;
    let gate = gate(&pair, arguments)?;
    let posterior = posterior(&pair)?;
    let mut comparison = compare(&ComparisonInput {
        base: &pair.base.report,
        head: &pair.head.report,
        base_name: &pair.base.name,
        head_name: &pair.head.name,
        posterior: &posterior,
        gate: &gate,
        today: arguments.today.or(pair.date),
        spread: ide::spread_of_frequencies,
        source: pair.change.as_ref(),
        run: profiled.as_ref().map(|base| base as &dyn BaseRun),
    })?;
    comparison.caveats.extend(pair.caveats.iter().cloned());
    if let Some(base) = &profiled {
        let caveats = base.caveats(&comparison);
        comparison.caveats.extend(caveats);
        if comparison.of == Quantity::Worst {
            let why = "worst cases are compared, which a profile does not change";
            comparison.caveats.push(why.to_owned());
        }
        if !comparison.sums.is_empty() || arguments.makes(DiffFormat::Benchmark) {
            let why = "limits of sums and the benchmark series use predictions, which the profile does not change";
            comparison.caveats.push(why.to_owned());
        }
    }
    comparison.page.clone_from(&arguments.page);
    comparison.advice.clone_from(&pair.advice);
    write(arguments, &pair, &comparison)?;
    tell_of_problems(&comparison, arguments.analysis.all_problems);
    if arguments.makes(DiffFormat::Benchmark) {
        tell_of_gaps(&comparison);
    }
    let lacks = arguments.analysis.strict && comparison.lacks_anything();
    Ok(match comparison.outcome {
        ::diff::Outcome::Regression => ExitReason::Regressed,
        ::diff::Outcome::Incomplete => ExitReason::Incomplete,
        ::diff::Outcome::NoRegression if lacks => ExitReason::Incomplete,
        ::diff::Outcome::NoRegression => ExitReason::Complete,
    })
}

/// The policy of the base's `jouled.toml`, or of the head's if requested; flags override it. Both files must be valid, because
/// the head's file decides once it is merged.
fn gate(pair: &Pair, arguments: &options::Diff) -> Result<RegressionPolicy> {
    let read = |text: &Option<String>, side: &str, hint: &str| match text {
        Some(text) => RegressionPolicy::from_toml(text).map_err(|message| {
            anyhow::anyhow!(
                "the table [diff] of the {side}'s {FILE_NAME} is not valid: {message}{hint}"
            )
        }),
        None => Ok(RegressionPolicy::default()),
    };
    let of_head = read(&pair.texts.head, "head", "")?;
    let (base, from) = match arguments.settings {
        SettingsOf::Base => {
            let hint = "; --settings head takes the head's, which is valid";
            (
                read(&pair.texts.base, "base", hint)?,
                ::diff::SettingsOf::Base,
            )
        }
        // If the base's policy is not valid, nothing can be said about its changes.
        SettingsOf::Head => (
            read(&pair.texts.base, "base", "").unwrap_or_default(),
            ::diff::SettingsOf::Head,
        ),
    };
    let mut changes = base.changes_in(&of_head);
    changes.extend(pair.texts.others.iter().cloned());
    let mut gate = match arguments.settings {
        SettingsOf::Base => base,
        SettingsOf::Head => of_head.clone(),
    };
    gate.track_as(&of_head);
    gate.origin = PolicyOrigin { from, changes };
    gate.confidence = arguments.confidence.unwrap_or(gate.confidence);
    gate.tolerance = arguments.tolerance.unwrap_or(gate.tolerance);
    gate.quantity = arguments.of.map(Quantity::from).or(gate.quantity);
    gate.minimum_seen = arguments.minimum_seen.unwrap_or(gate.minimum_seen);
    Ok(gate)
}

/// The posterior of the settings. Saved reports name theirs by its digest; a known posterior with that digest is used if no
/// setting names another.
fn posterior(pair: &Pair) -> Result<Posterior> {
    if let Some(model) = &pair.model {
        return Ok(model.posterior().clone());
    }
    if pair.settings.all.model.is_none() {
        let known = Registry::of_this_user().models().into_iter();
        let mut known = known.filter_map(|known| known.posterior.ok());
        if let Some(model) = known.find(|model| model.digest() == pair.head.report.model.digest) {
            return Ok(model);
        }
    }
    Ok(input::model_of_any_jdk(&pair.settings)?.posterior().clone())
}

fn write(arguments: &options::Diff, pair: &Pair, comparison: &Comparison) -> Result<()> {
    let form = |format: DiffFormat| {
        let sources = Sources {
            base: &pair.base.report,
            head: &pair.head.report,
            base_texts: &pair.base.texts,
            head_texts: &pair.head.texts,
        };
        let sources =
            (!pair.base.texts.is_empty() || !pair.head.texts.is_empty()).then_some(sources);
        render(comparison, form_of(format), sources.as_ref())
    };
    let to_file = |file: &Path, text: String| {
        files::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
    };
    for (format, file) in &arguments.also {
        to_file(file, form(*format))?;
    }
    let text = form(arguments.format);
    if let Some(file) = &arguments.output {
        to_file(file, text)?;
    } else {
        crate::screen::form(&text)?;
    }
    Ok(())
}

/// Prints what could not be analysed on a side. New errors come first, because they belong to this change.
fn tell_of_problems(comparison: &Comparison, are_all: bool) {
    for side in ["base", "head"] {
        let mut problems: Vec<&SideProblem> = (comparison.problems.iter())
            .filter(|problem| problem.side == side)
            .collect();
        problems.sort_by_key(|problem| !problem.is_new_error);
        let problems: Vec<_> = problems
            .into_iter()
            .map(|SideProblem { problem, .. }| ProblemReport {
                file: problem.file.clone(),
                line: problem.line,
                severity: problem.severity,
                message: problem.message.clone(),
            })
            .collect();
        for line in crate::problem::lines_of(&problems, are_all) {
            crate::screen::print_message(format_args!("{side}: {line}"));
        }
    }
}

/// Prints which series have no number, or that of the base, and why.
fn tell_of_gaps(comparison: &Comparison) {
    let gaps = comparison.gaps.iter();
    let gaps = gaps.map(|gap| ("no point", &gap.name, &gap.reason));
    let series = comparison.series.iter();
    let of_base =
        series.filter_map(|one| Some(("the base's value", &one.name, one.of_base.as_ref()?)));
    let mut reasons: Vec<((&str, &str), Vec<&str>)> = Vec::new();
    for (what, name, reason) in of_base.chain(gaps) {
        let key = (what, &reason[..]);
        match reasons.iter_mut().find(|(known, _)| *known == key) {
            Some((_, names)) => names.push(name),
            None => reasons.push((key, vec![name])),
        }
    }
    for ((what, reason), names) in reasons {
        let rest = names.len().saturating_sub(MAX_NAMED);
        let first = names[..names.len() - rest].join(", ");
        let named = match rest {
            0 => first,
            more => format!("{first} and {more} more"),
        };
        crate::screen::print_message(format_args!("benchmark: {what} for {named}: {reason}"));
    }
}

const fn form_of(format: DiffFormat) -> Format {
    match format {
        DiffFormat::Text => Format::Text,
        DiffFormat::Json => Format::Json,
        DiffFormat::Csv => Format::Csv,
        DiffFormat::Markdown => Format::Markdown,
        DiffFormat::Sarif => Format::Sarif,
        DiffFormat::Junit => Format::Junit,
        DiffFormat::Github => Format::Github,
        DiffFormat::Benchmark => Format::Benchmark,
        DiffFormat::Html => Format::Html,
    }
}
