//! The arguments of `jouled advise`.

use super::Analysis;
use clap::{Args, ValueEnum};

/// What is offered, and the exit codes.
pub(super) const ADVISE_HELP: &str = "\
jouled proposes edits that keep the behaviour of the code, compiles the text with
and without each of them, and prices both. It offers an edit only if it saves at
least 5% of its method's typical energy, and P(saves) is at least 0.9, with the
model that is shown. --all also lists the others and says why they are not
offered. docs/advice explains each rule.

An edit is named RULE@FILE:LINE:COLUMN. --apply and --apply-all write files only
if the work tree is clean, so that `git diff` shows exactly what they did and
`git checkout .` takes it back. An edit that does not compile is left out.

Examples:
  jouled advise src
  jouled advise src --all
  jouled advise src --apply parity@src/Sieve.java:12:13
  jouled advise src --apply-all --rule string-in-loop

Exit codes:
  0  done
  1  the tool failed, a file does not compile, or an edit named by --apply is not offered
  2  usage
  4  with --strict: a file could not be read or compiled as a whole";

#[derive(Debug, Args)]
pub(crate) struct Advise {
    /// A source tree or Java files
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<std::path::PathBuf>,
    /// The format of the list
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: AdviceFormat,
    /// Also list edits that are not offered, and why
    #[arg(long)]
    pub(crate) all: bool,
    /// Look for this kind of advice only; may be given several times
    #[arg(long, value_name = "RULE", value_parser = rule)]
    pub(crate) rule: Vec<String>,
    /// A profile of real runs: its counts replace estimates, and edits that save most of the run come first
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<std::path::PathBuf>,
    /// Apply an offered edit; may be given several times
    #[arg(long, value_name = "ID", conflicts_with = "apply_all")]
    pub(crate) apply: Vec<String>,
    /// Apply every offered edit; if edits overlap, only the one that saves most
    #[arg(long)]
    pub(crate) apply_all: bool,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AdviceFormat {
    Text,
    /// Schema jouled.advice/1
    Json,
    Markdown,
    /// With the edits as fixes
    Sarif,
}

fn rule(name: &str) -> Result<String, String> {
    if advice::rule_named(name).is_some() {
        return Ok(name.to_owned());
    }
    let names: Vec<&str> = advice::RULES.iter().map(|rule| rule.name).collect();
    Err(format!("the rules are {}", names.join(", ")))
}
