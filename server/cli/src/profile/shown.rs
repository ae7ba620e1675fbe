//! What is shown of a profile that has no code beside it.

use super::unit_tests;
use crate::exit::ExitReason;
use crate::failure::UsageError;
use crate::options::{By, ProfileFormat, ProfileView};
use crate::problem::{self, problem_report};
use crate::screen;
use anyhow::{Context, Result, anyhow};
use escape::plain;
use problems::Problem;
use profile::forms::{self, TextOptions};
use profile::{
    Analysis, AnalysisOptions, BudgetVerdict, Budgets, TestVerdict, analyse, judged,
    power_over_time,
};
use profiler::{RunFile, counted_paths};
use project_settings::{FILE_NAME, Layer, configured_root};
use std::io::IsTerminal;
use std::path::Path;

/// How many rows of a table other than that of methods are listed.
const MOST_ROWS: usize = 40;

/// Prints the file of a profile that has no code beside it.
pub(crate) fn print_file(
    path: &Path,
    format: ProfileFormat,
    by: By,
    view: &ProfileView,
) -> Result<ExitReason> {
    let file = RunFile::read(path)?;
    let budgets = budgets(by, format, view)?;
    ShownProfile::of(&file, view).print(format, by, &budgets)
}

/// A profile as it is shown.
pub(super) struct ShownProfile<'p> {
    profile: &'p profile::Profile,
    options: AnalysisOptions,
    analysis: Analysis,
}

impl<'p> ShownProfile<'p> {
    pub(super) fn of(file: &'p RunFile, view: &ProfileView) -> Self {
        let options = view.analysis();
        let profile = &file.profile;
        let mut analysis = analyse(profile, &options);
        analysis.set_paths(&counted_paths(file));
        Self {
            profile,
            options,
            analysis,
        }
    }

    pub(super) fn print(
        &self,
        format: ProfileFormat,
        by: By,
        budgets: &Budgets,
    ) -> Result<ExitReason> {
        let analysis = &self.analysis;
        let time = || power_over_time(self.profile, analysis, &self.options);
        match (format, by) {
            (ProfileFormat::Csv, By::Time) => screen::form(forms::power_csv(analysis, &time()))?,
            (ProfileFormat::Text, By::Test) => unit_tests::print(analysis, budgets)?,
            (ProfileFormat::Text, By::Line) => screen::form(sections(analysis, |all| {
                all.lines = MOST_ROWS;
            }))?,
            (ProfileFormat::Text, By::Branch) => screen::form(sections(analysis, |all| {
                all.branches = MOST_ROWS;
            }))?,
            (ProfileFormat::Text, By::Thread) => screen::form(sections(analysis, |all| {
                all.threads = MOST_ROWS;
            }))?,
            (ProfileFormat::Text, By::Time) => screen::form(forms::power(analysis, &time()))?,
            (ProfileFormat::Text, By::Garbage) => {
                screen::form(forms::garbage(analysis, MOST_ROWS))?;
            }
            (ProfileFormat::Text, By::Wait) => screen::form(forms::waits(analysis, MOST_ROWS))?,
            (ProfileFormat::Text, By::Device) => screen::form(forms::devices(analysis, MOST_ROWS))?,
            (ProfileFormat::Text, By::Operation | By::Class) => {
                let words = "without sources, --by takes no operation and no class";
                return Err(UsageError(String::from(words)).into());
            }
            _ => print(analysis, format, budgets)?,
        }
        Ok(if is_about_tests(by, format) {
            verdict(analysis, budgets)
        } else {
            ExitReason::Complete
        })
    }
}

fn is_about_tests(by: By, format: ProfileFormat) -> bool {
    by == By::Test || format == ProfileFormat::Junit
}

/// Whether the tests stay within their budgets. A budget that was not compared with anything is no success.
fn verdict(analysis: &Analysis, budgets: &Budgets) -> ExitReason {
    let tests = judged(analysis, budgets);
    let has = |verdict| {
        let is_such = |test: &TestVerdict<'_>| test.verdict == verdict;
        tests.iter().any(is_such)
    };
    let unused = budgets.unused(analysis);
    for name in &unused {
        screen::print_message(format_args!(
            "jouled: no sampled test has the budget of {} in jouled.toml: the name is wrong, or the test ran too shortly; write package.Class or package.Class.method",
            plain(name)
        ));
    }
    let is_open = tests.is_empty() || has(BudgetVerdict::NotMeasured) || !unused.is_empty();
    if has(BudgetVerdict::Violated) {
        ExitReason::Regressed
    } else if is_open && !budgets.is_empty() {
        ExitReason::Incomplete
    } else {
        ExitReason::Complete
    }
}

fn sections(analysis: &Analysis, choose: fn(&mut TextOptions)) -> String {
    let mut options = TextOptions {
        methods: 0,
        ..TextOptions::default()
    };
    choose(&mut options);
    forms::text(analysis, &options)
}

/// The budgets of unit tests in the `jouled.toml` of this folder or the nearest above it, if tests were requested.
pub(super) fn budgets(by: By, format: ProfileFormat, view: &ProfileView) -> Result<Budgets> {
    if !is_about_tests(by, format) {
        return Ok(Budgets::default());
    }
    if !view.package.is_empty() {
        let words = "tests are found by the test engine that calls them, which --package would hide: leave --package out";
        return Err(UsageError(String::from(words)).into());
    }
    let here = std::env::current_dir()?;
    let Some(root) = configured_root(&here) else {
        return Ok(Budgets::default());
    };
    let path = root.join(FILE_NAME);
    let text = files::read_text(&path, files::SETTINGS)
        .with_context(|| format!("{} cannot be read", path.display()))?;
    let (_, problems) = Layer::from_toml(&text, &path);
    let problems = problems.into_iter().map(Problem::from);
    let problems: Vec<_> = problems
        .map(|problem| problem_report(&problem, None))
        .collect();
    problem::print(&problems, true);
    Budgets::from_toml(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// Prints what a profile says.
fn print(analysis: &Analysis, format: ProfileFormat, budgets: &Budgets) -> Result<()> {
    match format {
        ProfileFormat::Text => screen::form(forms::text(analysis, &TextOptions::default()))?,
        ProfileFormat::Csv => screen::form(forms::csv(analysis))?,
        ProfileFormat::Json => screen::form(forms::json(analysis))?,
        ProfileFormat::Html => screen::form(profile_forms::flame_graph(analysis))?,
        ProfileFormat::Collapsed => screen::form(profile_forms::collapsed(analysis))?,
        ProfileFormat::Speedscope => screen::form(profile_forms::speedscope(analysis))?,
        ProfileFormat::Junit => screen::form(forms::junit(analysis, budgets))?,
        ProfileFormat::Pprof => {
            // Its bytes could be any command to a terminal.
            if std::io::stdout().is_terminal() {
                let words = "pprof's format is binary: redirect it to a file or a program";
                return Err(UsageError(String::from(words)).into());
            }
            screen::form(profile_forms::pprof(analysis))?;
        }
    }
    Ok(())
}
