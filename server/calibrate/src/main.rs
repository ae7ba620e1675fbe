//! The `calibrate` binary: measures a machine, fits its posterior, shows how well it predicts.

mod doctor;
mod java;
mod machine;
mod measure;
mod prediction;
mod programs;
mod progress;
mod provenance;
mod statistics;
mod timing;
mod validate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures what Java code costs on a machine of your own, and makes a model of it that jouled uses.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Says which meters work here, why the others do not, and what would make measurements better
    Doctor(doctor::Arguments),
    /// Measures generated Java programs on this machine; begins a campaign or goes on with it
    Measure(measure::Arguments),
    /// Times single bytecode instructions by a coarse clock, and holds that against a fine one
    Timing(timing::Arguments),
    /// Holds a model's predictions against measurements of programs that it has not seen
    Validate(validate::Arguments),
}

fn main() -> ExitCode {
    let done = match &Options::parse().command {
        Command::Doctor(arguments) => doctor::run(arguments),
        Command::Measure(arguments) => measure::run(arguments),
        Command::Timing(arguments) => timing::run(arguments),
        Command::Validate(arguments) => validate::run(arguments),
    };
    match done {
        Ok(code) => code,
        // A reader that has seen enough, as `head`, is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("calibrate: {}", message(&error));
            ExitCode::FAILURE
        }
    }
}

/// An error with its causes, each once: many errors state their cause themselves.
fn message(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
