//! How long it takes from the start of the server to the first numbers in a large project, the first time and when the
//! project has been open before.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use jdk::{ArchiveCreation, BlockingJavac, Jdk, ServiceConfig};
use serde::Serialize;
use serde_json::json;
use xtask::process;

use super::edit::Spread;
use super::known;
use super::projects::{FILES, METHODS, Shape};
use crate::java;
use crate::lsp_client::LspClient;

/// How often the client asks for hints until it gets some.
const INTERVAL: Duration = Duration::from_millis(5);
/// How long it may take to compile a project.
const TIMEOUT: Duration = Duration::from_mins(3);

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Starts of each kind
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// A project instead of the generated ones, with its three largest files open
    #[arg(long)]
    project: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The measurements with one JDK.
#[derive(Debug, Serialize)]
struct Measured {
    jdk: String,
    shape: Shape,
    files: usize,
    /// From the start of the process to the hints of the open file, in milliseconds, with nothing of the project in the
    /// cache.
    cold: Spread,
    /// The same if the project was open before.
    warm: Spread,
    /// From the start of the process until all files are ranked, in milliseconds.
    whole_project: Spread,
    /// The largest resident set of the server, without javac, over all starts; unknown without /proc.
    peak_bytes: Option<u64>,
}

/// Measures with every JDK that is found.
///
/// # Errors
/// If there is no JDK, if the server cannot be built, or if it does not answer.
pub(super) fn run(options: &Options) -> Result<()> {
    let jdks = java::ensure()?;
    let jouled = process::build(&["jouled"], true)?.join("jouled");
    if let Some(root) = &options.project {
        return of_project(&jdks, &jouled, root, options);
    }
    let mut all = Vec::new();
    for jdk in &jdks {
        for shape in [Shape::Plain, Shape::Maven] {
            let measured = measure(jdk, &jouled, shape, options.runs)?;
            if !options.json {
                print(&measured);
            }
            all.push(measured);
        }
    }
    if options.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(())
}

fn of_project(jdks: &[Jdk], jouled: &Path, root: &Path, options: &Options) -> Result<()> {
    let mut all = Vec::new();
    for jdk in jdks {
        let known = known::measure(jdk, jouled, root, options.runs)?;
        if !options.json {
            known.print();
        }
        all.push(known);
    }
    if options.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(())
}

fn print(measured: &Measured) {
    println!(
        "{}, a project of {} files, {} (p50 / p95)",
        measured.jdk,
        measured.files,
        measured.shape.words()
    );
    for (what, spread) in [
        ("start to hints, first time", measured.cold),
        ("start to hints, open before", measured.warm),
        ("start to all files ranked", measured.whole_project),
    ] {
        println!("  {what:<36} {:>7.1} / {:>7.1} ms", spread.p50, spread.p95);
    }
    if let Some(bytes) = measured.peak_bytes {
        println!("  memory of the server {} MB", bytes >> 20);
    }
}

fn measure(jdk: &Jdk, jouled: &Path, shape: Shape, runs: u32) -> Result<Measured> {
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let cache = folder.path().join("cache");
    let own = cache.join("jouled");
    // The compiler's program and its archive are created once for each JDK.
    let prepared = BlockingJavac::start(
        jdk.clone(),
        ServiceConfig {
            archive: ArchiveCreation::BeforeStart,
            ..ServiceConfig::new(&own)
        },
    );
    drop(prepared?);
    let root = folder.path().join("project");
    // The user's Maven repository is in the home folder.
    let home = folder.path().join("home");
    let open = shape.write(&root, &home)?;
    let start = || {
        let mut command = Command::new(jouled);
        command
            .arg("lsp")
            .env("JAVA_HOME", &jdk.home)
            .env("HOME", &home)
            .env("XDG_CACHE_HOME", &cache);
        Start::measure(&mut command, &root, &open)
    };
    let (mut cold, mut warm, mut whole, mut peak) = (Vec::new(), Vec::new(), Vec::new(), None);
    for _ in 0..runs {
        if own.join("classes").exists() {
            fs::remove_dir_all(own.join("classes"))?;
        }
        for hints in [&mut cold, &mut warm] {
            let started = start()?;
            hints.push(started.hints);
            whole.push(started.all);
            peak = peak.max(started.peak_bytes);
        }
    }
    Ok(Measured {
        jdk: jdk.version.full.clone(),
        shape,
        files: FILES,
        cold: Spread::of(cold),
        warm: Spread::of(warm),
        whole_project: Spread::of(whole),
        peak_bytes: peak,
    })
}

struct Start {
    hints: f64,
    all: f64,
    peak_bytes: Option<u64>,
}

impl Start {
    fn measure(command: &mut Command, root: &Path, open: &Path) -> Result<Self> {
        let text = fs::read_to_string(open)?;
        let start = Instant::now();
        let mut client = LspClient::start(command, Some(root))?;
        client.open(open, &text)?;
        while client.hints(open)?.is_empty() {
            sleep(INTERVAL);
            if start.elapsed() > TIMEOUT {
                bail!("there were no hints after {TIMEOUT:?}");
            }
        }
        let hints = milliseconds(start);
        let all = loop {
            sleep(INTERVAL * 10);
            let params = json!({ "limit": 2 * FILES * METHODS });
            let ranked = client.request("jouled/hotspots", &params)?;
            if ranked
                .as_array()
                .is_some_and(|ranked| ranked.len() >= FILES * METHODS)
            {
                break milliseconds(start);
            }
            if start.elapsed() > TIMEOUT {
                bail!("the project was not compiled after {TIMEOUT:?}");
            }
        };
        // The server writes its cache for the next start in the background.
        sleep(Duration::from_secs(1));
        let peak_bytes = peak_bytes(client.process_id());
        client.end()?;
        Ok(Self {
            hints,
            all,
            peak_bytes,
        })
    }
}

fn milliseconds(start: Instant) -> f64 {
    1e3 * start.elapsed().as_secs_f64()
}

/// The largest resident set of a process so far.
fn peak_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
