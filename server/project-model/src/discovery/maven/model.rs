//! The effective POM, which includes its parents, properties and imports.

use std::collections::HashMap;
use std::path::PathBuf;

use super::pom::{Dependency, PomFolders};
use crate::discovery::repositories::Coordinates;

/// Group, artifact, type and classifier. Each combination exists at most once.
pub(in crate::discovery) type Key = (String, String, String, String);

/// The effective POM of a project or of an artefact.
#[derive(Debug, Default)]
pub(in crate::discovery) struct Model {
    pub(in crate::discovery) file: PathBuf,
    pub(in crate::discovery) coordinates: Coordinates,
    pub(super) packaging: String,
    /// Its dependencies, with their managed versions.
    pub(in crate::discovery) dependencies: Vec<Dependency>,
    pub(in crate::discovery) managed: HashMap<Key, Dependency>,
    /// Whether it may have dependencies or source folders that jouled does not know.
    pub(super) is_partial: bool,
    pub(in crate::discovery) relocation: Option<Coordinates>,
    /// Complete: Maven's defaults fill the gaps.
    pub(super) build: PomFolders,
}

pub(in crate::discovery) fn key(dependency: &Dependency) -> Key {
    (
        dependency.group.clone(),
        dependency.artifact.clone(),
        match dependency.kind.as_str() {
            "" => "jar".to_owned(),
            kind => kind.to_owned(),
        },
        dependency.classifier.clone(),
    )
}
