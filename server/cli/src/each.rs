//! `jouled report --each`: many inputs into one table, each in a process of its own.

use crate::exit::ExitReason;
use crate::failure::UsageError;
use crate::input;
use crate::options::{Options, Report, ReportFormat};
use crate::screen;
use crate::settings::Settings;
use anyhow::{Context, Result};
use batch::{
    Batch, BatchFolder, BatchProgress, Input, InputOutcome, InputStatus, ProcessLimits, Worker,
    inputs,
};
use escape::how_many;
use indicatif::ProgressBar;
use project_settings::{Calls, FILE_NAME, configured_root};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a run without a terminal reports its progress.
const INTERVAL: Duration = Duration::from_secs(10);

pub(crate) fn run(options: &Options, arguments: &Report) -> Result<ExitReason> {
    let format = match arguments.format {
        ReportFormat::Text | ReportFormat::Parquet => "parquet",
        ReportFormat::Csv => "csv",
        ReportFormat::Ndjson => "ndjson",
        _ => {
            let words = "--each writes tables: --format parquet, csv or ndjson";
            return Err(UsageError(String::from(words)).into());
        }
    };
    let out = arguments.out.as_deref().unwrap_or(Path::new("."));
    let settings = Settings::new(options, &arguments.analysis, &[]);
    let model = input::model(&settings)?;
    let jdk = input::jdk(&settings).ok();
    if let Some(jdk) = jdk.as_ref().filter(|_| settings.all.calls == Calls::All) {
        // Otherwise each of the first processes would work it out.
        input::jdk_library(&model, jdk)?;
    }
    let folder = BatchFolder::open(out)?;
    let paths: Vec<PathBuf> = arguments.paths.iter().map(PathBuf::from).collect();
    let all = inputs(&paths, containers::versions::is_archive);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or(processors, usize::from);
    let batch = Batch {
        worker: Worker {
            arguments: worker_arguments(options, arguments, format),
            threads: (processors / jobs).max(1),
        },
        limits: ProcessLimits {
            time: Duration::from_secs(u64::from(arguments.time_limit)),
            memory: u64::from(arguments.memory_limit) << 20,
        },
        jobs,
        extension: format,
        settings: what_rows_rest_on(options, arguments, (&model, jdk.as_ref()), format)?,
    };
    let start = Instant::now();
    let bar = input::progress();
    bar.set_length(all.len() as u64);
    let mut said = Instant::now();
    let (done, reused) = batch
        .run(&folder, &all, &mut |progress| {
            tell(&bar, &mut said, progress);
        })
        .with_context(|| format!("{} cannot be written", out.display()))?;
    bar.finish_and_clear();
    Ok(conclude(
        &done,
        (reused, &all),
        start.elapsed(),
        out,
        arguments,
    ))
}

/// Reports the input that just ended if it failed, and the progress of the run.
fn tell(bar: &ProgressBar, said: &mut Instant, progress: &BatchProgress<'_>) {
    if progress.last.outcome == InputOutcome::Failed {
        let InputStatus { input, why, .. } = progress.last;
        bar.suspend(|| {
            screen::print_message(format_args!(
                "{}: failed: {}",
                input,
                problems::in_one_line(why)
            ));
        });
    }
    let mut text = format!("{} of {}", progress.done, progress.all);
    if progress.failed > 0 {
        // Writing to a string never fails.
        let _ = write!(text, ", {} failed", progress.failed);
    }
    if let Some(left) = progress.left.filter(|left| !left.is_zero()) {
        let _ = write!(text, ", about {} left", rounded(left));
    }
    bar.set_position(progress.done as u64);
    bar.set_message(text.clone());
    if bar.is_hidden() && said.elapsed() > INTERVAL {
        *said = Instant::now();
        screen::print_message(format_args!("{text}"));
    }
}

fn rounded(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..90 => format!("{} s", seconds.max(1)),
        seconds @ 90..5_400 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{:.1} h", seconds as f64 / 3_600.0),
    }
}

fn conclude(
    done: &[InputStatus],
    (reused, all): (usize, &[Input]),
    time: Duration,
    out: &Path,
    arguments: &Report,
) -> ExitReason {
    let count = |outcome: InputOutcome| {
        done.iter()
            .filter(|status| status.outcome == outcome)
            .count()
    };
    let (partial, failed) = (count(InputOutcome::Partial), count(InputOutcome::Failed));
    let rows: u64 = done.iter().map(|status| status.rows).sum();
    screen::print_message(format_args!(
        "{} of {} in {}: {} ok, {partial} partial, {failed} failed; {reused} were there already; {}",
        how_many(rows, "row", "rows"),
        how_many(all.len(), "input", "inputs"),
        out.join("rows").display(),
        count(InputOutcome::Ok),
        rounded(time)
    ));
    if partial + failed == 0 {
        return ExitReason::Complete;
    }
    screen::print_message(format_args!(
        "{} has the reasons",
        out.join("status.csv").display()
    ));
    if arguments.analysis.strict {
        ExitReason::Incomplete
    } else {
        ExitReason::PartlyUnread
    }
}

/// The arguments of a process, but for its file and its input.
fn worker_arguments(options: &Options, arguments: &Report, format: &str) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["report".into()];
    let mut flag = |name: &str, value: Option<OsString>| {
        if let Some(value) = value {
            words.push(name.into());
            words.push(value);
        }
    };
    let path = |path: &Option<PathBuf>| path.clone().map(PathBuf::into_os_string);
    flag("--model", options.model.clone().map(Into::into));
    flag("--device", options.device.clone().map(Into::into));
    let mapping = options.mapping.map(|mapping| mapping.name().into());
    flag("--mapping", mapping);
    flag("--java-home", path(&options.java_home));
    flag("--counts", path(&options.counts));
    let analysis = &arguments.analysis;
    flag("--class-path", analysis.class_path.clone());
    let release = analysis.release.map(|release| release.to_string().into());
    flag("--release", release);
    for glob in &analysis.exclude {
        flag("--exclude", Some(glob.into()));
    }
    for assumption in &analysis.assume {
        flag("--assume", Some(assumption.into()));
    }
    flag("--calls", analysis.calls.map(|calls| calls.name().into()));
    flag(
        "--unpack-limit",
        Some(arguments.archives.unpack_limit.to_string().into()),
    );
    flag("--format", Some(format.into()));
    words.push("--of-each".into());
    words
}

/// Everything besides the input that its rows depend on.
fn what_rows_rest_on(
    options: &Options,
    arguments: &Report,
    (model, jdk): (&ide::Model, Option<&jdk::Jdk>),
    format: &str,
) -> Result<String> {
    let mut parts = format!("{}\n{:?}\n", env!("CARGO_PKG_VERSION"), model.info());
    let words = worker_arguments(options, arguments, format);
    // Writing to a string never fails.
    let _ = writeln!(
        parts,
        "{words:?}\n{}",
        jdk.map_or("", |jdk| &jdk.version.full)
    );
    let class_path = arguments.analysis.class_path.iter();
    let files = class_path.flat_map(std::env::split_paths);
    // The settings of a project may be in a folder above its input.
    let settings = arguments.paths.iter().filter_map(|path| {
        let path = std::path::absolute(path).ok()?;
        Some(configured_root(&path)?.join(FILE_NAME))
    });
    let settings: BTreeSet<PathBuf> = settings.collect();
    for path in files.chain(options.counts.clone()).chain(settings) {
        if path.exists() {
            let digest = batch::content_digest(&path)
                .with_context(|| format!("{} cannot be read", path.display()))?;
            let _ = writeln!(parts, "{digest}");
        }
    }
    Ok(parts)
}
