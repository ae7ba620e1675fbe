//! The two sides of a comparison.

use super::settings_texts::SettingsTexts;
use crate::input::{Input, Inside};
use crate::report::{ComparedContents, comparable};
use crate::settings::Settings;
use ::diff::{Advice, Date, Report, SourceChange};
use anyhow::{Context, Result};
use compile::BlockingCompiler;
use ide::Model;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Both sides.
pub(super) struct Pair {
    pub(super) base: ComparedSide,
    pub(super) head: ComparedSide,
    /// The settings with which both were analysed.
    pub(super) settings: Settings,
    /// The texts of `jouled.toml`.
    pub(super) texts: SettingsTexts,
    /// What the change touches, if the sides are source text.
    pub(super) change: Option<SourceChange>,
    /// The date of the head.
    pub(super) date: Option<Date>,
    /// Warnings about the choice of the sides.
    pub(super) caveats: Vec<String>,
    /// Advice for the lines that the change touches, if requested.
    pub(super) advice: Option<Vec<Advice>>,
    /// The model that priced both, if that happened here. The file of a revision no longer exists.
    pub(super) model: Option<Model>,
}

/// One side.
pub(super) struct ComparedSide {
    /// The displayed name.
    pub(super) name: String,
    pub(super) report: Report,
    /// The texts of its files.
    pub(super) texts: BTreeMap<String, Arc<str>>,
    /// The folders and jars into which its calls are followed.
    pub(super) class_path: Vec<PathBuf>,
    /// Whether it is source text without any file to analyse.
    pub(super) has_no_source: bool,
}

pub(super) fn opened(
    compiler: &mut BlockingCompiler,
    name: &str,
    settings: &Settings,
    classes: &[&String],
    sources: &[PathBuf],
) -> Result<Input> {
    Input::open_with(compiler, settings, classes, sources, &Inside::Named)
        .with_context(|| format!("{name} cannot be analysed"))
}

/// The texts of the files, by their names.
pub(super) fn source_texts(input: &Input) -> BTreeMap<String, Arc<str>> {
    let compiled = input.compiled.iter();
    let files = compiled.flat_map(|(project, compilation)| {
        let files = compilation.files.iter();
        files.map(|file| {
            let name = project.relative(&file.file).display().to_string();
            (name, Arc::clone(&file.text))
        })
    });
    files.collect()
}

pub(super) fn analysed(
    name: &str,
    settings: &Settings,
    model: &Model,
    input: &Input,
    contents: ComparedContents<'_>,
) -> Result<ComparedSide> {
    let alike = contents.alike;
    let (mut report, _) = comparable(settings, model, input, contents)?;
    let texts = source_texts(input);
    if let Some((project, compilation)) = &input.compiled {
        for file in &compilation.files {
            let name = project.relative(&file.file).display().to_string();
            let (alike, negligible) = alike.count(input.program.as_deref(), file);
            if alike > 0 {
                report.alike.insert(name, alike);
            }
            report.negligible += negligible;
        }
        // The names of temporary folders differ each time, and mean nothing to readers.
        let root = project.root.display().to_string();
        for problem in &mut report.problems {
            let message = problem.message.replace(&format!("{root}/"), "");
            let is_root = message == root || message.ends_with(&format!(" {root}"));
            problem.message = if is_root {
                message.replace(&root, ".")
            } else {
                message.replace(&format!("{root} "), ". ")
            };
        }
    }
    let project = input.compiled.as_ref().map(|(project, _)| project);
    Ok(ComparedSide {
        name: name.to_owned(),
        report,
        texts,
        class_path: project.map_or_else(Vec::new, |project| project.class_path.clone()),
        has_no_source: project
            .is_some_and(|project| project.sources.is_empty() && project.unreached == 0),
    })
}
