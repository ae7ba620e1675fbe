//! What a change touches in a repository and nobody looked at: Java files in folders that are not searched, links, submodules.

use super::of_file;
use crate::diff::sides::Side;
use ::diff::SourceChange;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use workspace::ChangedFiles;
use workspace::configuration::PathGlobs;
use workspace::git::{Elsewhere, Snapshot};

/// One side, and the revision that it was made of.
pub(in crate::diff) type Revision<'r> = (&'r Side, &'r Snapshot);

/// Adds each of them to what is touched. `changed` are the files that differ between the sides; `None` where that cannot be
/// told.
pub(in crate::diff) fn add_unseen(
    change: &mut SourceChange,
    (base, head): (Revision<'_>, Revision<'_>),
    changed: Option<&ChangedFiles>,
    excluded: &PathGlobs,
) {
    let Some(changed) = changed else {
        change.failures.push(String::from(
            "it could not be told which files differ, since some could not be read; start it again once the temporary folder \
             can be read and has room",
        ));
        return;
    };
    let known: BTreeSet<Option<&str>> = (change.methods.iter())
        .map(|method| method.file.as_deref())
        .collect();
    let mut unseen = Vec::new();
    for path in changed.paths().filter(|path| has_code(path)) {
        let name = path.display().to_string();
        let is_left_out = |(side, snapshot): Revision<'_>| {
            let root = snapshot.root();
            let is_there = root.join(path).is_file();
            let is_excluded = excluded.within(root).cover(&root.join(path));
            is_there && !is_excluded && !side.texts.contains_key(&name)
        };
        let is_new = !known.contains(&Some(&name[..]));
        if is_new && (is_left_out(base) || is_left_out(head)) {
            let reason = "this file is in no folder that is searched for sources, or its name does not end in .java; \
                          move it, or leave it out with `exclude` in the base's jouled.toml";
            unseen.push(of_file(&name, reason.to_owned()));
        }
    }
    let paths: BTreeSet<&PathBuf> = (base.1.elsewhere.keys())
        .chain(head.1.elsewhere.keys())
        .collect();
    for path in paths {
        let (before, after) = (base.1.elsewhere.get(path), head.1.elsewhere.get(path));
        let reason = match after.or(before) {
            Some(Elsewhere::Submodule(_)) => {
                "this submodule has another commit, and its code is not looked at; compare the two commits within it"
            }
            Some(Elsewhere::Link(_)) if may_lead_to_code(path) => {
                "this link leads elsewhere now, and links are not followed; put the file in its place"
            }
            Some(Elsewhere::Link(_)) | None => continue,
        };
        let root = head.1.root();
        if before != after && !excluded.within(root).cover(&root.join(path)) {
            unseen.push(of_file(&path.display().to_string(), reason.to_owned()));
        }
    }
    change.methods.extend(unseen);
}

/// True of Java text that may have methods.
fn has_code(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    super::is_java(&path.display().to_string())
        && !matches!(name, Some("module-info.java" | "package-info.java"))
}

/// True of a link to a Java file, and of one that may lead to a folder.
fn may_lead_to_code(path: &Path) -> bool {
    has_code(path) || path.extension().is_none()
}
