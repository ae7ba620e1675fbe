//! Base and head as reports, whatever they were given as.

use super::{model, touched};
use crate::failure::UsageError;
use crate::input;
use crate::input::{Input, follow_each, follow_two, is_classes, methods_alike};
use crate::options::{self, DiffFormat, Options, SettingsOf};
use crate::report::json_report;
use crate::settings::Settings;
use ::diff::{Date, Problem, RegressionPolicy, Report, SourceChange};
use anyhow::{Context, Result};
use ide::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use workspace::configuration::{FILE_NAME, PathGlobs};
use workspace::git::{Commit, Repository, Snapshot};
use workspace::{ChangedFiles, ClassSource, Limits, UnanalysedCode, unanalysed_below};

/// So many signs of a commit's name are shown.
const SHORT: usize = 12;

/// Both sides.
pub(super) struct Pair {
    pub(super) base: Side,
    pub(super) head: Side,
    /// What both were analysed with.
    pub(super) settings: Settings,
    /// The texts of `jouled.toml`.
    pub(super) texts: SettingsTexts,
    /// What the change touches, where the sides are source text.
    pub(super) change: Option<SourceChange>,
    /// When the head was committed.
    pub(super) date: Option<Date>,
    /// What a reader should know of how the sides were chosen.
    pub(super) caveats: Vec<String>,
    /// What both were priced with, where that was here. A file of a revision is not there any more.
    pub(super) model: Option<Model>,
}

/// The texts of `jouled.toml` on both sides, where they have one, and what else of it is another.
#[derive(Default)]
pub(super) struct SettingsTexts {
    pub(super) base: Option<String>,
    pub(super) head: Option<String>,
    /// What the head changes of the other settings that an answer hangs on, a phrase each.
    pub(super) others: Vec<String>,
}

/// One side.
pub(super) struct Side {
    /// What people call it.
    pub(super) name: String,
    pub(super) report: Report,
    /// The texts of its files.
    pub(super) texts: BTreeMap<String, Arc<str>>,
    /// The folders and jars that its calls are followed into.
    pub(super) class_path: Vec<PathBuf>,
    /// True where it is source text, and no file of it is to be looked at.
    pub(super) has_no_source: bool,
}

pub(super) fn read(options: &Options, arguments: &options::Diff) -> Result<Pair> {
    match &arguments.sides[..] {
        [base, head] => match (is_path(base), is_path(head)) {
            (true, true) if is_report(base) && is_report(head) => reports(options, arguments, base, head),
            (true, true) if is_report(base) || is_report(head) => Err(UsageError(String::from(
                "a saved report is compared with another; make one of each side with `jouled report --format json`",
            ))
            .into()),
            (true, true) => paths(options, arguments, base, head),
            (false, false) => revisions(options, arguments, base, Some(head)),
            _ => Err(UsageError(format!(
                "{base} and {head} are a revision and a path; name two of a kind, and a branch as refs/heads/NAME"
            ))
            .into()),
        },
        [one] => match one.split_once("...").map(|pair| (pair, true)).or_else(|| Some((one.split_once("..")?, false))) {
            Some(((base, head), is_merge_base)) => {
                let base = if base.is_empty() { "HEAD" } else { base };
                let head = if head.is_empty() { "HEAD" } else { head };
                if is_merge_base {
                    merge_base(options, arguments, base, head)
                } else {
                    revisions(options, arguments, base, Some(head))
                }
            }
            None if is_report(one) => {
                Err(UsageError(String::from("a saved report is compared with another; name both")).into())
            }
            None => revisions(options, arguments, one, None),
        },
        _ => Err(UsageError(String::from("name a base and a head")).into()),
    }
}

/// True for what is there as a file or folder and written like one.
fn is_path(text: &str) -> bool {
    let path = Path::new(text);
    let is_written_like_one =
        path.extension().is_some() || text.contains(['/', '\\']) || path.is_dir();
    !text.starts_with("refs/") && is_written_like_one && path.exists()
}

fn is_report(text: &str) -> bool {
    let extension = Path::new(text).extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

fn reports(options: &Options, arguments: &options::Diff, base: &str, head: &str) -> Result<Pair> {
    let side = |path: &str| -> Result<Side> {
        let bytes = files::read(Path::new(path), files::REPORT)
            .with_context(|| format!("{path} cannot be read"))?;
        Ok(Side {
            name: path.to_owned(),
            report: Report::from_json(path, &bytes)?,
            texts: BTreeMap::new(),
            class_path: Vec::new(),
            has_no_source: false,
        })
    };
    // Reports say nothing of where their project is; the one that they are compared in has the limits.
    let settings = Settings::new(options, &arguments.analysis, &[PathBuf::from(".")]);
    let text = settings_text(&settings.root)?;
    Ok(Pair {
        base: side(base)?,
        head: side(head)?,
        texts: SettingsTexts {
            base: text.clone(),
            head: text,
            others: Vec::new(),
        },
        settings,
        change: None,
        date: None,
        caveats: Vec::new(),
        model: None,
    })
}

fn paths(options: &Options, arguments: &options::Diff, base: &str, head: &str) -> Result<Pair> {
    let mut settings = Settings::new(options, &arguments.analysis, &[PathBuf::from(head)]);
    let of_base = Settings::new(options, &arguments.analysis, &[PathBuf::from(base)]);
    let texts = texts(arguments, &mut settings, &of_base)?;
    let model = input::model(&settings)?;
    let side = |path: &str, settings: &Settings| -> Result<Input> {
        let path_text = path.to_owned();
        let (classes, sources) = if is_classes(path) {
            (vec![&path_text], Vec::new())
        } else {
            (Vec::new(), vec![PathBuf::from(path)])
        };
        opened(path, settings, &classes, &sources)
    };
    let of_base = settings.rooted_at(&of_base.root);
    let is_source = !is_classes(base) && !is_classes(head);
    let folders = (Path::new(base), Path::new(head));
    let mut inputs = (side(base, &of_base)?, side(head, &settings)?);
    follow_each(
        (&mut inputs.0, &of_base),
        (&mut inputs.1, &settings),
        &model,
    )?;
    let mut base = analysed(base, &of_base, &model, &inputs.0)?;
    let mut head = analysed(head, &settings, &model, &inputs.1)?;
    add_other_archives(
        (&mut base, &archives(&inputs.0)),
        (&mut head, &archives(&inputs.1)),
    );
    let change = is_source.then(|| {
        let mut change = touched::between((&base, folders.0), (&head, folders.1));
        add_unseen_of_folders(
            &mut change,
            ((&base, folders.0), (&head, folders.1)),
            (&of_base, &settings),
        );
        change
    });
    Ok(Pair {
        base,
        head,
        texts,
        settings,
        change,
        date: None,
        caveats: Vec::new(),
        model: Some(model),
    })
}

/// The archives inside what was given, which nobody looks into, with their digests.
fn archives(input: &Input) -> BTreeMap<String, Option<String>> {
    let sources = input.classes.iter();
    sources.flat_map(ClassSource::archives).collect()
}

/// Those that differ are code that was not seen.
fn add_other_archives(
    (base, before): (&mut Side, &BTreeMap<String, Option<String>>),
    (head, after): (&mut Side, &BTreeMap<String, Option<String>>),
) {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for name in names {
        let (one, two) = (before.get(name), after.get(name));
        let is_known = one.is_some_and(Option::is_some);
        if is_known && one == two {
            continue;
        }
        let side = if two.is_some() {
            &mut *head
        } else {
            &mut *base
        };
        side.report.problems.push(Problem {
            file: Some(name.clone()),
            line: None,
            severity: String::from("error"),
            message: String::from(
                "this archive is another one on the other side or not there, and its code is not looked at; compare the two by \
                 themselves",
            ),
        });
    }
}

/// What of two folders was not looked at.
fn add_unseen_of_folders(
    change: &mut SourceChange,
    (base, head): ((&Side, &Path), (&Side, &Path)),
    settings: (&Settings, &Settings),
) {
    let mut below = |name: &str, (side, root): (&Side, &Path), settings: &Settings| {
        let root = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
        if !root.is_dir() {
            return (root, BTreeMap::new());
        }
        let is_looked_at = |path: &Path| side.texts.contains_key(&path.display().to_string());
        let excluded = settings.all.exclude.within(&settings.root);
        let found = unanalysed_below(&root, &excluded, &Limits::default(), is_looked_at);
        let found = found.unwrap_or_else(|problem| {
            change.failures.push(format!("{name}: {problem}"));
            BTreeMap::new()
        });
        (root, found)
    };
    let (of_base, of_head) = (
        below("base", base, settings.0),
        below("head", head, settings.1),
    );
    let places = (
        place(base.0, &of_base.0, &of_base.1),
        place(head.0, &of_head.0, &of_head.1),
    );
    // What is excluded was not looked for.
    let excluded = PathGlobs::default();
    touched::add_unseen(change, places, Some(&ChangedFiles::default()), &excluded);
    touched::add_empty(change, places, false);
}

const fn place<'p>(
    side: &'p Side,
    root: &'p Path,
    elsewhere: &'p BTreeMap<PathBuf, UnanalysedCode>,
) -> touched::SideFiles<'p> {
    touched::SideFiles {
        side,
        root,
        elsewhere,
    }
}

fn merge_base(
    options: &Options,
    arguments: &options::Diff,
    base: &str,
    head: &str,
) -> Result<Pair> {
    let repository = repository(arguments)?;
    let two = repository.commit(head)?;
    let merged = arguments.merge_of.as_deref();
    if let Some(branch) = merged.and_then(|merged| two.merged_into(merged)) {
        let before = repository.commit(branch)?;
        let name = format!("first parent of {head}");
        return of_git(
            options,
            arguments,
            &repository,
            (&name, &before),
            Some((head, two)),
        );
    }
    let one = repository.commit(base)?;
    let (ancestor, others) = repository.merge_base(&one, &two)?;
    let name = format!("merge base of {base} and {head}");
    let mut pair = of_git(
        options,
        arguments,
        &repository,
        (&name, &ancestor),
        Some((head, two)),
    )?;
    if !others.is_empty() {
        let all = std::iter::once(&ancestor.id).chain(&others);
        let all: Vec<&str> = all.map(|id| id.get(..SHORT).unwrap_or(id)).collect();
        pair.caveats.push(format!(
            "{base} and {head} have {} merge bases, {}, and the first is compared with: what {base} has of the others counts as a \
             change of {head}; merge {base} into {head} to compare with {base} alone",
            all.len(),
            all.join(", ")
        ));
    }
    Ok(pair)
}

fn revisions(
    options: &Options,
    arguments: &options::Diff,
    base: &str,
    head: Option<&str>,
) -> Result<Pair> {
    let repository = repository(arguments)?;
    let commit = repository.commit(base)?;
    let head = head
        .map(|head| repository.commit(head).map(|commit| (head, commit)))
        .transpose()?;
    of_git(options, arguments, &repository, (base, &commit), head)
}

fn repository(arguments: &options::Diff) -> Result<Repository> {
    let folder = arguments.repository.as_deref().unwrap_or(Path::new("."));
    Ok(Repository::open(folder)?)
}

fn of_git(
    options: &Options,
    arguments: &options::Diff,
    repository: &Repository,
    (base_name, base): (&str, &Commit),
    head: Option<(&str, Commit)>,
) -> Result<Pair> {
    let limits = Limits::default();
    let mut head_snapshot = match &head {
        Some((_, commit)) => repository.snapshot(commit, &limits)?,
        None => repository.snapshot_of_work_tree(&limits)?,
    };
    let mut base_snapshot = repository.snapshot(base, &limits)?;
    let named = |name: &str, commit: &Commit| {
        let short: String = commit.id.chars().take(SHORT).collect();
        if commit.id.starts_with(name) {
            short
        } else {
            format!("{name} ({short})")
        }
    };
    let head_name = head.as_ref().map_or_else(
        || String::from("working tree"),
        |(name, commit)| named(name, commit),
    );
    let head_commit = head.as_ref().map(|(_, commit)| commit.clone());
    let put = |commit: Option<&Commit>, snapshot: &mut Snapshot, settings: &Settings| {
        model::put(repository, commit, snapshot, settings)
    };
    // Of the working tree the day is that of the commit below it, so that the answer does not change over night.
    let commit = head.map_or_else(|| repository.commit("HEAD"), |(_, commit)| Ok(commit));
    // Who writes the head chooses its date, and must not go back behind the base with it.
    let seconds = commit.map_or(base.seconds, |commit| commit.seconds.max(base.seconds));
    let date = Date::from_unix_seconds(seconds);
    let root = head_snapshot.root().to_path_buf();
    let mut settings = Settings::new(options, &arguments.analysis, std::slice::from_ref(&root));
    settings.root.clone_from(&root);
    let is_of_head = put(head_commit.as_ref(), &mut head_snapshot, &settings)?;
    if let Some(tree) = repository.work_tree() {
        settings.take_missing_from(tree, is_of_head);
    }
    let base_root = base_snapshot.root().to_path_buf();
    let mut base_settings = Settings::new(
        options,
        &arguments.analysis,
        std::slice::from_ref(&base_root),
    );
    base_settings.root = base_root;
    let is_of_base = put(Some(base), &mut base_snapshot, &base_settings)?;
    let is_of_head = put(head_commit.as_ref(), &mut head_snapshot, &base_settings)?;
    if let Some(tree) = repository.work_tree() {
        base_settings.take_missing_from(tree, is_of_base || is_of_head);
    }
    let texts = texts(arguments, &mut settings, &base_settings)?;
    let changed = ChangedFiles::between(base_snapshot.root(), head_snapshot.root()).ok();
    if !needs_all(arguments, &texts) {
        // Where that cannot be told all is compiled.
        settings.changed.clone_from(&changed);
    }
    let model = input::model(&settings)?;
    let of_base = settings.rooted_at(base_snapshot.root());
    let names = (named(base_name, base), head_name);
    let open = |name: &str, snapshot: &Snapshot, settings: &Settings| {
        let sources = [snapshot.root().to_path_buf()];
        let mut input = opened(name, settings, &[], &sources)?;
        let problems = snapshot.problems.iter();
        let problems = problems.map(|problem| crate::problem::problem_report(problem, None));
        input.unread.extend(problems);
        Ok::<_, anyhow::Error>(input)
    };
    let mut base = open(&names.0, &base_snapshot, &of_base)?;
    let mut head = open(&names.1, &head_snapshot, &settings)?;
    let are_followed = match &settings.changed {
        Some(changed) => {
            let readers = touched::readers(&source_texts(&base), &source_texts(&head));
            follow_two(
                (&mut base, &mut head),
                &settings,
                &model,
                (changed, &readers),
            )?
        }
        None => false,
    };
    if !are_followed {
        follow_each((&mut base, &of_base), (&mut head, &settings), &model)?;
    }
    let base = analysed(&names.0, &of_base, &model, &base)?;
    let head = analysed(&names.1, &settings, &model, &head)?;
    let folders = (base_snapshot.root(), head_snapshot.root());
    let mut change = touched::between((&base, folders.0), (&head, folders.1));
    let places = (
        place(&base, folders.0, &base_snapshot.elsewhere),
        place(&head, folders.1, &head_snapshot.elsewhere),
    );
    let excluded = &settings.all.exclude;
    touched::add_unseen(&mut change, places, changed.as_ref(), excluded);
    touched::add_empty(&mut change, places, true);
    Ok(Pair {
        base,
        head,
        texts,
        settings,
        change: Some(change),
        date,
        caveats: Vec::new(),
        model: Some(model),
    })
}

/// True where something is told of the whole program: sums that have limits, and what a history tracks.
fn needs_all(arguments: &options::Diff, texts: &SettingsTexts) -> bool {
    let mut texts = [&texts.base, &texts.head].into_iter().flatten();
    arguments.makes(DiffFormat::Benchmark)
        || texts.any(|text| RegressionPolicy::from_toml(text).map_or(true, |gate| gate.has_sums()))
}

/// The texts of both sides. Which files are left out of a comparison, and with which model, values and calls it is made,
/// decides what may pass as limits do, so that it is taken from the same side.
fn texts(arguments: &options::Diff, head: &mut Settings, base: &Settings) -> Result<SettingsTexts> {
    let (before, after) = (&base.all, &head.all);
    let is_same_model = model::is_same(base, head)
        && (&before.device, before.mapping) == (&after.device, after.mapping);
    let others = [
        (before.exclude != after.exclude, "other files are excluded"),
        (before.assume != after.assume, "other values are assumed"),
        (before.calls != after.calls, "other calls are followed"),
        (!is_same_model, "another model, device or mapping"),
    ];
    let others = others.into_iter().filter(|(is_other, _)| *is_other);
    let others = others.map(|(_, phrase)| String::from(phrase)).collect();
    if arguments.settings == SettingsOf::Base {
        let all = &mut head.all;
        all.exclude = base.all.exclude.clone();
        all.assume = base.all.assume.clone();
        all.calls = base.all.calls;
        all.model.clone_from(&base.all.model);
        all.device.clone_from(&base.all.device);
        all.mapping = base.all.mapping;
    }
    Ok(SettingsTexts {
        base: settings_text(&base.root)?,
        head: settings_text(&head.root)?,
        others,
    })
}

/// The text of the `jouled.toml` in a folder, where there is one.
fn settings_text(folder: &Path) -> Result<Option<String>> {
    match files::read_text(&folder.join(FILE_NAME), files::SETTINGS) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{FILE_NAME} cannot be read")),
    }
}

fn opened(
    name: &str,
    settings: &Settings,
    classes: &[&String],
    sources: &[PathBuf],
) -> Result<Input> {
    Input::open(settings, classes, sources).with_context(|| format!("{name} cannot be analysed"))
}

/// The texts of the files by their names.
fn source_texts(input: &Input) -> BTreeMap<String, Arc<str>> {
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

fn analysed(name: &str, settings: &Settings, model: &Model, input: &Input) -> Result<Side> {
    let (json, _) = json_report(settings, model, input)?;
    let mut report = Report::from_json(name, &json)?;
    let texts = source_texts(input);
    if let Some((project, compilation)) = &input.compiled {
        for file in &compilation.files {
            let name = project.relative(&file.file).display().to_string();
            let alike = methods_alike(input.program.as_deref(), file);
            if alike > 0 {
                report.alike.insert(name, alike);
            }
        }
        // Folders for temporary files have other names each time, and mean nothing to a reader.
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
    Ok(Side {
        name: name.to_owned(),
        report,
        texts,
        class_path: project.map_or_else(Vec::new, |project| project.class_path.clone()),
        has_no_source: project
            .is_some_and(|project| project.sources.is_empty() && project.unreached == 0),
    })
}
