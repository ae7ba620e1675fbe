//! The measured JDK, and the cache folder.

use std::path::{Path, PathBuf};

use anyhow::Context;
use jdk::{Environment, Jdk};

/// The JDK in a folder, or the preferred one of this machine.
///
/// # Errors
/// If there is none.
pub fn find(home: Option<&Path>) -> anyhow::Result<Jdk> {
    Ok(jdk::find_jdk(home, &Environment::of_this_process())?)
}

/// The cache folder.
///
/// # Errors
/// If none is known.
pub fn cache_dir() -> anyhow::Result<PathBuf> {
    jdk::default_cache_dir(&Environment::of_this_process())
        .context("no folder for cached files is known; set XDG_CACHE_HOME or HOME")
}

/// The vendor's name for provenances.
pub fn distribution(jdk: &Jdk) -> String {
    jdk.vendor.clone().unwrap_or_else(|| "OpenJDK".to_owned())
}
