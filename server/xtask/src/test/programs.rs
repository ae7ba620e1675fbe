//! The programs of this workspace that steps run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use xtask::process;

/// Whether the tests of this run were built, and with them the programs that they start.
static TESTS_ARE_BUILT: AtomicBool = AtomicBool::new(false);

/// The server of this workspace. Tests are built with other features of some packages than programs alone, so that
/// building it once more after them would build half of the workspace twice.
pub(super) fn server() -> anyhow::Result<PathBuf> {
    let folder = if TESTS_ARE_BUILT.load(Ordering::Relaxed) {
        process::own_folder()?
    } else {
        process::build(&["jouled"], false)?
    };
    Ok(executable(&folder, "jouled"))
}

/// A command of the crate `lab`, as it was built with the tests where they are built.
pub(super) fn lab(command: &str) -> anyhow::Result<Command> {
    if !TESTS_ARE_BUILT.load(Ordering::Relaxed) {
        return Ok(process::lab(command));
    }
    let mut lab = process::command(executable(&process::own_folder()?, "lab"));
    lab.arg(command);
    Ok(lab)
}

pub(super) fn executable(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The tests of this run are built, and with them the programs that they start.
pub(super) fn tests_are_built() {
    TESTS_ARE_BUILT.store(true, Ordering::Relaxed);
}
