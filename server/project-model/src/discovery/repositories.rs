//! The places where build tools keep their downloads.

use std::path::{Path, PathBuf};

use super::version::Requirement;

/// Parts of coordinates are folder names, which no system allows to be longer.
const MAX_PART_BYTES: usize = 255;

/// The name of an artefact: `group:artifact:version`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Coordinates {
    pub(super) group: String,
    pub(super) artifact: String,
    pub(super) version: String,
}

impl Coordinates {
    pub(super) fn new(group: &str, artifact: &str, version: &str) -> Self {
        Self {
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            version: version.to_owned(),
        }
    }
}

impl std::fmt::Display for Coordinates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)
    }
}

/// The repositories to search for artefacts. Both belong to the user, and nothing is ever downloaded.
#[derive(Debug, Clone, Default)]
pub(super) struct Repositories {
    /// Maven's local repository.
    pub(super) maven: Option<PathBuf>,
    /// Gradle's module cache, `caches/modules-2/files-2.1`.
    pub(super) gradle: Option<PathBuf>,
}

impl Repositories {
    /// A file of an artefact, such as its `pom`, or its `jar` with a classifier.
    pub(super) fn file(
        &self,
        coordinates: &Coordinates,
        classifier: &str,
        extension: &str,
    ) -> Option<PathBuf> {
        let Coordinates {
            group,
            artifact,
            version,
        } = coordinates;
        let are_names = [artifact, version].into_iter().all(|part| is_name(part))
            && group.split('.').all(is_name)
            && is_name(extension)
            && (classifier.is_empty() || is_name(classifier));
        if !are_names {
            return None;
        }
        let suffix = match classifier {
            "" => format!(".{extension}"),
            _ => format!("-{classifier}.{extension}"),
        };
        let name = format!("{artifact}-{version}{suffix}");
        self.in_maven(coordinates, &name, &suffix)
            .or_else(|| self.in_gradle(coordinates, &name))
    }

    fn in_maven(&self, coordinates: &Coordinates, name: &str, suffix: &str) -> Option<PathBuf> {
        let folder = self
            .maven_folder(&coordinates.group, &coordinates.artifact)?
            .join(&coordinates.version);
        let exact = folder.join(name);
        if exact.is_file() {
            return Some(exact);
        }
        // A snapshot from a server has its build time instead of the word.
        let base = coordinates.version.strip_suffix("SNAPSHOT")?;
        let prefix = format!("{}-{base}", coordinates.artifact);
        let is_build = |name: &str| {
            let stamp = name
                .strip_prefix(&prefix)
                .and_then(|name| name.strip_suffix(suffix));
            stamp.is_some_and(|stamp| {
                stamp.starts_with(|first: char| first.is_ascii_digit())
                    && stamp
                        .chars()
                        .all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'))
            })
        };
        let newest = names(&folder).into_iter().rfind(|name| is_build(name))?;
        Some(folder.join(newest))
    }

    fn in_gradle(&self, coordinates: &Coordinates, name: &str) -> Option<PathBuf> {
        let folder = self.gradle.as_ref()?.join(&coordinates.group);
        let folder = folder
            .join(&coordinates.artifact)
            .join(&coordinates.version);
        // One folder for each digest.
        let found = names(&folder)
            .into_iter()
            .map(|digest| folder.join(digest).join(name));
        found.into_iter().find(|file| file.is_file())
    }

    fn maven_folder(&self, group: &str, artifact: &str) -> Option<PathBuf> {
        let mut folder = self.maven.clone()?;
        folder.extend(group.split('.'));
        Some(folder.join(artifact))
    }

    /// The version for a requirement: an exact one, or else the newest that exists.
    pub(super) fn version(&self, group: &str, artifact: &str, required: &str) -> Option<String> {
        let requirement = Requirement::parse(required);
        if let Requirement::Exact(version) = requirement {
            return Some(version);
        }
        if !group.split('.').chain([artifact]).all(is_name) {
            return None;
        }
        let maven = self.maven_folder(group, artifact);
        let gradle = self
            .gradle
            .as_ref()
            .map(|cache| cache.join(group).join(artifact));
        let folders = [maven, gradle].into_iter().flatten();
        let there = folders.flat_map(|folder| {
            let names = names(&folder).into_iter();
            names
                .filter(move |name| folder.join(name).is_dir())
                .collect::<Vec<_>>()
        });
        requirement.newest(there)
    }

    /// The repositories, for messages.
    pub(super) fn names(&self) -> String {
        let places = [&self.maven, &self.gradle].into_iter().flatten();
        let places: Vec<_> = places.map(|place| place.display().to_string()).collect();
        match places.as_slice() {
            [] => "any repository of this user".to_owned(),
            places => places.join(" or "),
        }
    }
}

/// Whether a part of a coordinate is a valid name of one file or folder.
fn is_name(part: &str) -> bool {
    !part.is_empty()
        && part.len() <= MAX_PART_BYTES
        && !matches!(part, "." | "..")
        && !part.contains(|c: char| matches!(c, '/' | '\\' | ':' | '$') || c.is_control())
}

/// The sorted names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_coordinate_leads_out_of_the_repository() {
        for part in ["", ".", "..", "a/b", "../x", "a\\b", "C:x", "a\0b", "${x}"] {
            assert!(!is_name(part), "{part:?}");
        }
        for part in ["commons-lang3", "1.0-beta+3", "guava_2.13", "~"] {
            assert!(is_name(part), "{part:?}");
        }
    }
}
