//! The effective POM: with what its parents, its properties and its imports say.

use std::collections::HashMap;
use std::path::PathBuf;

use super::pom::{Build, Dependency};
use crate::discovery::repositories::Coordinates;

/// Group, artifact, type and classifier: what may be there once.
pub(in crate::discovery) type Key = (String, String, String, String);

/// The effective POM of a project or of an artefact.
#[derive(Debug, Default)]
pub(in crate::discovery) struct Model {
    pub(in crate::discovery) file: PathBuf,
    pub(in crate::discovery) coordinates: Coordinates,
    pub(super) packaging: String,
    /// Its dependencies, with what is managed for them.
    pub(in crate::discovery) dependencies: Vec<Dependency>,
    pub(in crate::discovery) managed: HashMap<Key, Dependency>,
    pub(in crate::discovery) relocation: Option<Coordinates>,
    /// Complete: what is not said is as Maven has it.
    pub(super) build: Build,
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
