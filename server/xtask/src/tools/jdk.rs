//! A folder that is a JDK.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The oldest feature version that jouled accepts.
const OLDEST: u16 = 17;

/// A JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledJdk {
    /// Its folder.
    pub home: PathBuf,
    /// The major version: 17 for version 17.0.15.
    pub feature: u16,
}

impl fmt::Display for InstalledJdk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "JDK {} in {}", self.feature, self.home.display())
    }
}

impl InstalledJdk {
    /// The JDK in a folder, if it is one with a compiler.
    pub(super) fn at(home: &Path) -> Option<Self> {
        let compiler = format!("bin/javac{}", std::env::consts::EXE_SUFFIX);
        if !home.join(compiler).is_file() {
            return None;
        }
        let release = fs::read_to_string(home.join("release")).ok()?;
        let feature = feature(&release)?;
        (feature >= OLDEST).then(|| Self {
            home: home.to_path_buf(),
            feature,
        })
    }

    pub(super) fn has_sources(&self) -> bool {
        self.home.join("lib/src.zip").is_file()
    }
}

/// The feature version that a file `release` states.
fn feature(release: &str) -> Option<u16> {
    let version = release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let version = version.trim().trim_matches('"');
    version.split(['.', '-', '+']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_feature_version_is_read() {
        for (release, expected) in [
            ("IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"17.0.15\"\n", Some(17)),
            ("JAVA_VERSION=\"25\"", Some(25)),
            ("JAVA_VERSION=\"26-ea\"", Some(26)),
            ("JAVA_VERSION=\"1.8.0_292\"", Some(1)),
            ("JAVA_VERSION=\"\"", None),
            ("", None),
        ] {
            assert_eq!(feature(release), expected, "{release}");
        }
    }

    #[test]
    fn a_folder_without_a_compiler_is_no_jdk() {
        let temporary = tempfile::TempDir::new().unwrap();
        let folder = temporary.path();
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::write(folder.join("release"), "JAVA_VERSION=\"25.0.1\"\n").unwrap();
        assert_eq!(InstalledJdk::at(folder), None);
        let compiler = format!("bin/javac{}", std::env::consts::EXE_SUFFIX);
        fs::write(folder.join(compiler), "").unwrap();
        assert_eq!(InstalledJdk::at(folder).map(|jdk| jdk.feature), Some(25));
    }
}
