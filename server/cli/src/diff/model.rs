//! The model file of each side: if it is in the repository, it is that of the revision, and not that of the work tree.

use crate::settings::Settings;
use anyhow::Result;
use git_revisions::{Commit, Repository, Snapshot};
use std::path::Path;

/// Puts the model of the settings into the folder of a revision, and returns whether the revision has it.
pub(super) fn put(
    repository: &Repository,
    commit: Option<&Commit>,
    snapshot: &mut Snapshot,
    settings: &Settings,
) -> Result<bool> {
    let model = settings.all.model.as_deref().map(Path::new);
    let path = model.and_then(|model| model.strip_prefix(&settings.root).ok());
    let (Some(commit), Some(path)) = (commit, path) else {
        return Ok(false);
    };
    Ok(repository.put(commit, snapshot, path, files::MODEL)?)
}

/// Whether two settings name the same model, and its file is the same on both sides.
pub(super) fn is_same(base: &Settings, head: &Settings) -> bool {
    let name = |settings: &Settings| {
        let model = settings.all.model.clone()?;
        let path = Path::new(&model).strip_prefix(&settings.root);
        Some(path.map_or_else(|_| model.clone(), |path| path.display().to_string()))
    };
    let content = |settings: &Settings| {
        let path = settings.all.model.as_deref()?;
        files::read(Path::new(path), files::MODEL).ok()
    };
    name(base) == name(head) && content(base) == content(head)
}
