//! The values of names in a POM.

use std::collections::BTreeMap;
use std::path::Path;

use super::pom::{Parent, PomFolders};
use crate::discovery::repositories::Coordinates;

/// The names that `${…}` may contain in a POM. The environment is not included, because it is not that of the build.
pub(super) struct PomValues<'a> {
    pub(super) user: &'a BTreeMap<String, String>,
    pub(super) properties: &'a BTreeMap<String, String>,
    pub(super) coordinates: &'a Coordinates,
    pub(super) parent: Option<&'a Parent>,
    pub(super) folder: &'a Path,
    pub(super) build: &'a PomFolders,
    pub(super) packaging: Option<&'a str>,
}

impl PomValues<'_> {
    pub(super) fn get(&self, name: &str) -> Option<String> {
        if let Some(value) = self.user.get(name) {
            return Some(value.clone());
        }
        if let Some(value) =
            self.project(name.strip_prefix("project.").or(name.strip_prefix("pom.")))
        {
            return Some(value);
        }
        if let Some(value) = self.properties.get(name) {
            return Some(value.clone());
        }
        match name {
            "user.home" => std::env::home_dir().map(|home| home.to_string_lossy().into_owned()),
            "file.separator" => Some("/".to_owned()),
            // Deprecated for a long time, but still used.
            "basedir" | "version" | "groupId" | "artifactId" => self.project(Some(name)),
            _ => None,
        }
    }

    fn project(&self, name: Option<&str>) -> Option<String> {
        let target = || {
            self.build
                .directory
                .clone()
                .unwrap_or_else(|| "target".to_owned())
        };
        match name? {
            "groupId" => Some(self.coordinates.group.clone()),
            "artifactId" => Some(self.coordinates.artifact.clone()),
            "version" => Some(self.coordinates.version.clone()),
            "packaging" => Some(self.packaging.unwrap_or("jar").to_owned()),
            "parent.groupId" => self.parent.map(|parent| parent.group.clone()),
            "parent.artifactId" => self.parent.map(|parent| parent.artifact.clone()),
            "parent.version" => self.parent.map(|parent| parent.version.clone()),
            "basedir" => Some(self.folder.to_string_lossy().into_owned()),
            "build.directory" => Some(target()),
            "build.outputDirectory" => {
                let given = self.build.output.clone();
                Some(given.unwrap_or_else(|| format!("{}/classes", target())))
            }
            "build.testOutputDirectory" => {
                let given = self.build.test_output.clone();
                Some(given.unwrap_or_else(|| format!("{}/test-classes", target())))
            }
            "build.sourceDirectory" => {
                let given = self.build.sources.clone();
                Some(given.unwrap_or_else(|| "src/main/java".to_owned()))
            }
            "build.testSourceDirectory" => {
                let given = self.build.test_sources.clone();
                Some(given.unwrap_or_else(|| "src/test/java".to_owned()))
            }
            _ => None,
        }
    }
}
