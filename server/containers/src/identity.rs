//! The name and version of an archive, from Maven, its manifest, or its file name.

use crate::archive::Archive;
use crate::manifest::{manifest_of, value_in};
use std::io::{Read, Seek};
use zip::ZipArchive;

/// At most this much of a `pom.properties` is read.
const MAX_BYTES: u64 = 64 << 10;

/// If an archive has more of these files, none of them is its own unless the file name says so.
const MAX_READ: usize = 200;

/// The name and version of an archive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// The Maven group, or the vendor in the manifest.
    pub organisation: Option<String>,
    /// The name of the artifact.
    pub artifact: Option<String>,
    /// Its version.
    pub version: Option<String>,
}

impl Archive {
    /// Its name and version. If there are several `pom.properties`, other archives were merged into this one. Then the one whose
    /// name begins the file name counts.
    pub fn identity(&self) -> Identity {
        let mut archive = self.reader();
        let file = self.place().rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let by_name = of_file_name(stem);
        maven(&mut archive, stem)
            .or_else(|| of_manifest(&manifest_of(&mut archive)?, &by_name))
            .unwrap_or(by_name)
    }
}

fn maven(archive: &mut ZipArchive<impl Read + Seek>, stem: &str) -> Option<Identity> {
    let is_maven = |index: &usize| {
        let name = archive.name_for_index(*index).unwrap_or_default();
        name.starts_with("META-INF/maven/") && name.ends_with("/pom.properties")
    };
    let found: Vec<usize> = (0..archive.len()).filter(is_maven).take(MAX_READ).collect();
    let is_only = found.len() == 1;
    let mut read = found.into_iter().filter_map(|index| {
        let entry = archive.by_index(index).ok()?;
        let text = files::read_from(entry.take(MAX_BYTES), MAX_BYTES).ok()?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let value = |wanted: &str| {
            text.lines().find_map(|line| {
                let (name, value) = line.split_once('=')?;
                (name.trim() == wanted).then(|| value.trim().to_owned())
            })
        };
        Some(Identity {
            organisation: value("groupId"),
            artifact: Some(value("artifactId")?),
            version: value("version"),
        })
    });
    read.find(|identity| {
        let artifact = identity.artifact.as_deref().unwrap_or_default();
        let rest = stem.strip_prefix(artifact);
        is_only || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    })
}

fn of_manifest(manifest: &str, by_name: &Identity) -> Option<Identity> {
    let first = |names: &[&str]| {
        let mut values = names.iter().map(|name| value_in(manifest, name));
        values.find(|value| !value.is_empty())
    };
    let symbolic = first(&["Bundle-SymbolicName"]);
    let symbolic =
        symbolic.map(|name| name.split(';').next().unwrap_or_default().trim().to_owned());
    let version = first(&["Implementation-Version", "Bundle-Version"]);
    version.as_ref()?;
    Some(Identity {
        organisation: first(&[
            "Implementation-Vendor-Id",
            "Implementation-Vendor",
            "Bundle-Vendor",
        ]),
        artifact: by_name.artifact.clone().or(symbolic),
        version: by_name.version.clone().or(version),
    })
}

/// `name-1.2.3` is version 1.2.3 of `name`.
fn of_file_name(stem: &str) -> Identity {
    let is_version = |at: &usize| stem[at + 1..].starts_with(|first: char| first.is_ascii_digit());
    let at = stem.match_indices('-').map(|(at, _)| at).find(is_version);
    let (name, version) = match at {
        Some(at) => (&stem[..at], Some(stem[at + 1..].to_owned())),
        None => (stem, None),
    };
    Identity {
        organisation: None,
        artifact: Some(name.to_owned()).filter(|name| !name.is_empty()),
        version,
    }
}

#[cfg(test)]
mod tests {
    use super::{Identity, of_file_name, of_manifest};

    fn identity(organisation: Option<&str>, artifact: &str, version: Option<&str>) -> Identity {
        Identity {
            organisation: organisation.map(str::to_owned),
            artifact: Some(artifact.to_owned()),
            version: version.map(str::to_owned),
        }
    }

    #[test]
    fn a_file_name_tells_artifact_and_version() {
        for (stem, artifact, version) in [
            ("commons-lang3-3.12.0", "commons-lang3", Some("3.12.0")),
            ("spark-core_2.13-4.0.0", "spark-core_2.13", Some("4.0.0")),
            ("guava-32.1.2-jre", "guava", Some("32.1.2-jre")),
            ("app", "app", None),
            ("log4j-1.2-api-2.20.0", "log4j", Some("1.2-api-2.20.0")),
            ("x-", "x-", None),
        ] {
            assert_eq!(of_file_name(stem), identity(None, artifact, version));
        }
    }

    #[test]
    fn a_manifest_tells_the_vendor() {
        let manifest = "Implementation-Vendor-Id: org.example\nImplementation-Version: 2\nBundle-SymbolicName: a;x:=y\n";
        let named = of_manifest(manifest, &of_file_name("lib"));
        assert_eq!(named, Some(identity(Some("org.example"), "lib", Some("2"))));
        let unnamed = of_manifest(manifest, &Identity::default());
        assert_eq!(unnamed, Some(identity(Some("org.example"), "a", Some("2"))));
        assert_eq!(of_manifest("Main-Class: A\n", &of_file_name("lib")), None);
    }
}
