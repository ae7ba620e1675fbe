//! The JDK that is measured and the folder for what is built once.

use std::path::{Path, PathBuf};

use anyhow::Context;
use jdk::{Environment, Jdk};

/// The JDK of a folder, or the preferred one of this machine.
pub(crate) fn find(home: Option<&Path>) -> anyhow::Result<Jdk> {
    Ok(jdk::find_jdk(home, &Environment::of_this_process())?)
}

/// The folder for what is built once.
pub(crate) fn cache_dir() -> anyhow::Result<PathBuf> {
    jdk::default_cache_dir(&Environment::of_this_process())
        .context("no folder for cached files is known; set XDG_CACHE_HOME or HOME")
}

/// The vendor's name for provenances.
pub(crate) fn distribution(jdk: &Jdk) -> String {
    jdk.vendor.clone().unwrap_or_else(|| "OpenJDK".to_owned())
}
