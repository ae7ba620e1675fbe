//! The editor Emacs, with its client of the protocol.

use anyhow::{Context, Result};

use super::system::{self, Package};
use crate::process;

/// Emacs with Eglot; they are installed first where they are missing.
///
/// # Errors
/// When one is missing and cannot be installed; the message says what to type.
pub fn ensure() -> Result<()> {
    if which::which("emacs").is_err() {
        system::install(Package::Emacs)?;
        which::which("emacs").context("Emacs was installed, but its program is not on PATH")?;
    }
    if !has_eglot() {
        // Emacs 29 and newer bring it along.
        system::install(Package::Eglot)?;
    }
    Ok(())
}

fn has_eglot() -> bool {
    let look = "(progn (package-initialize) (unless (locate-library \"eglot\") (kill-emacs 1)))";
    process::output(process::command("emacs").args(["--batch", "--eval", look])).is_ok()
}
