//! Finds the tools that the developer commands need, and installs missing ones.

mod cache;
pub mod chromium;
mod debian;
pub mod deny;
pub mod emacs;
pub mod java;
mod jdk;
pub mod nextest;
pub mod node;
pub mod python;
pub mod shared_jdk;
pub mod system;

pub use jdk::InstalledJdk;
pub use node::{Node, VSCODE};
pub use system::Package;

use std::path::PathBuf;

use anyhow::{Context, Result};

/// The folder that holds installed tools between runs: `JOULED_TOOLS`, or a folder in the user's cache.
///
/// # Errors
/// If the environment names no home folder.
fn folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("JOULED_TOOLS") {
        return Ok(PathBuf::from(folder));
    }
    let cache = match std::env::var_os("XDG_CACHE_HOME") {
        Some(cache) if !cache.is_empty() => PathBuf::from(cache),
        _ => std::env::home_dir()
            .context("no home folder: set JOULED_TOOLS to a folder for the tests' tools")?
            .join(".cache"),
    };
    Ok(cache.join("jouled").join("tools"))
}
