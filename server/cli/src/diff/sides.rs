//! Turns base and head into reports, whatever they are given as.

use super::advice::{NO_SOURCE, for_changed_lines};
use super::profiled_base::ProfiledBase;
use super::revisions::{merge_base, revisions};
use super::settings_texts::{SettingsTexts, settings_text, texts};
use super::side::{ComparedSide, Pair, analysed, opened};
use super::touched;
use crate::failure::UsageError;
use crate::input;
use crate::input::{Input, LeftOut, follow_each, is_classes};
use crate::options::{self, Options};
use crate::report::ComparedContents;
use crate::settings::Settings;
use ::diff::{Problem, Report, SourceChange};
use anyhow::{Context, Result};
use compile::BlockingCompiler;
use files::Limits;
use git_revisions::unanalysed_below;
use ide::report::Severity;
use libraries::ClassSource;
use project_model::ChangedFiles;
use project_settings::PathGlobs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// `profile` is compared with the code of the base.
pub(super) fn read(
    options: &Options,
    arguments: &options::Diff,
    profile: Option<&mut ProfiledBase>,
) -> Result<Pair> {
    if arguments.sides.iter().any(|side| side.trim().is_empty()) {
        return Err(nothing_named("a side"));
    }
    match &arguments.sides[..] {
        [base, head] => match (is_path(base), is_path(head)) {
            (true, true) if is_report(base) && is_report(head) => reports(options, arguments, base, head),
            (true, true) if is_report(base) || is_report(head) => Err(UsageError(String::from(
                "a saved report can only be compared with another one; make one for each side with `jouled report --format json`",
            ))
            .into()),
            (true, true) => paths(options, arguments, profile, base, head),
            (false, false) => revisions(options, arguments, profile, base, Some(head)),
            _ => Err(UsageError(format!(
                "{base} and {head} are a revision and a path; name two revisions or two paths, and write a branch as refs/heads/NAME"
            ))
            .into()),
        },
        [one] => match one.split_once("...").map(|pair| (pair, true)).or_else(|| Some((one.split_once("..")?, false))) {
            Some(((base, head), is_merge_base)) => {
                if base.trim().is_empty() {
                    return Err(nothing_named("the base"));
                }
                if head.trim().is_empty() {
                    return Err(nothing_named("the head"));
                }
                if is_merge_base {
                    merge_base(options, arguments, profile, base, head)
                } else {
                    revisions(options, arguments, profile, base, Some(head))
                }
            }
            None if is_report(one) => {
                Err(UsageError(String::from("a saved report can only be compared with another one; name both")).into())
            }
            None => revisions(options, arguments, profile, one, None),
        },
        _ => Err(UsageError(String::from("name a base and a head")).into()),
    }
}

/// The name of a side is often a variable of a script, and may be empty.
fn nothing_named(what: &str) -> anyhow::Error {
    UsageError(format!(
        "{what} of the comparison has no name; write both, as in main...HEAD, and if a script fills them in, check that its variables are set"
    ))
    .into()
}

/// Whether a text is the path of an existing file or folder.
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
    if arguments.advise {
        return Err(UsageError(NO_SOURCE.to_owned()).into());
    }
    let side = |path: &str| -> Result<ComparedSide> {
        let bytes = files::read(Path::new(path), files::REPORT)
            .with_context(|| format!("{path} cannot be read"))?;
        Ok(ComparedSide {
            name: path.to_owned(),
            report: Report::from_json(path, &bytes)?,
            texts: BTreeMap::new(),
            class_path: Vec::new(),
            has_no_source: false,
        })
    };
    // Reports do not contain the folder of their project, so the current folder's limits apply.
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
        advice: None,
        model: None,
    })
}

fn paths(
    options: &Options,
    arguments: &options::Diff,
    mut profile: Option<&mut ProfiledBase>,
    base: &str,
    head: &str,
) -> Result<Pair> {
    let mut settings = Settings::new(options, &arguments.analysis, &[PathBuf::from(head)]);
    let of_base = Settings::new(options, &arguments.analysis, &[PathBuf::from(base)]);
    let texts = texts(arguments, &mut settings, &of_base)?;
    let model = input::model(&settings)?;
    let mut compiler = BlockingCompiler::default();
    let mut side = |path: &str, settings: &Settings| -> Result<Input> {
        let path_text = path.to_owned();
        let (classes, sources) = if is_classes(path) {
            (vec![&path_text], Vec::new())
        } else {
            (Vec::new(), vec![PathBuf::from(path)])
        };
        opened(&mut compiler, path, settings, &classes, &sources)
    };
    let of_base = settings.rooted_at(&of_base.root);
    let is_source = !is_classes(base) && !is_classes(head);
    let folders = (Path::new(base), Path::new(head));
    let mut inputs = (side(base, &of_base)?, side(head, &settings)?);
    drop(compiler);
    follow_each(
        (&mut inputs.0, &of_base),
        (&mut inputs.1, &settings),
        &model,
    )?;
    if let Some(profile) = profile.as_deref_mut() {
        profile.look_at(&of_base, &model, &inputs.0)?;
    }
    let advice = arguments
        .advise
        .then(|| for_changed_lines(&inputs.0, &inputs.1, &settings, &model));
    let advice = advice.transpose()?;
    let contents = ComparedContents {
        alike: LeftOut::Files,
        run: profile.as_deref().map(ProfiledBase::measured),
    };
    let mut base = analysed(base, &of_base, &model, &inputs.0, contents)?;
    let mut head = analysed(head, &settings, &model, &inputs.1, contents)?;
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
        advice,
        model: Some(model),
    })
}

/// The archives inside the given ones, which are not analysed, with their digests.
fn archives(input: &Input) -> BTreeMap<String, Option<String>> {
    let sources = input.classes.iter();
    sources.flat_map(ClassSource::archives).collect()
}

/// Adds those that differ, as code that was not seen.
fn add_other_archives(
    (base, before): (&mut ComparedSide, &BTreeMap<String, Option<String>>),
    (head, after): (&mut ComparedSide, &BTreeMap<String, Option<String>>),
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
            severity: Severity::Error,
            message: String::from(
                "this archive differs or is missing on the other side, and jouled does not analyse its code; compare the two archives with each \
                 other",
            ),
        });
    }
}

/// Adds what was not analysed in two folders.
fn add_unseen_of_folders(
    change: &mut SourceChange,
    (base, head): ((&ComparedSide, &Path), (&ComparedSide, &Path)),
    settings: (&Settings, &Settings),
) {
    let mut below = |name: &str, (side, root): (&ComparedSide, &Path), settings: &Settings| {
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
        touched::place(base.0, &of_base.0, &of_base.1),
        touched::place(head.0, &of_head.0, &of_head.1),
    );
    // Excluded files were not searched for.
    let excluded = PathGlobs::default();
    touched::add_unseen(change, places, Some(&ChangedFiles::default()), &excluded);
    touched::add_empty(change, places, false);
}
