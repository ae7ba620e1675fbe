//! What a change touches without jouled analysing it: Java files outside of searched folders, links, submodules, other
//! languages, and classes without their source. Also sides in which nothing was analysed.

use super::of_file;
use crate::diff::side::ComparedSide;
use ::diff::SourceChange;
use git_revisions::{ClassOrigin, UnanalysedCode};
use project_model::ChangedFiles;
use project_settings::PathGlobs;
use source::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// One side, the folder of its files, and the code there that is not analysed.
#[derive(Clone, Copy)]
pub(in crate::diff) struct SideFiles<'p> {
    pub(in crate::diff) side: &'p ComparedSide,
    pub(in crate::diff) root: &'p Path,
    pub(in crate::diff) elsewhere: &'p BTreeMap<PathBuf, UnanalysedCode>,
}

/// Adds each of them to what is touched. `changed` has the files that differ between the sides; `None` if that is unknown.
pub(in crate::diff) fn add_unseen(
    change: &mut SourceChange,
    (base, head): (SideFiles<'_>, SideFiles<'_>),
    changed: Option<&ChangedFiles>,
    excluded: &PathGlobs,
) {
    let Some(changed) = changed else {
        change.failures.push(String::from(
            "some files could not be read, so it is not known which files differ; try again when the temporary folder \
             is readable and has free space",
        ));
        return;
    };
    let known: BTreeSet<Option<&str>> = (change.methods.iter())
        .map(|method| method.file.as_deref())
        .collect();
    let mut unseen = Vec::new();
    for path in changed.paths().filter(|path| is_descriptor(path)) {
        let name = path.display().to_string();
        let [before, after] = [base, head].map(|place| descriptor(&place.root.join(path)));
        let (Ok(before), Ok(after)) = (&before, &after) else {
            unseen.push(of_file(&name, String::from("this file cannot be read")));
            continue;
        };
        let (before, after) = (before.as_ref(), after.as_ref());
        let code = |text: Option<&SourceFile>| text.map(|text| text.code(0..text.text().len()));
        let is_excluded = excluded.within(head.root).cover(&head.root.join(path));
        if is_excluded || code(before) == code(after) {
            continue;
        }
        let has_classes = |text: &SourceFile| !text.outline().classes.is_empty();
        if after.is_some_and(|text| !text.is_clean()) {
            change.failures.push(format!("{name} has a syntax error"));
        } else if [before, after].into_iter().flatten().any(has_classes) {
            unseen.push(of_file(&name, OF_A_DESCRIPTOR.to_owned()));
        }
    }
    for path in changed.paths().filter(|path| has_code(path)) {
        let name = path.display().to_string();
        let is_left_out = |place: SideFiles<'_>| {
            let is_there = place.root.join(path).is_file();
            let is_excluded = excluded.within(place.root).cover(&place.root.join(path));
            is_there && !is_excluded && !place.side.texts.contains_key(&name)
        };
        let is_new = !known.contains(&Some(&name[..]));
        if is_new && (is_left_out(base) || is_left_out(head)) {
            unseen.push(of_file(&name, NOT_SEARCHED.to_owned()));
        }
    }
    let paths: BTreeSet<&PathBuf> = (base.elsewhere.keys())
        .chain(head.elsewhere.keys())
        .collect();
    for path in paths {
        let (before, after) = (base.elsewhere.get(path), head.elsewhere.get(path));
        let is_excluded = excluded.within(head.root).cover(&head.root.join(path));
        if before == after || is_excluded {
            continue;
        }
        let reasons = [(head, after), (base, before)];
        let mut reasons = reasons
            .into_iter()
            .filter_map(|(place, one)| reason(place, path, one?));
        if let Some(reason) = reasons.next() {
            unseen.push(of_file(&path.display().to_string(), reason.to_owned()));
        }
    }
    change.methods.extend(unseen);
}

const NOT_SEARCHED: &str = "this file is not in a source folder, or its name does not end in .java; move it, or leave \
                            it out with `exclude` in the base's jouled.toml";

const OF_A_DESCRIPTOR: &str = "jouled does not compile files of this name, which should have no classes; move them to files of their own";

/// The text of a `package-info.java` or `module-info.java`; `None` if there is none.
fn descriptor(path: &Path) -> io::Result<Option<SourceFile>> {
    match files::read(path, files::JAVA) {
        Ok(bytes) => Ok(Some(SourceFile::parse(String::from_utf8_lossy(&bytes)))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Why it is not analysed; `None` if it is, or if it is not code.
fn reason(place: SideFiles<'_>, path: &Path, one: &UnanalysedCode) -> Option<&'static str> {
    match one {
        UnanalysedCode::Submodule(_) => Some(
            "this submodule is at a different commit, and jouled does not analyse its code; compare the two commits inside it",
        ),
        UnanalysedCode::Link(_) => may_lead_to_code(path).then_some(
            "this link has a new target, and jouled does not follow links; replace the link by the file",
        ),
        UnanalysedCode::Java(_) => has_code(path).then_some(NOT_SEARCHED),
        UnanalysedCode::OtherLanguage(_) => Some(
            "jouled analyses only Java sources, and this is another language; compare the compiled classes, or leave it out \
             with `exclude` in the base's jouled.toml",
        ),
        UnanalysedCode::Class(_, ClassOrigin::Damaged) => Some(
            "this class file is damaged; build it again, or leave it out with `exclude` in the base's jouled.toml",
        ),
        UnanalysedCode::Class(_, ClassOrigin::Of(source)) => {
            let is_called = || {
                let mut entries = place.side.class_path.iter();
                entries.any(|entry| place.root.join(path).starts_with(entry))
            };
            let is_looked_at = source
                .as_deref()
                .is_some_and(|source| has_text(place.side, source));
            (!is_looked_at && !is_called()).then_some(
                "this class belongs to no Java source that jouled analyses; leave it out with `exclude` in the base's jouled.toml, or \
                 compare the classes themselves",
            )
        }
    }
}

/// Whether a side has the text with this name from the root of its packages.
fn has_text(side: &ComparedSide, source: &Path) -> bool {
    let mut names = side.texts.keys().map(Path::new);
    names.any(|name| name.ends_with(source))
}

/// Reports that nothing was analysed on a side. A revision may have no code yet, or none any more; folders named by the user
/// have some.
pub(in crate::diff) fn add_empty(
    change: &mut SourceChange,
    (base, head): (SideFiles<'_>, SideFiles<'_>),
    are_revisions: bool,
) {
    let empty = |place: SideFiles<'_>| place.side.has_no_source;
    let are_both = empty(base) && empty(head);
    for (name, place) in [("base", base), ("head", head)] {
        if !empty(place) {
            continue;
        }
        if has_java(place.root) {
            change.failures.push(format!(
                "{name}: nothing was analysed, because `exclude` or the names of the folders leave out every Java file"
            ));
        } else if are_both || !are_revisions {
            change.failures.push(format!(
                "{name}: nothing was analysed, because there is no Java file"
            ));
        }
    }
}

/// Whether a folder has Java text with code in it, or cannot be searched.
fn has_java(root: &Path) -> bool {
    let mut pending = vec![root.to_path_buf()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            return true;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => pending.push(path),
                Ok(kind) if kind.is_file() && has_code(&path) => return true,
                _ => {}
            }
        }
    }
    false
}

/// Whether Java text may contain methods.
fn has_code(path: &Path) -> bool {
    super::is_java(&path.display().to_string()) && !is_descriptor(path)
}

/// Whether a file describes a package or a module.
fn is_descriptor(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    matches!(name, Some("module-info.java" | "package-info.java"))
}

/// Whether a link leads to a Java file, or may lead to a folder.
fn may_lead_to_code(path: &Path) -> bool {
    has_code(path) || path.extension().is_none()
}

pub(in crate::diff) const fn place<'p>(
    side: &'p ComparedSide,
    root: &'p Path,
    elsewhere: &'p BTreeMap<PathBuf, UnanalysedCode>,
) -> SideFiles<'p> {
    SideFiles {
        side,
        root,
        elsewhere,
    }
}
