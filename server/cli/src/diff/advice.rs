//! Advice for the lines of the head that differ from the base.

use super::changed_lines::changed_lines;
use super::side::source_texts;
use crate::advise::{Item, LineSet, Search};
use crate::failure::UsageError;
use crate::input::{self, Input};
use crate::settings::Settings;
use ::diff::Advice;
use anyhow::Result;
use compile::ResidentProject;
use ide::Model;
use jdk::ServiceConfig;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The reason why sides without Java text have no advice.
pub(super) const NO_SOURCE: &str =
    "--advise needs the Java text of the head; name revisions or source trees";

/// The offered edits for changed lines, those that save most first. Removed lines have none.
pub(super) fn for_changed_lines(
    base: &Input,
    head: &Input,
    settings: &Settings,
    model: &Model,
) -> Result<Vec<Advice>> {
    let Some((project, compilation)) = &head.compiled else {
        return Err(UsageError(NO_SOURCE.to_owned()).into());
    };
    let before = source_texts(base);
    let changed = compilation.files.iter().filter_map(|file| {
        let name = project.relative(&file.file).display().to_string();
        let before = before.get(&name).map_or("", |text| text);
        let lines: LineSet = changed_lines(before, &file.text);
        (!lines.is_empty()).then(|| (file.file.clone(), lines))
    });
    let changed: BTreeMap<PathBuf, LineSet> = changed.collect();
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let config = ServiceConfig::new(input::cache()?);
    let resident = ResidentProject::open(project, compilation, input::jdk(settings)?, config)?;
    let search = Search {
        model,
        settings,
        project,
        compilation,
        program: head.program.as_deref(),
        resident: &resident,
        measured: None,
        rules: &[],
        lines: Some(&changed),
    };
    let mut found = search.run();
    found.sort();
    Ok(found.items.iter().filter_map(advice).collect())
}

fn advice(item: &Item) -> Option<Advice> {
    let saving = item.offer()?;
    let (line, column) = item.place;
    let candidate = &item.placed.candidate;
    Some(Advice {
        id: item.id(),
        rule: candidate.rule,
        file: item.path.clone(),
        line,
        column,
        title: candidate.title.clone(),
        method: saving.method.clone(),
        saved_joules: saving.joules,
        share: saving.share,
        p_less: saving.p_less,
        words: saving.words(),
    })
}
