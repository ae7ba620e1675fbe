//! The editor Emacs, with its two clients of the protocol.

use anyhow::{Context, Result};

use super::system::{self, Package};
use crate::process;

/// Emacs with Eglot and lsp-mode; missing ones are installed first.
///
/// # Errors
/// If one is missing and cannot be installed; the message says what to type.
pub fn ensure() -> Result<()> {
    if which::which("emacs").is_err() {
        system::install(Package::Emacs)?;
        which::which("emacs").context("Emacs was installed, but its program is not on PATH")?;
    }
    // Emacs 29 and newer contain Eglot.
    for (library, package) in [("eglot", Package::Eglot), ("lsp-mode", Package::LspMode)] {
        if !has(library) {
            system::install(package)?;
        }
    }
    Ok(())
}

fn has(library: &str) -> bool {
    let look = format!(
        "(progn (package-initialize) (unless (locate-library \"{library}\") (kill-emacs 1)))"
    );
    process::output(process::command("emacs").args(["--batch", "--eval", &look])).is_ok()
}
