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
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt};

use junit::TestResults;
use step::{Step, StepError};
use steps::STEPS;

/// What is typed after `cargo xtask test`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    /// The steps to run; all where there is none.
    only: BTreeSet<String>,
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
    /// CPU time of the programs that it ran, where the system tells.
    cpu: Option<Duration>,
    result: Result<TestResults, StepError>,
}

impl Finished {
    fn failed(&self) -> bool {
        // On a developer's machine a missing tool is told; where nobody reads along it fails.
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
    let mut finished = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        println!(
            "\n== {} ({} of {}): {}",
            step.name,
            number + 1,
            steps.len(),
            step.what
        );
        let (start, cpu_before) = (Instant::now(), cpu_of_children());
        let result = (step.run)();
        if let Err(error) = &result {
            println!("{error}");
        }
        finished.push(Finished {
            step,
            duration: start.elapsed(),
            cpu: cpu_of_children()
                .zip(cpu_before)
                .map(|(after, before)| after.saturating_sub(before)),
            result,
        });
    }
    summarise(&finished);
    Ok(if finished.iter().any(Finished::failed) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// The CPU time of all programs that this one ran and that have ended, where the system tells it in `/proc`.
fn cpu_of_children() -> Option<Duration> {
    cpu_in(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// The CPU time of children in a process's `stat`: fields 16 and 17, in hundredths of a second.
fn cpu_in(stat: &str) -> Option<Duration> {
    // The name of the program in the second field may contain anything; the third follows it.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<u64>().ok();
    let ticks = next()?.checked_add(next()?)?;
    Some(Duration::from_millis(ticks.checked_mul(10)?))
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
        let cpu = entry.cpu.map_or_else(String::new, |cpu| {
            format!("{:>7.1} s CPU", cpu.as_secs_f64())
        });
        println!(
            "{:<14} {word:<8} {:>7.1} s {cpu}  {tests}",
            entry.step.name,
            entry.duration.as_secs_f64()
        );
    }
    let whole: Duration = finished.iter().map(|entry| entry.duration).sum();
    println!(
        "{:<14} {:<8} {:>7.1} s",
        "together",
        "",
        whole.as_secs_f64()
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

    #[test]
    fn the_cpu_time_of_children_is_read_past_any_name() {
        let stat = "7 (a) b) R 1 7 7 0 -1 0 1 2 3 4 50 60 700 8 20 0 1 0 99";
        assert_eq!(cpu_in(stat), Some(Duration::from_millis(7080)));
        assert_eq!(cpu_in("7 (a) R 1"), None);
    }
}
