//! Writes edits into files of a clean work tree.

use super::found::Item;
use advice::Edit;
use anyhow::{Context, Result, bail};
use compile::{Compilation, ResidentProject};
use git_revisions::Repository;
use project_model::Project;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files that are named in a refusal.
const MAX_NAMED: usize = 5;

/// Applies edits; the first of several that overlap wins. Each text compiles before it is written.
pub(super) fn apply(
    project: &Project,
    compilation: &Compilation,
    resident: &ResidentProject<'_>,
    wanted: &[&Item],
) -> Result<()> {
    let mut by_file: BTreeMap<usize, Vec<&Item>> = BTreeMap::new();
    for item in wanted {
        by_file.entry(item.file).or_default().push(item);
    }
    let files: Vec<&Path> = by_file
        .keys()
        .map(|index| compilation.files[*index].file.as_path())
        .collect();
    check_clean(&files)?;
    let mut out = crate::screen::out();
    for (index, items) in by_file {
        let file = &compilation.files[index];
        let mut edits: Vec<Edit> = Vec::new();
        let mut text = Arc::clone(&file.text);
        let mut done = Vec::new();
        for item in items {
            let mut more = edits.clone();
            let own = &item.candidate.edits;
            let is_apart = done.iter().all(|other: &&Item| are_apart(other, item));
            more.extend(own.iter().filter(|edit| !edits.contains(edit)).cloned());
            let changed = advice::apply(&file.text, &more).filter(|_| is_apart);
            let Some(changed) = changed else {
                out.line(format_args!(
                    "left out {}: it overlaps an edit that was applied; run the command again",
                    item.id()
                ))?;
                continue;
            };
            let changed: Arc<str> = changed.into();
            match resident.try_text(&file.file, Arc::clone(&changed)) {
                Ok(_) => {
                    (edits, text) = (more, changed);
                    done.push(item);
                }
                Err(reason) => out.line(format_args!(
                    "left out {}: with it the file does not compile: {reason}",
                    item.id()
                ))?,
            }
        }
        if done.is_empty() {
            continue;
        }
        let on_disk = files::read_text(&file.file, file.text.len() as u64 + 16);
        let is_same = on_disk.is_ok_and(|on_disk| on_disk == *file.text);
        if !is_same {
            bail!(
                "{} changed since it was read, or is not UTF-8; it was left as it is",
                project.relative(&file.file).display()
            );
        }
        files::write(&file.file, text.as_bytes())
            .with_context(|| format!("{} cannot be written", file.file.display()))?;
        for item in done {
            out.line(format_args!("applied {}", item.id()))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// True where the code that two edits change lies apart; imports may be the same.
fn are_apart(one: &Item, two: &Item) -> bool {
    let hull = |item: &Item| {
        let about = &item.candidate.range;
        let edits = item.candidate.edits.iter();
        let near = edits.filter(|edit| !edit.text.contains("import "));
        near.fold((about.start, about.end), |(start, end), edit| {
            (start.min(edit.range.start), end.max(edit.range.end))
        })
    };
    let ((a, b), (c, d)) = (hull(one), hull(two));
    b < c || d < a
}

/// Refuses where a file is in no repository, or its work tree has anything that is not committed.
fn check_clean(files: &[&Path]) -> Result<()> {
    let folders: BTreeSet<PathBuf> = files
        .iter()
        .filter_map(|file| Some(file.parent()?.to_path_buf()))
        .collect();
    let mut roots = BTreeSet::new();
    for folder in &folders {
        let repository = Repository::open(folder).with_context(|| {
            format!(
                "{} is not in a git repository, so nothing was applied: what an edit changes could not be taken back",
                folder.display()
            )
        })?;
        let root = repository.work_tree().map(Path::to_path_buf);
        if !roots.insert(root) {
            continue;
        }
        let open = repository.uncommitted()?;
        if !open.is_empty() {
            let named: Vec<&str> = open.iter().take(MAX_NAMED).map(String::as_str).collect();
            let more = open.len() - named.len();
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            bail!(
                "the work tree is not clean, so nothing was applied; commit or stash first ({}{more}); if `git status` lists nothing, it \
                 has refreshed git's index, so run this command again",
                named.join(", ")
            );
        }
    }
    Ok(())
}
