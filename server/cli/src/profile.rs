//! `jouled profile`: shows where the energy of a real run goes.

mod place;
mod shown;
mod unit_tests;

use crate::exit::ExitReason;
use crate::options::{Command, Options, Profile};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use meters::{Selector, System};
pub(crate) use place::make_folder;
use place::{check_place, keep, new_file};
use profiler::{AttachPlan, Counting, Interrupted, Plan, RunFile};
pub(crate) use shown::print_file;
use shown::{ShownProfile, budgets};
use std::time::Duration;

pub(crate) static INTERRUPTED: Interrupted = Interrupted::new();

/// A flag that a signal sets instead of ending this process: then the program ends, and its recorded data is kept.
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
    if let Some(folder) = out.parent() {
        make_folder(folder)?;
    }
    check_place(&out)?;
    let budgets = budgets(arguments.by, arguments.format, &arguments.view)?;
    // Saves what was recorded so far, in case this process is killed. A full disk is reported at the end.
    let mut keep_for_now = |file: &RunFile| drop(file.write(&out));
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
                counting: match (arguments.no_counts, arguments.counts_too) {
                    (true, _) => Counting::None,
                    (false, true) => Counting::SameRun,
                    (false, false) => Counting::OwnRun,
                },
                receivers: arguments.receivers,
                paths: arguments.paths.clone(),
                sample_interval: arguments.interval,
                window: arguments.window,
                jdk,
                cache: cache.path,
            };
            profiler::profile(&plan, &INTERRUPTED, &mut keep_for_now)?
        }
        (None, None) => bail!("there is no program to run; write it after --"),
    };
    let view = ShownProfile::of(&file, &arguments.view);
    let judged = view.print(arguments.format, arguments.by, &budgets);
    keep(&file, &out)?;
    let judged = judged?;
    if judged == ExitReason::Regressed {
        return Ok(judged);
    }
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
        None => judged,
        Some(code) => {
            ExitReason::OfProgram(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
        }
    })
}

/// The most direct meter that works without settings.
pub(crate) fn best_meter() -> Result<Selector> {
    let findings = meters::survey(&System::default());
    let found = findings.into_iter().find(|finding| finding.state.is_ok());
    let found = found
        .context("no meter works here; `calibrate doctor` says why, and --meter chooses one")?;
    Ok(Selector::of(found.kind))
}
