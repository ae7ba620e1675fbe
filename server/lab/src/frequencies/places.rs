//! Where the programs, their inputs and their counts are, and which JDK runs them.

use std::path::PathBuf;

use anyhow::Result;
use jdk::{Environment, Jdk, find_jdk, find_jdks};

use crate::jars;

/// The JDK version of the runs: counts depend on the JDK's own code.
const FEATURE: u16 = 17;

/// The JDK that the programs run on.
pub(super) fn jdk() -> Result<Jdk> {
    let environment = Environment::of_this_process();
    let mut jdks = find_jdks(None, &environment).jdks.into_iter();
    match jdks.find(|jdk| jdk.version.feature == FEATURE) {
        Some(jdk) => Ok(jdk),
        None => Ok(find_jdk(None, &environment)?),
    }
}

/// The folder for inputs and counts.
pub(super) fn cache() -> Result<PathBuf> {
    Ok(jars::cache()?.with_file_name("jouled-frequencies"))
}

/// The folder of the tables, inputs and Java files.
pub(super) fn folder() -> PathBuf {
    xtask::process::workspace_root().join("server/lab/src/frequencies")
}
