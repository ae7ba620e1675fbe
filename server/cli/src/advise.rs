//! `jouled advise`: edits that keep the behaviour and save energy.

mod apply;
mod forms;
mod found;
mod saving;

use crate::exit::ExitReason;
use crate::input::{self, Input};
use crate::options::{self, Options};
use crate::settings::Settings;
use anyhow::{Result, bail};
use compile::{Completeness, ResidentProject};
use found::Item;
use jdk::ServiceConfig;

pub(crate) fn run(options: &Options, arguments: &options::Advise) -> Result<ExitReason> {
    let settings = Settings::new(options, &arguments.analysis, &arguments.paths);
    let model = input::model(&settings)?;
    let mut input = Input::open(&settings, &[], &arguments.paths)?;
    input.follow(settings.all.calls, &model, &settings)?;
    let Some((project, compilation)) = &input.compiled else {
        bail!("name Java files or a folder with Java files");
    };
    let mut outcome = ExitReason::Complete;
    for problem in &input.unread {
        let line = crate::problem::line_of(problem);
        crate::screen::print_message(format_args!("{line}"));
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
        rules: &arguments.rule,
    };
    let (mut items, untyped) = search.run();
    items.sort_by(|one, two| {
        two.saved_joules()
            .total_cmp(&one.saved_joules())
            .then_with(|| one.id().cmp(&two.id()))
    });
    let partial = compilation
        .files
        .iter()
        .filter(|file| file.completeness != Completeness::Complete)
        .count();
    if arguments.apply_all || !arguments.apply.is_empty() {
        let wanted: Vec<&Item> = wanted(arguments, &items)?;
        apply::apply(project, compilation, &resident, &wanted)?;
    } else {
        forms::write(arguments, &model, &items)?;
    }
    if untyped > 0 {
        crate::screen::print_message(format_args!(
            "{untyped} files have no advice: they do not compile as a whole, or javac alone does not make their classes"
        ));
    }
    if arguments.analysis.strict && (partial > 0 || untyped > 0) {
        outcome = ExitReason::Incomplete;
    }
    Ok(outcome)
}

/// The offered edits that are to be applied, those that save most first.
fn wanted<'i>(arguments: &options::Advise, items: &'i [Item]) -> Result<Vec<&'i Item>> {
    if arguments.apply_all {
        return Ok(items.iter().filter(|item| item.is_offered()).collect());
    }
    let mut wanted = Vec::new();
    for id in &arguments.apply {
        match items.iter().find(|item| item.id() == *id) {
            Some(item) if item.is_offered() => wanted.push(item),
            Some(item) => bail!("{id} is not offered: {}", item.reason()),
            None => bail!("no edit is named {id}; `jouled advise` lists the names"),
        }
    }
    Ok(wanted)
}
