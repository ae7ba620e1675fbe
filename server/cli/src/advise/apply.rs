//! Writes edits into files of a clean work tree.

use super::found::Item;
use advice::Edit;
use anyhow::{Context, Result, anyhow, bail};
use compile::{Compilation, CompiledFile, ResidentProject};
use git_revisions::Repository;
use project_model::Project;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of files named in a message.
const MAX_NAMED: usize = 5;

/// A file to be written.
struct Planned<'i> {
    file: PathBuf,
    before: Arc<str>,
    after: Arc<str>,
    done: Vec<&'i Item>,
    left_out: Vec<(&'i Item, String)>,
}

impl<'i> Planned<'i> {
    /// A file with all edits that fit together and that `check` accepts, tried in their order.
    fn of(
        file: &CompiledFile,
        items: &[&'i Item],
        check: &dyn Fn(&Self) -> Result<(), String>,
    ) -> Self {
        let mut plan = Self {
            file: file.file.clone(),
            before: Arc::clone(&file.text),
            after: Arc::clone(&file.text),
            done: Vec::new(),
            left_out: Vec::new(),
        };
        let mut edits: Vec<Edit> = Vec::new();
        for item in items {
            let before = Arc::clone(&plan.after);
            let added = with(&plan, &edits, item).and_then(|(more, text)| {
                plan.after = text;
                check(&plan).map(|()| more)
            });
            match added {
                Ok(more) => {
                    edits = more;
                    plan.done.push(item);
                }
                Err(reason) => {
                    plan.after = before;
                    plan.left_out.push((item, reason));
                }
            }
        }
        plan
    }
}

/// Applies edits; if some overlap, the first one wins. Nothing is written before all texts compile and all files are known to
/// be unchanged.
pub(super) fn apply(
    project: &Project,
    compilation: &Compilation,
    resident: &ResidentProject<'_>,
    wanted: &[&Item],
) -> Result<()> {
    let mut out = crate::screen::out();
    if wanted.is_empty() {
        out.line(format_args!("no edit is offered, so nothing was applied"))?;
        out.flush()?;
        return Ok(());
    }
    let mut by_file: BTreeMap<usize, Vec<&Item>> = BTreeMap::new();
    for item in wanted {
        by_file.entry(item.file).or_default().push(item);
    }
    let files: Vec<&Path> = by_file
        .keys()
        .map(|index| compilation.files[*index].file.as_path())
        .collect();
    check_clean(&files)?;
    let any = |_: &Planned<'_>| Ok(());
    let mut planned: Vec<Planned<'_>> = by_file
        .iter()
        .map(|(index, items)| Planned::of(&compilation.files[*index], items, &any))
        .collect();
    // One request to javac for all files. Only if a file does not compile with all of its edits are they added one by one.
    let texts: Vec<(PathBuf, Arc<str>)> = planned
        .iter()
        .map(|plan| (plan.file.clone(), Arc::clone(&plan.after)))
        .collect();
    let tried = resident.try_texts(&texts);
    for ((plan, (index, items)), tried) in planned.iter_mut().zip(&by_file).zip(tried) {
        if tried.is_err() {
            *plan = Planned::of(&compilation.files[*index], items, &|plan| {
                let tried = resident.try_text(&plan.file, Arc::clone(&plan.after));
                tried
                    .map(|_| ())
                    // Each was compiled alone before it was offered.
                    .map_err(|reason| {
                        format!(
                            "beside the edits that were applied it does not compile ({reason}); commit these, and run the command again"
                        )
                    })
            });
        }
        for (item, reason) in &plan.left_out {
            out.line(format_args!("left out {}: {reason}", item.id()))?;
        }
    }
    planned.retain(|plan| !plan.done.is_empty());
    for plan in &planned {
        if std::fs::symlink_metadata(&plan.file).is_ok_and(|file| file.is_symlink()) {
            bail!(
                "{} is a link, so nothing was applied; name the folder that it leads to",
                project.relative(&plan.file).display()
            );
        }
        let on_disk = files::read_text(&plan.file, plan.before.len() as u64 + 16);
        if !on_disk.is_ok_and(|on_disk| on_disk == *plan.before) {
            bail!(
                "{} changed since it was read, or is not UTF-8, so nothing was applied",
                project.relative(&plan.file).display()
            );
        }
    }
    crate::cleanup::undivided(|| write(project, &planned))?;
    for item in planned.iter().flat_map(|plan| &plan.done) {
        out.line(format_args!("applied {}", item.id()))?;
    }
    if !planned.is_empty() {
        out.line(format_args!(
            "`git diff` shows what changed, and `git restore FILE` takes it back"
        ))?;
    }
    out.flush()?;
    Ok(())
}

/// Writes all files, or none: the new files are complete before the first one replaces its old one.
fn write(project: &Project, planned: &[Planned<'_>]) -> Result<()> {
    let failed = |plan: &Planned<'_>, failure: &dyn std::fmt::Display| {
        let file = project.relative(&plan.file);
        format!(
            "{} cannot be written, so nothing was applied: {failure}",
            file.display()
        )
    };
    // The new text, in a file next to the old one and with its permissions.
    let unfinished = |plan: &Planned<'_>| {
        let permissions = std::fs::metadata(&plan.file)?.permissions();
        if permissions.readonly() {
            return Err(std::io::Error::other(
                "it is read-only; make it writable first",
            ));
        }
        let folder = plan.file.parent().unwrap_or(Path::new("."));
        let mut new = files::unfinished_in(folder)?;
        new.write_all(plan.after.as_bytes())?;
        new.as_file().set_permissions(permissions)?;
        Ok(new)
    };
    let mut ready = Vec::new();
    for plan in planned {
        let new = unfinished(plan).map_err(|failure| anyhow!(failed(plan, &failure)))?;
        ready.push((plan, new));
    }
    let mut done: Vec<&Planned<'_>> = Vec::new();
    for (plan, new) in ready {
        if let Err(failure) = new.persist(&plan.file) {
            let kept: Vec<String> = done
                .iter()
                .filter(|plan| take_back(plan).is_err())
                .map(|plan| project.relative(&plan.file).display().to_string())
                .collect();
            if kept.is_empty() {
                bail!(failed(plan, &failure.error));
            }
            bail!(
                "{} cannot be written: {}; {} could not be taken back: `git restore` does it",
                project.relative(&plan.file).display(),
                failure.error,
                named(&kept)
            );
        }
        done.push(plan);
    }
    Ok(())
}

fn take_back(plan: &Planned<'_>) -> std::io::Result<()> {
    let permissions = std::fs::metadata(&plan.file)?.permissions();
    files::write(&plan.file, plan.before.as_bytes())?;
    std::fs::set_permissions(&plan.file, permissions)
}

/// The edits with those of another item, and the resulting text; or why the item is left out.
fn with(plan: &Planned<'_>, edits: &[Edit], item: &Item) -> Result<(Vec<Edit>, Arc<str>), String> {
    let overlaps = || {
        "it overlaps an edit that was applied; commit that, and run the command again".to_owned()
    };
    if !plan.done.iter().all(|other| are_apart(other, item)) {
        return Err(overlaps());
    }
    let mut more = edits.to_vec();
    let own = item.placed.candidate.edits.iter();
    more.extend(own.filter(|edit| !edits.contains(edit)).cloned());
    let text = advice::apply(&plan.before, &more).ok_or_else(overlaps)?;
    Ok((more, text.into()))
}

/// Whether two edits change separate code; their imports may be the same.
fn are_apart(one: &Item, two: &Item) -> bool {
    let hull = |item: &Item| {
        let candidate = &item.placed.candidate;
        let edits = candidate.edits.iter();
        let near = edits.filter(|edit| !edit.text.contains("import "));
        near.fold(
            (candidate.range.start, candidate.range.end),
            |(start, end), edit| (start.min(edit.range.start), end.max(edit.range.end)),
        )
    };
    let ((a, b), (c, d)) = (hull(one), hull(two));
    b < c || d < a
}

/// Fails if git does not track a file, or the work tree has uncommitted changes.
fn check_clean(files: &[&Path]) -> Result<()> {
    let mut repositories: BTreeMap<Option<PathBuf>, (Repository, Vec<&Path>)> = BTreeMap::new();
    let mut by_folder: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    for file in files {
        let folder = file.parent().unwrap_or(file);
        by_folder.entry(folder).or_default().push(file);
    }
    for (folder, files) in by_folder {
        let repository = Repository::open(folder).with_context(|| {
            format!(
                "{} is not in a git repository, so nothing was applied: what an edit changes could not be taken back",
                folder.display()
            )
        })?;
        let root = repository.work_tree().map(Path::to_path_buf);
        let (_, all) = repositories
            .entry(root)
            .or_insert_with(|| (repository, Vec::new()));
        all.extend(files);
    }
    for (repository, files) in repositories.values() {
        let open = repository.uncommitted()?;
        if !open.is_empty() {
            bail!(
                "the work tree is not clean, so nothing was applied; commit or stash first ({}); if `git status` lists nothing, it has \
                 refreshed git's index, so run this command again",
                named(&open)
            );
        }
        let unknown = repository.untracked(files)?;
        if !unknown.is_empty() {
            bail!(
                "git does not keep {}, so nothing was applied: what an edit changes could not be taken back",
                named(&unknown)
            );
        }
    }
    Ok(())
}

fn named(files: &[String]) -> String {
    let first: BTreeSet<&str> = files.iter().take(MAX_NAMED).map(String::as_str).collect();
    let first: Vec<&str> = first.into_iter().collect();
    let more = files.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        format!("{} and {more} more", first.join(", "))
    } else {
        first.join(", ")
    }
}
