//! `jouled report --each` over many real jars: how long it takes, how much memory each process needs, and whether a run
//! that is killed repeatedly gives the same table as an undisturbed one.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use batch::{InputOutcome, InputStatus, statuses};
use clap::Args;
use rows::{Row, RowsReader};
use serde::Serialize;
use xtask::process;

use super::usage::{Usage, measure_whatever, median};
use crate::jars::list::Jar;
use crate::jars::{self, fetch, measure};

/// How long processes may continue after their parent was killed.
const GRACE: Duration = Duration::from_secs(20);

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How many jars from the list of `cargo xtask jars` to use, evenly spread over their digests
    #[arg(long, default_value_t = 350, value_name = "N")]
    jars: usize,
    /// Use only jars up to this size
    #[arg(long, value_name = "KIB")]
    up_to: Option<u64>,
    /// How many processes run at the same time; each number is measured
    #[arg(long, value_delimiter = ',', default_value = "1,2", value_name = "N")]
    jobs: Vec<u16>,
    /// How often a further run is killed, at random moments
    #[arg(long, default_value_t = 10, value_name = "N")]
    kills: u32,
    /// The seed that chooses the moments
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The binary to measure, instead of building one for a release
    #[arg(long, value_name = "FILE")]
    jouled: Option<PathBuf>,
    /// Keep the jars and the folders of the runs here
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
struct Measured {
    jars: usize,
    jar_bytes: u64,
    rows: u64,
    table_bytes: u64,
    /// How many inputs ended with each outcome, and the reasons of those that failed.
    outcomes: BTreeMap<&'static str, usize>,
    reasons: Vec<String>,
    peak_bytes_of_largest_process: u64,
    peak_bytes_median: f64,
    runs: Vec<Run>,
    killed: Option<Killed>,
}

#[derive(Debug, Serialize)]
struct Run {
    jobs: u16,
    usage: Usage,
    rows_per_cpu_second: f64,
    /// CPU time of the processes of the inputs; the rest is that of their parent.
    cpu_seconds_of_inputs: f64,
}

#[derive(Debug, Serialize)]
struct Killed {
    /// Seconds after the start of each run until it was killed.
    after_seconds: Vec<f64>,
    /// How many processes of inputs were killed before their parent.
    inputs_lost: usize,
    is_same_table: bool,
}

/// Measures, and prints the figures as JSON.
///
/// # Errors
/// If jars cannot be had, jouled does not run, or a killed run gives another table or leaves processes.
pub(super) fn run(options: &Options) -> Result<()> {
    let cache = jars::cache()?;
    let known = jars::fetched(&cache)?;
    let is_small = |jar: &&Jar| {
        let bytes = fs::metadata(fetch::file(&cache, &jar.digest)).map_or(0, |kept| kept.len());
        options.up_to.is_none_or(|limit| bytes <= limit << 10)
    };
    let chosen = jars::spread(known.iter().filter(is_small).collect(), options.jars);
    let temporary = tempfile::tempdir_in(&cache).context("could not create a folder")?;
    let folder = options.keep.as_deref().unwrap_or(temporary.path());
    let inputs = folder.join("jars");
    fs::create_dir_all(&inputs)?;
    let mut jar_bytes = 0;
    for jar in &chosen {
        // Jars of different packages may have the same name.
        let link = inputs.join(format!("{}-{}", &jar.digest[..8], jar.name()));
        let kept = fetch::file(&cache, &jar.digest);
        jar_bytes += fs::metadata(&kept)?.len();
        if !link.is_file() && fs::hard_link(&kept, &link).is_err() {
            fs::copy(&kept, &link)?;
        }
    }
    let jouled = match &options.jouled {
        Some(binary) => binary.canonicalize()?,
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    measure::price_jdk(&jouled);
    let command = |out: &Path, jobs: u16| {
        let mut command = Command::new(&jouled);
        command.args([
            "report",
            "--each",
            "jars",
            "--jobs",
            &jobs.to_string(),
            "--out",
        ]);
        command.arg(out).current_dir(folder);
        command
    };
    let mut runs = Vec::new();
    let mut whole: Option<(PathBuf, u16, f64)> = None;
    for jobs in &options.jobs {
        let out = folder.join(format!("jobs-{jobs}"));
        let (usage, status) = measure_whatever(&mut command(&out, *jobs), &folder.join("stdout"))?;
        if !matches!(status.code(), Some(0 | 1)) {
            bail!("jouled ended with {status}");
        }
        let statuses = statuses(&out);
        let rows: u64 = statuses.iter().map(|status| status.rows).sum();
        let of_inputs = statuses.iter().filter_map(|status| status.cpu_seconds);
        runs.push(Run {
            jobs: *jobs,
            usage,
            rows_per_cpu_second: rows as f64 / usage.cpu_seconds,
            cpu_seconds_of_inputs: of_inputs.sum(),
        });
        if let Some((first, ..)) = &whole {
            same_tables(first, &out)?;
        }
        whole = Some((out, *jobs, usage.wall_seconds));
    }
    let (whole, jobs, seconds) = whole.context("name at least one number of jobs")?;
    let killed = if options.kills == 0 {
        None
    } else {
        let out = folder.join("killed");
        Some(killed(options, seconds, &whole, &out, &|| {
            command(&out, jobs)
        })?)
    };
    let statuses = statuses(&whole);
    let mut outcomes = BTreeMap::new();
    for status in &statuses {
        *outcomes.entry(status.outcome.name()).or_default() += 1;
    }
    let peaks: Vec<u64> = statuses
        .iter()
        .filter_map(|status| status.peak_bytes)
        .collect();
    let mut table_bytes = 0;
    for status in statuses.iter().filter(|status| !status.file.is_empty()) {
        table_bytes += fs::metadata(whole.join("rows").join(&status.file))?.len();
    }
    let not_ok = statuses
        .iter()
        .filter(|status| status.outcome != InputOutcome::Ok);
    let measured = Measured {
        jars: chosen.len(),
        jar_bytes,
        rows: statuses.iter().map(|status| status.rows).sum(),
        table_bytes,
        outcomes,
        reasons: not_ok
            .map(|status| format!("{}: {}", status.input, status.why))
            .collect(),
        peak_bytes_of_largest_process: peaks.iter().copied().max().unwrap_or_default(),
        peak_bytes_median: median(peaks.iter().map(|bytes| *bytes as f64)),
        runs,
        killed,
    };
    println!("{}", serde_json::to_string_pretty(&measured)?);
    Ok(())
}

/// Starts a run and kills it, as often as requested, and then lets it finish once.
fn killed(
    options: &Options,
    seconds: f64,
    whole: &Path,
    out: &Path,
    command: &dyn Fn() -> Command,
) -> Result<Killed> {
    let quiet = || {
        let mut command = command();
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().context("could not start jouled")
    };
    let (mut after_seconds, mut inputs_lost) = (Vec::new(), 0);
    for number in 0..options.kills {
        let share = random_share(options.seed, number);
        let moment = 2.0 * seconds * share / f64::from(options.kills + 1);
        let mut child = quiet()?;
        thread::sleep(Duration::from_secs_f64(moment));
        if number % 2 == 1 {
            // Kills the process of one input; the run continues for a while.
            let input = children(&child).first().copied();
            inputs_lost += usize::from(input.is_some_and(kill));
            thread::sleep(Duration::from_millis(300));
        }
        let left = children(&child);
        // It may have ended already.
        let _ = child.kill();
        child.wait()?;
        gone(&left)?;
        after_seconds.push(moment);
    }
    let ended = quiet()?.wait()?;
    if !matches!(ended.code(), Some(0 | 1)) {
        bail!("the last run ended with {ended}");
    }
    same_tables(whole, out)?;
    Ok(Killed {
        after_seconds,
        inputs_lost,
        is_same_table: true,
    })
}

/// A number from 0 to 1.
fn random_share(seed: u64, number: u32) -> f64 {
    let digest = blake3::hash(format!("{seed} {number}").as_bytes());
    let bytes: [u8; 4] = std::array::from_fn(|index| digest.as_bytes()[index]);
    f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX)
}

/// The child processes of a process. Only Linux lists them.
fn children(process: &Child) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{}/task", process.id()));
    let threads = threads.into_iter().flatten().flatten();
    let texts = threads.map(|thread| fs::read_to_string(thread.path().join("children")));
    let texts: Vec<String> = texts.filter_map(Result::ok).collect();
    let numbers = texts.iter().flat_map(|text| text.split_whitespace());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

fn kill(process: u32) -> bool {
    let status = Command::new("kill")
        .args(["-9", &process.to_string()])
        .status();
    status.is_ok_and(|status| status.success())
}

/// Waits until the processes have ended.
fn gone(processes: &[u32]) -> Result<()> {
    let start = Instant::now();
    let lives = |process: &&u32| {
        let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // A zombie no longer does any work.
        !state.is_empty() && !state.contains(") Z ")
    };
    while let Some(process) = processes.iter().find(lives) {
        if start.elapsed() > GRACE {
            bail!("process {process} still runs although its parent was killed");
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Compares the rows and results of two runs, and checks that no other files are among the rows.
fn same_tables(one: &Path, two: &Path) -> Result<()> {
    let (first, second) = (statuses(one), statuses(two));
    if first.len() != second.len() {
        bail!("{} and {} inputs have a result", first.len(), second.len());
    }
    // The resources used differ from run to run.
    let of = |status: &InputStatus| InputStatus {
        seconds: 0.0,
        cpu_seconds: None,
        peak_bytes: None,
        ..status.clone()
    };
    for (status, other) in first.iter().zip(&second) {
        if of(status) != of(other) {
            bail!("an input ended as {status:?} and as {other:?}");
        }
        if !status.file.is_empty() && rows(one, &status.file)? != rows(two, &status.file)? {
            bail!("{} has other rows", status.input);
        }
    }
    for (folder, statuses) in [(one, &first), (two, &second)] {
        let files = fs::read_dir(folder.join("rows"))?.count();
        let with_rows = statuses.iter().filter(|status| !status.file.is_empty());
        let known = with_rows.count();
        if files != known {
            bail!(
                "{} has {files} files of rows for {known} inputs",
                folder.display()
            );
        }
    }
    Ok(())
}

fn rows(out: &Path, file: &str) -> Result<Vec<Row>> {
    let mut reader = RowsReader::open(File::open(out.join("rows").join(file))?)?;
    let mut all = Vec::new();
    while let Some(rows) = reader.next_rows()? {
        all.extend(rows);
    }
    Ok(all)
}
