//! The test runner cargo-nextest.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::python::Environment;
use crate::process;

/// The Python Package Index has nextest as a compiled program. Installing it takes seconds; building it takes longer than
/// all the tests.
pub const NEXTEST: Environment = Environment {
    name: "nextest",
    requirements: include_str!("../../requirements/nextest.txt"),
};

/// The beginning of a `cargo nextest` command: the installed one, or else a pinned one from the tools' folder.
///
/// # Errors
/// If nextest is not installed and cannot be.
pub fn ensure() -> Result<Command> {
    if process::output(process::cargo().args(["nextest", "--version"])).is_ok() {
        let mut command = process::cargo();
        command.arg("nextest");
        return Ok(command);
    }
    let folder = NEXTEST.ensure()?;
    Ok(pinned(&folder))
}

fn pinned(folder: &Path) -> Command {
    let mut command = process::command(folder.join("cargo-nextest"));
    command.arg("nextest");
    command
}
