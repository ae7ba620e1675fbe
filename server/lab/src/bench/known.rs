//! How long it takes to rank a user's own project, the first time and when it has been open before.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use jdk::Jdk;
use serde::Serialize;
use serde_json::{Value, json};

use super::edit::Spread;
use crate::lsp_client::LspClient;

/// How often the client asks.
const INTERVAL: Duration = Duration::from_millis(10);
/// How long it may take to compile a project and follow its calls.
const TIMEOUT: Duration = Duration::from_mins(5);
/// How many of its files are open, the largest first.
const OPEN: usize = 3;
/// The device to compare the others with.
const DEVICE: &str = "device_1";
/// The server writes its cache for the next start in the background.
const SETTLE_TIME: Duration = Duration::from_secs(3);

/// From the start of the process, in milliseconds.
#[derive(Debug, Serialize)]
pub(super) struct StartTimes {
    jdk: String,
    /// Ranked methods.
    methods: usize,
    cold: Times,
    warm: Times,
    /// From a change of the device until all methods are ranked by it and the open files have its hints, in milliseconds.
    device: Spread,
}

#[derive(Debug, Serialize)]
struct Times {
    /// Until the open files have hints.
    hints: Spread,
    /// Until all methods are ranked.
    ranked: Spread,
    /// Until no number is waiting for a computation.
    settled: Spread,
}

/// Measures the project in a folder.
///
/// # Errors
/// If the server does not answer, or takes too long.
pub(super) fn measure(jdk: &Jdk, jouled: &Path, root: &Path, runs: u32) -> Result<StartTimes> {
    let cache = tempfile::tempdir().context("could not make a temporary folder")?;
    let command = |arguments: &[&str]| {
        let mut command = Command::new(jouled);
        command
            .args(arguments)
            .env("JAVA_HOME", &jdk.home)
            .env("XDG_CACHE_HOME", cache.path());
        command
    };
    // The costs of the JDK's methods are computed once for all projects.
    if !command(&["library"]).status()?.success() {
        bail!("`jouled library` failed");
    }
    let root = root.canonicalize()?;
    let open = largest(&root)?;
    let mut methods = 0;
    let (mut cold, mut warm, mut devices) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..runs {
        for name in ["classes", "content"] {
            let kept = cache.path().join("jouled").join(name);
            if kept.exists() {
                fs::remove_dir_all(kept)?;
            }
        }
        for starts in [&mut cold, &mut warm] {
            let (times, changed) = start(&mut command(&["lsp"]), &root, &open, &mut methods)?;
            starts.push(times);
            devices.push(changed);
        }
    }
    Ok(StartTimes {
        jdk: jdk.version.full.clone(),
        methods,
        cold: Times::of(&cold),
        warm: Times::of(&warm),
        device: Spread::of(devices),
    })
}

impl Times {
    fn of(starts: &[[f64; 3]]) -> Self {
        let spread = |at: usize| {
            Spread::of(
                starts
                    .iter()
                    .filter_map(|one| one.get(at))
                    .copied()
                    .collect(),
            )
        };
        Self {
            hints: spread(0),
            ranked: spread(1),
            settled: spread(2),
        }
    }
}

impl StartTimes {
    pub(super) fn print(&self) {
        println!("{}, {} methods (p50 / p95)", self.jdk, self.methods);
        for (what, times) in [("first time", &self.cold), ("open before", &self.warm)] {
            for (until, spread) in [
                ("open files have hints", times.hints),
                ("all methods are ranked", times.ranked),
                ("nothing is provisional", times.settled),
            ] {
                let what = format!("{what}, until {until}");
                println!("  {what:<44} {:>8.1} / {:>8.1} ms", spread.p50, spread.p95);
            }
        }
        println!(
            "  {:<44} {:>8.1} / {:>8.1} ms",
            "another device, until all show it", self.device.p50, self.device.p95
        );
    }
}

/// The largest Java files below a folder.
fn largest(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|end| end == "java") {
                files.push((entry.metadata()?.len(), path));
            }
        }
    }
    files.sort();
    let largest = files.into_iter().rev().take(OPEN);
    Ok(largest.map(|(_, path)| path).collect())
}

/// The times of one start, and of a change of the device. `methods` is their number, once a start has reported it.
fn start(
    command: &mut Command,
    root: &Path,
    open: &[PathBuf],
    methods: &mut usize,
) -> Result<([f64; 3], f64)> {
    let begin = Instant::now();
    let milliseconds = || 1e3 * begin.elapsed().as_secs_f64();
    let mut client = LspClient::start(command, Some(root))?;
    for file in open {
        client.open(file, &fs::read_to_string(file)?)?;
    }
    let (mut hints, mut counts) = (None, Vec::new());
    loop {
        if hints.is_none() {
            let mut have_all = true;
            for file in open {
                have_all &= !client.hints(file)?.is_empty();
            }
            hints = have_all.then(milliseconds);
        }
        let ranked = ranked(&mut client)?;
        counts.push((ranked.len(), milliseconds()));
        let is_settled = ranked.iter().all(|method| method["isProvisional"] == false);
        if let Some(hints) = hints.filter(|_| is_settled && !ranked.is_empty()) {
            *methods = ranked.len().max(*methods);
            let all = counts.iter().find(|(count, _)| *count >= *methods);
            let settled = milliseconds();
            sleep(SETTLE_TIME);
            let device = change_device(&mut client, open)?;
            client.end()?;
            let all = all.map_or(settled, |(_, time)| *time);
            return Ok(([hints, all, settled], device));
        }
        if begin.elapsed() > TIMEOUT {
            bail!("the project was not ranked after {TIMEOUT:?}");
        }
        sleep(INTERVAL);
    }
}

/// All methods, most expensive first.
fn ranked(client: &mut LspClient) -> Result<Vec<Value>> {
    let all = json!({ "limit": usize::from(u16::MAX) });
    let ranked = client.request("jouled/hotspots", &all)?;
    Ok(ranked.as_array().cloned().unwrap_or_default())
}

/// From a change of the device until everything is shown for the new one, in milliseconds.
fn change_device(client: &mut LspClient, open: &[PathBuf]) -> Result<f64> {
    let shown = |client: &mut LspClient| -> Result<_> {
        let hints = open.iter().map(|file| client.hints(file));
        let hints = hints.collect::<Result<Vec<_>>>()?;
        Ok((ranked(client)?, hints))
    };
    let (before, hints_before) = shown(client)?;
    let begin = Instant::now();
    let settings = json!({ "settings": { "jouled": { "device": DEVICE } } });
    client.notify("workspace/didChangeConfiguration", &settings)?;
    loop {
        let (ranked, hints) = shown(client)?;
        let time = 1e3 * begin.elapsed().as_secs_f64();
        let is_settled = ranked.iter().all(|method| method["isProvisional"] == false);
        let is_other =
            ranked != before && hints.iter().zip(&hints_before).all(|(one, two)| one != two);
        if ranked.len() == before.len() && is_settled && is_other {
            return Ok(time);
        }
        if begin.elapsed() > TIMEOUT {
            bail!("the numbers did not change with the device after {TIMEOUT:?}");
        }
    }
}
