//! Developer commands, run as `cargo xtask COMMAND`. All but `demo` and `test` are in the crate `lab`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool speaks through its standard output and error"
)]

mod demo;
mod test;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result};
use xtask::commands::{LAB, help};
use xtask::process;

/// The exit code for wrong arguments.
const USAGE: u8 = 2;

fn main() -> Result<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let command = words.next().unwrap_or_default();
    let mut rest: Vec<OsString> = words.collect();
    let mut command = command.to_string_lossy().into_owned();
    if command == "help" && !rest.is_empty() {
        command = rest.remove(0).to_string_lossy().into_owned();
        rest = vec!["--help".into()];
    }
    match command.as_str() {
        "demo" => demo::run(rest),
        "test" => test::run(rest),
        "help" | "--help" | "-h" => {
            print!("{}", help());
            Ok(ExitCode::SUCCESS)
        }
        name if LAB.iter().any(|command| command.name == name) => lab(name, &rest),
        "" => {
            eprint!("{}", help());
            Ok(ExitCode::from(USAGE))
        }
        unknown => {
            eprint!("There is no command `{unknown}`.\n\n{}", help());
            Ok(ExitCode::from(USAGE))
        }
    }
}

/// Builds the crate `lab` and runs one of its commands in the current directory.
fn lab(name: &str, rest: &[OsString]) -> Result<ExitCode> {
    let status = process::lab(name)
        .args(rest)
        .status()
        .context("could not start cargo")?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
