//! Sides that are revisions of a repository.

use super::advice::for_changed_lines;
use super::profiled_base::ProfiledBase;
use super::settings_texts::{SettingsTexts, texts};
use super::side::{Pair, analysed, opened, source_texts};
use super::{model, touched};
use crate::input;
use crate::input::{LeftOut, follow_each, follow_two};
use crate::options::{self, DiffFormat, Options};
use crate::report::ComparedContents;
use crate::settings::Settings;
use ::diff::{Date, RegressionPolicy};
use anyhow::Result;
use compile::BlockingCompiler;
use files::Limits;
use git_revisions::{Commit, Repository, Snapshot};
use project_model::ChangedFiles;
use std::path::Path;

/// The number of characters shown of a commit's name.
const SHORT: usize = 12;

pub(super) fn merge_base(
    options: &Options,
    arguments: &options::Diff,
    profile: Option<&mut ProfiledBase>,
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
            profile,
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
        profile,
        &repository,
        (&name, &ancestor),
        Some((head, two)),
    )?;
    if !others.is_empty() {
        let all = std::iter::once(&ancestor.id).chain(&others);
        let all: Vec<&str> = all.map(|id| id.get(..SHORT).unwrap_or(id)).collect();
        pair.caveats.push(format!(
            "{base} and {head} have {} merge bases: {}. jouled compares with the first, so what {base} has from the others counts as a \
             change of {head}; merge {base} into {head} to compare with {base} alone",
            all.len(),
            all.join(", ")
        ));
    }
    Ok(pair)
}

pub(super) fn revisions(
    options: &Options,
    arguments: &options::Diff,
    profile: Option<&mut ProfiledBase>,
    base: &str,
    head: Option<&str>,
) -> Result<Pair> {
    let repository = repository(arguments)?;
    let commit = repository.commit(base)?;
    let head = head
        .map(|head| repository.commit(head).map(|commit| (head, commit)))
        .transpose()?;
    of_git(
        options,
        arguments,
        profile,
        &repository,
        (base, &commit),
        head,
    )
}

fn repository(arguments: &options::Diff) -> Result<Repository> {
    let folder = arguments.repository.as_deref().unwrap_or(Path::new("."));
    Ok(Repository::open(folder)?)
}

fn of_git(
    options: &Options,
    arguments: &options::Diff,
    mut profile: Option<&mut ProfiledBase>,
    repository: &Repository,
    (base_name, base): (&str, &Commit),
    head: Option<(&str, Commit)>,
) -> Result<Pair> {
    let limits = Limits::default();
    let mut head_snapshot = match &head {
        Some((_, commit)) => repository.snapshot(commit, &limits, None)?,
        None => repository.snapshot_of_work_tree(&limits)?,
    };
    let mut base_snapshot = repository.snapshot(base, &limits, Some(&head_snapshot))?;
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
    let is_one_commit = head_commit.as_ref().is_some_and(|head| head.id == base.id);
    let caveats = if is_one_commit {
        vec![String::from("base and head are the same commit")]
    } else {
        Vec::new()
    };
    let put = |commit: Option<&Commit>, snapshot: &mut Snapshot, settings: &Settings| {
        model::put(repository, commit, snapshot, settings)
    };
    // The date of the working tree is that of its commit, so that the answer does not change overnight.
    let commit = head.map_or_else(|| repository.commit("HEAD"), |(_, commit)| Ok(commit));
    // The author of the head chooses its date, and must not use it to go back before the base.
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
        // If this is unknown, everything is compiled.
        settings.changed.clone_from(&changed);
    }
    let model = input::model(&settings)?;
    let of_base = settings.rooted_at(base_snapshot.root());
    let names = (named(base_name, base), head_name);
    let mut compiler = BlockingCompiler::default();
    let mut open = |name: &str, snapshot: &Snapshot, settings: &Settings| {
        let sources = [snapshot.root().to_path_buf()];
        let mut input = opened(&mut compiler, name, settings, &[], &sources)?;
        let problems = snapshot.problems.iter();
        let problems = problems.map(|problem| crate::problem::problem_report(problem, None));
        input.unread.extend(problems);
        Ok::<_, anyhow::Error>(input)
    };
    let mut base = open(&names.0, &base_snapshot, &of_base)?;
    let mut head = open(&names.1, &head_snapshot, &settings)?;
    if let Some(profile) = profile.as_deref_mut() {
        // The comparison compiles and prices only what may differ, but anchors need all methods that ran.
        let mut of_all = settings.rooted_at(base_snapshot.root());
        of_all.changed = None;
        let mut all = open(&names.0, &base_snapshot, &of_all)?;
        all.follow(of_all.all.calls, &model, &of_all)?;
        profile.look_at(&of_all, &model, &all)?;
    }
    drop(compiler);
    let are_followed = match &settings.changed {
        Some(changed) => {
            let readers = touched::readers(&source_texts(&base), &source_texts(&head));
            follow_two(
                (&mut base, &mut head),
                &settings,
                &model,
                (changed, &readers),
                negligible_share(arguments, &texts),
            )?
        }
        None => false,
    };
    if !are_followed {
        follow_each((&mut base, &of_base), (&mut head, &settings), &model)?;
    }
    let advice = arguments
        .advise
        .then(|| for_changed_lines(&base, &head, &settings, &model));
    let advice = advice.transpose()?;
    let programs = (base.program.clone(), head.program.clone());
    let alike = if arguments.makes(DiffFormat::Html) {
        LeftOut::Files
    } else {
        LeftOut::Methods
    };
    let contents = ComparedContents {
        alike,
        run: profile.as_deref().map(ProfiledBase::measured),
    };
    let base = analysed(&names.0, &of_base, &model, &base, contents)?;
    let head = analysed(&names.1, &settings, &model, &head, contents)?;
    // The process ends soon, and freeing all summaries takes a while.
    std::mem::forget(programs);
    let folders = (base_snapshot.root(), head_snapshot.root());
    let mut change = touched::between((&base, folders.0), (&head, folders.1));
    let places = (
        touched::place(&base, folders.0, &base_snapshot.elsewhere),
        touched::place(&head, folders.1, &head_snapshot.elsewhere),
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
        caveats,
        advice,
        model: Some(model),
    })
}

/// A smaller relative difference of a method with the same code matters to no gate of either side.
fn negligible_share(arguments: &options::Diff, texts: &SettingsTexts) -> f64 {
    let texts = [&texts.base, &texts.head].into_iter().flatten();
    let gates = texts.filter_map(|text| RegressionPolicy::from_toml(text).ok());
    let gates = gates.chain([RegressionPolicy::default()]);
    let shares = gates.map(|mut gate| {
        gate.tolerance = arguments.tolerance.unwrap_or(gate.tolerance);
        gate.negligible_share()
    });
    shares.fold(f64::INFINITY, f64::min)
}

/// Whether something is reported about the whole program: sums with limits, and the series of a history.
fn needs_all(arguments: &options::Diff, texts: &SettingsTexts) -> bool {
    let mut texts = [&texts.base, &texts.head].into_iter().flatten();
    arguments.makes(DiffFormat::Benchmark)
        || texts.any(|text| RegressionPolicy::from_toml(text).map_or(true, |gate| gate.has_sums()))
}
