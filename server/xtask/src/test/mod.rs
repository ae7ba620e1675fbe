//! `cargo xtask test`: installs what the tests need and runs every check of the project.

mod junit;
mod programs;
mod step;
mod steps;
mod supply;
mod vscode;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use lexopt::{Arg, Parser, ValueExt};

use junit::TestResults;
use step::{Step, StepError};
use steps::STEPS;
use xtask::process;

/// What is typed after `cargo xtask test`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    /// The steps to run; all where there is none.
    only: BTreeSet<String>,
    in_turn: bool,
    list: bool,
    help: bool,
}

impl Options {
    fn parse(words: Vec<OsString>) -> Result<Self> {
        let mut options = Self::default();
        let mut parser = Parser::from_args(words);
        while let Some(word) = parser.next()? {
            match word {
                Arg::Long("only") => {
                    let name = parser.value()?.string()?;
                    if STEPS.iter().all(|step| step.name != name) {
                        bail!("there is no step `{name}`; `cargo xtask test --list` names them");
                    }
                    options.only.insert(name);
                }
                Arg::Long("in-turn") => options.in_turn = true,
                Arg::Long("list") => options.list = true,
                Arg::Long("help") | Arg::Short('h') => options.help = true,
                other => bail!("{}; see `cargo xtask test --help`", other.unexpected()),
            }
        }
        Ok(options)
    }
}

/// The steps with what they do.
fn list() -> String {
    let mut text = String::new();
    for Step { name, what, .. } in STEPS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:<14} {what}");
    }
    text
}

fn help() -> String {
    format!(
        "Install what the tests need and run every check of the project\n\n\
         Usage: cargo xtask test [OPTIONS]\n\n\
         Options:\n      \
         --only STEP  Run only these steps; may be given several times\n      \
         --in-turn    Run one step after the other; steps that wait much run beside the Rust tests otherwise\n      \
         --list       List the steps and end\n  \
         -h, --help       Print help\n\n\
         Steps:\n{}",
        list()
    )
}

/// How a step ended.
struct Finished {
    step: &'static Step,
    duration: Duration,
    /// CPU time of the programs that it ran.
    cpu: Duration,
    result: Result<TestResults, StepError>,
}

impl Finished {
    fn failed(&self) -> bool {
        // On a developer's machine, a missing tool is reported; in CI, where nobody reads the output, it fails.
        let must_not_skip = std::env::var_os("CI").is_some();
        match &self.result {
            Ok(outcome) => {
                !outcome.failed.is_empty() || must_not_skip && !outcome.skipped.is_empty()
            }
            Err(StepError::Unavailable(_)) => must_not_skip,
            Err(StepError::Failed(_)) => true,
        }
    }

    fn skipped(&self) -> bool {
        !self.failed() && self.result.is_err()
    }
}

/// Runs the steps, all of them even when one fails, and prints a summary.
///
/// # Errors
/// When the words are not options of this command.
pub(crate) fn run(words: Vec<OsString>) -> Result<ExitCode> {
    let options = Options::parse(words)?;
    if options.help || options.list {
        print!("{}", if options.help { help() } else { list() });
        return Ok(ExitCode::SUCCESS);
    }
    let steps: Vec<&'static Step> = STEPS
        .iter()
        .filter(|step| options.only.is_empty() || options.only.contains(step.name))
        .collect();
    let start = Instant::now();
    let finished = if options.in_turn {
        run_all(&steps)
    } else {
        run_in_two_lanes(&steps)?
    };
    summarise(&finished, start.elapsed());
    Ok(if finished.iter().any(Finished::failed) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Runs the steps one after the other.
fn run_all(steps: &[&'static Step]) -> Vec<Finished> {
    steps
        .iter()
        .map(|step| {
            println!("\n== {}: {}", step.name, step.what);
            let (start, cpu_before) = (Instant::now(), process::cpu_time());
            let result = (step.run)();
            if let Err(error) = &result {
                println!("{}: {error}", step.name);
            }
            Finished {
                step,
                duration: start.elapsed(),
                cpu: process::cpu_time().saturating_sub(cpu_before),
                result,
            }
        })
        .collect()
}

/// From this step on, two lanes run at the same time: everything is built.
const FIRST_IN_LANES: &str = "prices";

/// Which steps run alone, and which run after them in two lanes at the same time.
#[derive(Debug, Default)]
struct Lanes<'a> {
    alone: Vec<&'a Step>,
    main: Vec<&'a Step>,
    beside: Vec<&'a Step>,
}

impl<'a> Lanes<'a> {
    fn of(steps: &[&'a Step]) -> Self {
        let order = |name: &str| STEPS.iter().position(|step| step.name == name);
        let alone = steps
            .iter()
            .take_while(|step| order(step.name) < order(FIRST_IN_LANES))
            .count();
        let (beside, main): (Vec<_>, Vec<_>) = steps[alone..].iter().partition(|step| step.beside);
        if main.is_empty() {
            // Nothing to run beside: the output is shown at once.
            return Self {
                alone: steps.to_vec(),
                ..Self::default()
            };
        }
        Self {
            alone: steps[..alone].to_vec(),
            main,
            beside,
        }
    }
}

fn run_in_two_lanes(steps: &[&'static Step]) -> Result<Vec<Finished>> {
    let lanes = Lanes::of(steps);
    let mut finished = run_all(&lanes.alone);
    let output = process::target_folder()?.join("xtask");
    fs::create_dir_all(&output).context("could not create a folder for the steps' output")?;
    let (in_main, in_beside) = thread::scope(|scope| {
        let lane = scope.spawn(|| {
            process::show_output_at_the_end(output.join("beside.txt"));
            run_all(&lanes.beside)
        });
        (run_all(&lanes.main), lane.join())
    });
    finished.extend(in_main);
    finished.extend(in_beside.map_err(|_| anyhow!("a step beside the Rust tests panicked"))?);
    Ok(finished)
}

fn summarise(finished: &[Finished], whole: Duration) {
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
            "{:<14} {word:<8} {:>7.1} s {:>7.1} s CPU  {tests}",
            entry.step.name,
            entry.duration.as_secs_f64(),
            entry.cpu.as_secs_f64()
        );
    }
    let cpu: Duration = finished.iter().map(|entry| entry.cpu).sum();
    println!(
        "{:<14} {:<8} {:>7.1} s {:>7.1} s CPU",
        "together",
        "",
        whole.as_secs_f64(),
        cpu.as_secs_f64()
    );

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
    for note in of(|outcome| &outcome.notes) {
        println!("\nNote: {note}");
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<Options> {
        Options::parse(words.iter().map(OsString::from).collect())
    }

    #[test]
    fn steps_may_be_named_more_than_once() {
        let options = parsed(&["--only", "format", "--only=rust"]).unwrap();
        assert_eq!(
            options.only.iter().map(String::as_str).collect::<Vec<_>>(),
            ["format", "rust"]
        );
        assert!(!options.list && !options.help);
    }

    #[test]
    fn steps_that_wait_run_beside_the_rust_tests_once_everything_is_built() {
        let names = |steps: &[&Step]| steps.iter().map(|step| step.name).collect::<Vec<_>>();
        let all: Vec<&Step> = STEPS.iter().collect();
        let lanes = Lanes::of(&all);
        assert!(names(&lanes.alone).ends_with(&["clippy", "build"]));
        let main = ["prices", "models", "settings", "rust", "doctests"];
        assert_eq!(names(&lanes.main), main);
        assert_eq!(
            lanes.beside.len(),
            STEPS.len() - lanes.alone.len() - main.len()
        );
        let few: Vec<&Step> = all.iter().copied().filter(|step| step.beside).collect();
        assert_eq!(names(&Lanes::of(&few).alone), names(&few));
        let first: Vec<&Step> = all[..1].to_vec();
        assert_eq!(names(&Lanes::of(&first).alone), ["format"]);
    }

    #[test]
    fn an_unknown_step_or_option_is_refused() {
        for words in [
            &["--only", "nothing"][..],
            &["--only"],
            &["format"],
            &["-x"],
        ] {
            assert!(parsed(words).is_err(), "{words:?}");
        }
    }
}
