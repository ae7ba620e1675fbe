//! `cargo xtask test`: installs what the tests need and runs every check of the project.

mod junit;
mod steps;
mod supply;
mod vscode;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use junit::TestResults;
use steps::{STEPS, Step, StepError};

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Run only these steps
    #[arg(long, value_name = "STEP", value_parser = step_names())]
    only: Vec<String>,
    /// List the steps and end
    #[arg(long)]
    list: bool,
}

fn step_names() -> clap::builder::PossibleValuesParser {
    STEPS
        .iter()
        .map(|step| step.name)
        .collect::<Vec<_>>()
        .into()
}

/// How a step ended.
struct Finished {
    step: &'static Step,
    duration: Duration,
    result: Result<TestResults, StepError>,
}

impl Finished {
    fn failed(&self) -> bool {
        match &self.result {
            Ok(outcome) => !outcome.failed.is_empty(),
            // On a developer's machine a missing tool is told; where nobody reads along it fails.
            Err(StepError::Unavailable(_)) => std::env::var_os("CI").is_some(),
            Err(StepError::Failed(_)) => true,
        }
    }

    fn skipped(&self) -> bool {
        !self.failed() && self.result.is_err()
    }
}

/// Runs the steps, all of them even when one fails, and prints a summary.
pub(crate) fn run(options: &Options) -> ExitCode {
    if options.list {
        for step in STEPS {
            println!("{:<10} {}", step.name, step.what);
        }
        return ExitCode::SUCCESS;
    }
    let finished: Vec<Finished> = STEPS
        .iter()
        .filter(|step| options.only.is_empty() || options.only.iter().any(|name| name == step.name))
        .map(|step| {
            println!("\n== {}: {}", step.name, step.what);
            let start = Instant::now();
            let result = (step.run)();
            if let Err(error) = &result {
                println!("{error}");
            }
            Finished {
                step,
                duration: start.elapsed(),
                result,
            }
        })
        .collect();
    summarise(&finished);
    if finished.iter().any(Finished::failed) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn summarise(finished: &[Finished]) {
    println!("\n== summary");
    for entry in finished {
        let word = if entry.failed() {
            "FAILED"
        } else if entry.skipped() {
            "skipped"
        } else {
            "ok"
        };
        let tests = match &entry.result {
            Ok(outcome) if outcome.passed + outcome.failed.len() > 0 => format!(
                "{} tests passed, {} failed",
                outcome.passed,
                outcome.failed.len()
            ),
            _ => String::new(),
        };
        println!(
            "{:<10} {word:<8} {:>6.1} s  {tests}",
            entry.step.name,
            entry.duration.as_secs_f64()
        );
    }

    let of = |pick: fn(&TestResults) -> &Vec<String>| {
        finished
            .iter()
            .filter_map(|entry| entry.result.as_ref().ok())
            .flat_map(pick)
            .collect::<Vec<_>>()
    };
    let failed = of(|outcome| &outcome.failed);
    if !failed.is_empty() {
        println!("\nFailed:");
        for name in failed {
            println!("  {name}");
        }
    }
    let skipped = of(|outcome| &outcome.skipped);
    let unavailable = finished.iter().filter(|entry| entry.skipped());
    if !skipped.is_empty() || unavailable.clone().next().is_some() {
        println!("\nSkipped, wholly or in part:");
        for entry in unavailable.clone() {
            println!("  step {}", entry.step.name);
        }
        for name in skipped {
            println!("  {name}");
        }
    }

    let failures = finished.iter().filter(|entry| entry.failed()).count();
    let skips = unavailable.count();
    println!("\nSteps:");
    print!(
        "{} passed, {failures} failed",
        finished.len() - failures - skips
    );
    if skips > 0 {
        print!(", {skips} skipped");
    }
    println!();
}
