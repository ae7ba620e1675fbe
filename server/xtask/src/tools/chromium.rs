//! The browser Chromium.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::system::{self, Package};

/// Chromium, or a browser based on it. If there is none, one is installed first.
///
/// # Errors
/// If there is none and none can be installed; the message says what to type.
pub fn ensure() -> Result<PathBuf> {
    if let Some(browser) = installed() {
        return Ok(browser);
    }
    system::install(Package::Chromium)?;
    installed().context("Chromium was installed, but its program is not on PATH")
}

fn installed() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome", "chrome"]
        .iter()
        .find_map(|name| which::which(name).ok())
}
