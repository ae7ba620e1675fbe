//! `jouled profile`: where the energy of a real run goes.

mod unit_tests;

use crate::exit::ExitReason;
use crate::failure::UsageError;
use crate::options::{By, Command, Options, Profile, ProfileFormat};
use crate::screen;
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use meters::{Selector, System};
use profile::forms::{self, TextOptions};
use profile::{Analysis, AnalysisOptions, analyse};
use profiler::{AttachPlan, Interrupted, Plan};
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many lines are listed.
const MOST_LINES: usize = 40;

/// Where profiles of a project lie.
const FOLDER: &str = ".jouled";

pub(crate) static INTERRUPTED: Interrupted = Interrupted::new();

/// What a signal sets instead of ending this process: the program ends then, and what was recorded of it is kept.
pub(crate) fn interrupted_by(command: &Command) -> Option<&'static Interrupted> {
    matches!(command, Command::Profile(_) | Command::Top(_)).then_some(&INTERRUPTED)
}

pub(crate) fn run(options: &Options, arguments: &Profile) -> Result<ExitReason> {
    let settings = Settings::of_flags(options);
    let jdk = crate::input::jdk(&settings)?;
    let cache = jdk::cache_folder()?;
    let meter = arguments.meter.clone().map_or_else(best_meter, Ok)?;
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => new_file()?,
    };
    let file = match (arguments.attach, arguments.program.split_first()) {
        (Some(pid), _) => {
            let plan = AttachPlan {
                pid,
                time: Duration::from_secs(arguments.seconds.into()),
                meter,
                sample_interval: arguments.interval,
                window: arguments.window,
                jdk,
                cache: cache.path,
            };
            profiler::profile_running(&plan, &INTERRUPTED)?
        }
        (None, Some((program, rest))) => {
            let plan = Plan {
                program: program.clone(),
                arguments: rest.to_vec(),
                meter,
                repetitions: arguments.repeat,
                is_counted: !arguments.no_counts,
                sample_interval: arguments.interval,
                window: arguments.window,
                jdk,
                cache: cache.path,
            };
            profiler::profile(&plan, &INTERRUPTED)?
        }
        (None, None) => bail!("there is no program to run; write it after --"),
    };
    file.write(&out)?;
    print(
        &analyse(&file.profile, &AnalysisOptions::default()),
        arguments.format,
    )?;
    screen::print_message(format_args!("jouled: the profile is {}", out.display()));
    let runs = if arguments.attach.is_some() {
        &[]
    } else {
        &file.profile.runs[..]
    };
    let failed = runs
        .iter()
        .map(|run| run.exit_code)
        .find(|code| *code != Some(0));
    Ok(match failed {
        None => ExitReason::Complete,
        Some(code) => {
            ExitReason::OfProgram(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
        }
    })
}

/// Prints what a profile that has no code beside it says.
pub(crate) fn print_by(analysis: &Analysis, format: ProfileFormat, by: By) -> Result<()> {
    let options = TextOptions::default();
    match (format, by) {
        (ProfileFormat::Text, By::Test) => unit_tests::print(analysis),
        (ProfileFormat::Text, By::Line) => {
            let options = TextOptions {
                methods: 0,
                lines: MOST_LINES,
                ..options
            };
            Ok(screen::form(forms::text(analysis, &options))?)
        }
        (ProfileFormat::Text, By::Operation | By::Class) => {
            bail!("without sources, --by takes only method, line or test")
        }
        _ => print(analysis, format),
    }
}

/// Prints what a profile says.
fn print(analysis: &Analysis, format: ProfileFormat) -> Result<()> {
    match format {
        ProfileFormat::Text => screen::form(forms::text(analysis, &TextOptions::default()))?,
        ProfileFormat::Csv => screen::form(forms::csv(analysis))?,
        ProfileFormat::Json => screen::form(forms::json(analysis))?,
        ProfileFormat::Html => screen::form(profile_forms::flame_graph(analysis))?,
        ProfileFormat::Collapsed => screen::form(profile_forms::collapsed(analysis))?,
        ProfileFormat::Speedscope => screen::form(profile_forms::speedscope(analysis))?,
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

/// The most direct meter that works without being named.
pub(crate) fn best_meter() -> Result<Selector> {
    let findings = meters::survey(&System::default());
    let found = findings.into_iter().find(|finding| finding.state.is_ok());
    let found = found
        .context("no meter works here; `calibrate doctor` says why, and --meter chooses one")?;
    Ok(Selector::of(found.kind))
}

/// A new name in the folder for profiles, which is not part of what a repository keeps.
fn new_file() -> Result<PathBuf> {
    let folder = Path::new(FOLDER);
    make_folder(folder)?;
    let numbers = 1..u32::MAX;
    let mut names = numbers.map(|number| folder.join(format!("run-{number}.jouled")));
    names
        .find(|path| !path.exists())
        .context("the folder .jouled is full; name a file with --out")
}

/// Makes a folder for profiles, which is not part of what a repository keeps. Other folders have to be there.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    if !folder.ends_with(FOLDER) {
        return Ok(());
    }
    fs::create_dir_all(folder).with_context(|| {
        format!(
            "the folder {} cannot be created; name a file elsewhere with --out",
            folder.display()
        )
    })?;
    let ignored = folder.join(".gitignore");
    if !ignored.exists() {
        files::write(&ignored, "*\n").with_context(|| format!("{}", ignored.display()))?;
    }
    Ok(())
}
