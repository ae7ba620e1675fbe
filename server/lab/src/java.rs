//! The JDKs of this machine.

use anyhow::{Context, Result};
use jdk::{Environment, Jdk, find_jdks};
use xtask::tools::java;

/// Every JDK that jouled itself would find. If there is none, one is installed first.
///
/// # Errors
/// If there is none and none can be installed; the message says what to type.
pub(crate) fn ensure() -> Result<Vec<Jdk>> {
    let found = installed();
    if !found.is_empty() {
        return Ok(found);
    }
    java::ensure()?;
    let found = installed();
    found
        .first()
        .context("a JDK was installed, but jouled does not find it; set JAVA_HOME to its folder")?;
    Ok(found)
}

fn installed() -> Vec<Jdk> {
    find_jdks(None, &Environment::of_this_process()).jdks
}
