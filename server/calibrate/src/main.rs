//! The `calibrate` binary: measures a machine, fits its posterior, shows how well it predicts.

mod cleanup;
mod doctor;
mod exit;
mod measure;
mod programs;
mod progress;
mod screen;
mod this_machine;
mod timing;
mod validate;

use std::io::Write;
use std::process::ExitCode;

use calibrate::{CommandResult, check, compare, fit, report, simulate};
use clap::{Parser, Subcommand};
use exit::FAILED;

/// Measure what Java code costs on your own machine, and fit a model that jouled uses.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    max_term_width = 100,
    after_help = "Exit codes: 0 done, 1 the tool failed, 2 usage, 3 diagnostics or predictions do not pass."
)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure this machine, fit a model and use it, all in one command
    ///
    /// calibrate chooses a meter, measures generated programs, fits a model, checks it, compares it with programs that it has
    /// not seen, and puts it into your configuration folder. jouled and editors then use it without any setting. An
    /// interrupted calibration continues with the same command.
    ///
    /// The meter is the most direct one that works here and is done in time: within 3 minutes, or 30 with --full. Without
    /// such a meter, it is `cpu-time`. Joules are then CPU time multiplied by a modelled power, so only ratios mean something:
    /// this line costs ten times that line.
    ///
    /// With `cpu-time`, all of it takes a minute or a few, and with --full ten minutes or more. Compiled code (--mode c2) takes
    /// longer than interpreted code.
    ThisMachine(this_machine::Arguments),
    /// Show which meters work here, why the others do not, and what would make measurements better
    Doctor(doctor::Arguments),
    /// Measure generated Java programs on this machine; start a campaign or continue it
    Measure(measure::Arguments),
    /// Time single bytecode instructions with a coarse clock, and compare that with a fine one
    Timing(timing::Arguments),
    /// Compare a model's predictions with measurements of programs that it has not seen
    Validate(validate::Arguments),
    /// Simulate a campaign with known energies and noise, without a JVM, in seconds
    Simulate(simulate::Arguments),
    /// Fit a posterior to campaigns and write it as a model that jouled uses
    Fit(fit::Arguments),
    /// Show the diagnostics of a fitted model, how many measurements it explains, and its category effects
    Check(check::Arguments),
    /// Show what differs between two models, and with which probability
    Compare(compare::Arguments),
    /// Write an HTML page about a fitted model: densities, chains, predictive checks, variance by category
    Report(report::Arguments),
}

fn main() -> ExitCode {
    let options = Options::parse();
    // Programs that are measured or fitted here are a project like any other.
    ::programs::projects::add_given(&[]);
    cleanup::prepare();
    let done = match &options.command {
        Command::ThisMachine(arguments) => this_machine::run(arguments),
        Command::Doctor(arguments) => doctor::run(arguments),
        Command::Measure(arguments) => measure::run(arguments),
        Command::Timing(arguments) => timing::run(arguments),
        Command::Validate(arguments) => validate::run(arguments),
        Command::Simulate(arguments) => printed(|out| simulate::run(arguments, out)),
        Command::Fit(arguments) => printed(|out| fit::run(arguments, out)),
        Command::Check(arguments) => printed(|out| check::run(arguments, out)),
        Command::Compare(arguments) => printed(|out| compare::run(arguments, out)),
        Command::Report(arguments) => printed(|out| report::run(arguments, out)),
    };
    for notice in jdk::take_notices() {
        screen::print_message(format_args!("calibrate: {notice}"));
    }
    jdk::remove_private_folder();
    cleanup::tidy();
    match done {
        Ok(code) => code,
        // A reader that has seen enough, such as `head`, is not a failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            screen::print_message(format_args!("calibrate: {}", message(&error)));
            ExitCode::FAILURE
        }
    }
}

/// Runs a command that prints its result.
fn printed(
    run: impl FnOnce(&mut dyn Write) -> anyhow::Result<CommandResult>,
) -> anyhow::Result<ExitCode> {
    let mut out = screen::writer();
    let outcome = run(&mut out)?;
    out.flush()?;
    Ok(match outcome {
        CommandResult::Complete => ExitCode::SUCCESS,
        CommandResult::Failed => ExitCode::from(FAILED),
    })
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
