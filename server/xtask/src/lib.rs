//! Shared by the developers' commands: running other programs, and the tools that they install.
#![expect(
    clippy::print_stdout,
    reason = "a command-line tool speaks through its standard output"
)]

pub mod commands;
pub mod process;
pub mod tools;
