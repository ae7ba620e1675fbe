//! `jouled top`: shows where the energy of a running JVM goes, live.

mod rows;
mod table;

use crate::exit::ExitReason;
use crate::failure::UsageError;
use crate::options::{Options, Top};
use crate::profile::{INTERRUPTED, best_meter, make_folder};
use crate::screen;
use crate::settings::Settings;
use anyhow::{Result, bail};
use profile::{AnalysisOptions, analyse};
use profiler::{AttachPlan, Live, RunFile, RunningJvm};
use rows::{SortBy, TopRows, TopView, rows};
use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

pub(crate) fn run(options: &Options, arguments: &Top) -> Result<ExitReason> {
    if arguments.list {
        print_jvms(&profiler::running_jvms())?;
        return Ok(ExitReason::Complete);
    }
    if !arguments.batch && !std::io::stdout().is_terminal() {
        let words = "there is no terminal for the table: use --batch";
        return Err(UsageError(String::from(words)).into());
    }
    let Some(pid) = arguments.pid.map_or_else(only_jvm, |pid| Ok(Some(pid)))? else {
        return Ok(ExitReason::Complete);
    };
    let settings = Settings::of_flags(options);
    let plan = AttachPlan {
        pid,
        time: Duration::ZERO,
        meter: arguments.meter.clone().map_or_else(best_meter, Ok)?,
        sample_interval: Duration::from_millis(10),
        window: arguments.every,
        jdk: crate::input::jdk(&settings)?,
        cache: jdk::cache_folder()?.path,
    };
    if let Some(folder) = arguments.out.as_deref().and_then(Path::parent) {
        make_folder(folder)?;
    }
    let live = Live::begin(&plan)?;
    if arguments.batch {
        print_lines(live, arguments)?;
    } else {
        table::run(live, arguments.every, &analysis_options(arguments))?;
    }
    Ok(ExitReason::Complete)
}

/// The JVM to use if none is named. If there are several, lists them.
fn only_jvm() -> Result<Option<u32>> {
    let jvms = profiler::running_jvms();
    match &jvms[..] {
        [] => bail!("none of your JVMs is running; start one, or use `jouled profile -- java …`"),
        [only] => Ok(Some(only.pid)),
        several => {
            let words = "Several JVMs are running. Choose one: jouled top PID";
            let mut out = screen::out();
            out.line(format_args!("{words}"))?;
            out.flush()?;
            print_jvms(several)?;
            Ok(None)
        }
    }
}

fn analysis_options(arguments: &Top) -> AnalysisOptions {
    AnalysisOptions {
        filter: arguments.package.clone(),
        ..AnalysisOptions::default()
    }
}

fn print_jvms(jvms: &[RunningJvm]) -> Result<()> {
    let mut out = screen::out();
    for jvm in jvms {
        out.line(format_args!("{:>8}  {}", jvm.pid, jvm.name))?;
    }
    out.flush()?;
    Ok(())
}

fn print_lines(mut live: Live, arguments: &Top) -> Result<()> {
    let mut left = arguments.count.unwrap_or(u32::MAX);
    while left > 0 && !INTERRUPTED.is_set() && screen::has_reader() {
        let Some(profile) = live.watch(arguments.every, || INTERRUPTED.is_set())? else {
            screen::print_message(format_args!("jouled: the process has ended"));
            break;
        };
        let analysis = analyse(&profile, &analysis_options(arguments));
        if let Some(path) = &arguments.out {
            let file = RunFile {
                profile,
                counted: Vec::new(),
            };
            file.write(path)?;
        }
        let mut out = screen::out();
        out.line(format_args!("{}", rows::summary(&analysis)))?;
        let shown = TopRows {
            view: TopView::Methods,
            sort: SortBy::Own,
            filter: String::new(),
        };
        for row in rows(&analysis, &shown).into_iter().take(arguments.methods) {
            out.line(format_args!(
                "{:>10} {:>7} {:>10}  {}",
                row.own, row.share, row.total, row.name
            ))?;
        }
        for row in rows(
            &analysis,
            &TopRows {
                view: TopView::Parts,
                ..shown
            },
        ) {
            out.line(format_args!(
                "{:>10} {:>7} {:>10}  [{}]",
                row.own, row.share, row.total, row.name
            ))?;
        }
        out.end()?;
        out.flush()?;
        left -= 1;
    }
    Ok(())
}
