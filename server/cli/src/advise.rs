//! `jouled advise`: edits that keep the behaviour and save energy.

mod apply;
mod forms;
mod found;
mod sarif;
mod words;

use crate::exit::ExitReason;
use crate::input::{self, Input, Inside};
use crate::measured::Measured;
use crate::options::{self, Options};
use crate::settings::Settings;
use anyhow::{Result, bail};
use compile::{Compilation, CompiledFile, Completeness, ResidentProject};
use project_model::Project;
use std::path::{Path, PathBuf};

use found::Unseen;
pub(crate) use found::{Item, LineSet, Search, compiled_text};
use jdk::ServiceConfig;

pub(crate) fn run(options: &Options, arguments: &options::Advise) -> Result<ExitReason> {
    let settings = Settings::new(options, &arguments.analysis, &arguments.paths);
    let model = input::model(&settings)?;
    // Counts replace estimates both before and after an edit.
    let measured = arguments
        .profile
        .as_deref()
        .map(Measured::open_for_both_sides);
    let measured = measured.transpose()?.map(|(measured, _)| measured);
    let mut input = Input::open(&settings, &[], &arguments.paths, &Inside::Named)?;
    input.follow(settings.all.calls, &model, &settings)?;
    let Some((project, compilation)) = &input.compiled else {
        bail!("name Java files or a folder with Java files");
    };
    let mut outcome = ExitReason::Complete;
    crate::problem::print(&input.unread, arguments.analysis.all_problems);
    if !input.unread.is_empty() {
        outcome = ExitReason::PartlyUnread;
    }
    let config = ServiceConfig::new(input::cache()?);
    let resident = ResidentProject::open(project, compilation, input::jdk(&settings)?, config)?;
    let search = found::Search {
        model: &model,
        settings: &settings,
        project,
        compilation,
        program: input.program.as_deref(),
        resident: &resident,
        measured: measured.as_ref(),
        rules: &arguments.rule,
        lines: None,
    };
    let mut found = search.run();
    found.sort();
    if arguments.apply_all || !arguments.apply.is_empty() {
        let wanted: Vec<&Item> = wanted(arguments, &found.items)?;
        apply::apply(project, compilation, &resident, &wanted)?;
    } else {
        forms::write(arguments, &model, &found)?;
    }
    let is_whole = |file: &CompiledFile| file.completeness == Completeness::Complete;
    let are_whole = compilation.files.iter().all(is_whole);
    if !are_whole {
        outcome = ExitReason::PartlyUnread;
    }
    let are_all = arguments.analysis.all_problems;
    say_what_is_missing((project, compilation), &found.unseen, are_all);
    if arguments.analysis.strict && !(are_whole && found.unseen.is_empty()) {
        outcome = ExitReason::Incomplete;
    }
    Ok(outcome)
}

/// Names what does not compile, and files without errors that still have no advice.
fn say_what_is_missing(
    (project, compilation): (&Project, &Compilation),
    unseen: &[(PathBuf, Unseen)],
    are_all: bool,
) {
    let problems = compilation.problems().chain(&project.problems);
    let problems: Vec<_> = problems
        .map(|problem| crate::problem::problem_report(problem, Some(project)))
        .collect();
    crate::problem::print(&problems, are_all);
    let is_broken = |path: &Path| {
        let mut files = compilation.files.iter();
        files.any(|file| file.file == path && file.completeness != Completeness::Complete)
    };
    for (path, why) in unseen {
        let reason = match why {
            Unseen::NotParsed { line } => {
                &*format!("jouled's parser does not understand the code on line {line}")
            }
            Unseen::NoTypes if is_broken(path) => "it does not compile as a whole",
            Unseen::NoTypes => "javac alone does not make its classes",
        };
        let path = project.relative(path).display();
        crate::screen::print_message(format_args!("{path}: no advice: {reason}"));
    }
}

/// The offered edits to apply, those that save most first.
fn wanted<'i>(arguments: &options::Advise, items: &'i [Item]) -> Result<Vec<&'i Item>> {
    if arguments.apply_all {
        return Ok(items.iter().filter(|item| item.offer().is_some()).collect());
    }
    for id in &arguments.apply {
        match items.iter().find(|item| item.id() == *id) {
            Some(item) => {
                if let Some(reason) = item.refusal() {
                    bail!("{id} is not offered: {reason}");
                }
            }
            None => bail!("no edit is named {id}; `jouled advise` lists the names"),
        }
    }
    let is_named = |item: &&Item| arguments.apply.contains(&item.id());
    Ok(items.iter().filter(is_named).collect())
}
