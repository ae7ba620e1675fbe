//! How long another device takes to be shown in a large project: in the open file, and in the ranking of all files. Nothing is
//! compiled for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use jdk::Jdk;
use serde::Serialize;
use serde_json::{Value, json};
use xtask::process;

use super::edit::Spread;
use super::projects::{FILES, METHODS, Shape};
use crate::java;
use crate::lsp_client::LspClient;

/// The devices that take turns.
const DEVICES: [&str; 2] = ["device_1", "device_2"];
/// Between a change and the next, so that the server is idle.
const PAUSE: Duration = Duration::from_millis(400);
/// How often the client asks for the ranking.
const INTERVAL: Duration = Duration::from_millis(5);
/// Changes that are not counted.
const WARM_UP: u32 = 2;
/// How long it may take to price the project.
const TIMEOUT: Duration = Duration::from_mins(10);

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Changes of the device that are counted
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    changes: u32,
    /// A build of jouled to measure instead of a new one
    #[arg(long, value_name = "FILE")]
    jouled: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The measurements with one JDK.
#[derive(Debug, Serialize)]
struct Measured {
    jdk: String,
    files: usize,
    /// From the change to the hints of the open file, in milliseconds.
    hints: Spread,
    /// From the change until all files are ranked for the device, in milliseconds.
    ranked: Spread,
    /// CPU time of the server's child processes during all changes, in milliseconds; unknown without /proc. A compilation takes
    /// tens of milliseconds.
    compiler_cpu: Option<u64>,
}

/// Measures with every JDK that is found.
///
/// # Errors
/// If there is no JDK, if the server cannot be built, or if it does not answer.
pub(super) fn run(options: &Options) -> Result<()> {
    let jdks = java::ensure()?;
    let jouled = match &options.jouled {
        Some(jouled) => jouled.clone(),
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    let mut all = Vec::new();
    for jdk in &jdks {
        let measured = measure(jdk, &jouled, options.changes)?;
        if !options.json {
            print(&measured);
        }
        all.push(measured);
    }
    if options.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(())
}

fn print(measured: &Measured) {
    println!(
        "{}, a project of {} files, another device (p50 / p95)",
        measured.jdk, measured.files
    );
    for (what, spread) in [
        ("to the hints of the open file", measured.hints),
        ("to the ranking of all files", measured.ranked),
    ] {
        println!("  {what:<36} {:>7.1} / {:>7.1} ms", spread.p50, spread.p95);
    }
    if let Some(cpu) = measured.compiler_cpu {
        println!("  CPU time of the compiler during all changes: {cpu} ms");
    }
}

fn measure(jdk: &Jdk, jouled: &Path, changes: u32) -> Result<Measured> {
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let (root, home) = (folder.path().join("project"), folder.path().join("home"));
    let open = Shape::Plain.write(&root, &home)?;
    let text = fs::read_to_string(&open)?;
    let mut command = Command::new(jouled);
    command.arg("lsp").env("JAVA_HOME", &jdk.home);
    let mut client = LspClient::start(&mut command, Some(&root))?;
    client.open(&open, &text)?;
    wait_until_priced(&mut client)?;
    let (mut hints, mut ranked, mut before) = (Vec::new(), Vec::new(), None);
    for change in 0..WARM_UP + changes {
        sleep(PAUSE);
        if change == WARM_UP {
            before = children_ticks(client.process_id());
        }
        let device = DEVICES[change as usize % DEVICES.len()];
        let (of_hints, of_ranking) = change_to(&mut client, &open, device)?;
        if change >= WARM_UP {
            hints.push(of_hints);
            ranked.push(of_ranking);
        }
    }
    let after = children_ticks(client.process_id());
    client.end()?;
    let ticks = after.zip(before);
    Ok(Measured {
        jdk: jdk.version.full.clone(),
        files: FILES,
        hints: Spread::of(hints),
        ranked: Spread::of(ranked),
        // A tick of /proc is 10 ms.
        compiler_cpu: ticks.map(|(after, before)| 10 * after.saturating_sub(before)),
    })
}

/// Waits until all methods are ranked with everything that they call.
fn wait_until_priced(client: &mut LspClient) -> Result<()> {
    let start = Instant::now();
    loop {
        sleep(PAUSE);
        let limit = json!({ "limit": 2 * FILES * METHODS });
        let ranked = client.request("jouled/hotspots", &limit)?;
        let ranked = ranked.as_array().map_or(&[][..], Vec::as_slice);
        let is_settled = |method: &Value| method["isProvisional"] == false;
        if ranked.len() >= FILES * METHODS && ranked.iter().all(is_settled) {
            return Ok(());
        }
        if start.elapsed() > TIMEOUT {
            bail!("the project was not priced after {TIMEOUT:?}");
        }
    }
}

/// The costliest method of the workspace, which is not in the open file.
fn first(client: &mut LspClient) -> Result<Value> {
    let mut ranked = client.request("jouled/hotspots", &json!({ "limit": 1 }))?;
    Ok(ranked.get_mut(0).map(Value::take).unwrap_or_default())
}

/// Changes the device. Returns the milliseconds to the new hints, and to the new ranking.
fn change_to(client: &mut LspClient, open: &Path, device: &str) -> Result<(f64, f64)> {
    client.forget_refreshes()?;
    let (old_hints, old_first) = (client.hints(open)?, first(client)?);
    let settings = json!({ "settings": { "jouled": { "device": device } } });
    let start = Instant::now();
    client.notify("workspace/didChangeConfiguration", &settings)?;
    while client.hints(open)? == old_hints {
        if start.elapsed() > TIMEOUT {
            bail!("the hints are not those of another device");
        }
        sleep(INTERVAL);
    }
    let hints = client.answered_at() - start;
    while first(client)? == old_first {
        if start.elapsed() > TIMEOUT {
            bail!("the ranking is not that of another device");
        }
        sleep(INTERVAL);
    }
    let ranked = client.answered_at() - start;
    Ok((1e3 * hints.as_secs_f64(), 1e3 * ranked.as_secs_f64()))
}

/// The CPU time of a process's children so far, in ticks of /proc.
fn children_ticks(process: u32) -> Option<u64> {
    let mut ticks = 0;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        // The name of the program is in parentheses, and may contain any of them.
        let Some((_, fields)) = stat.rsplit_once(')') else {
            continue;
        };
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let number = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
        if number(1) == Some(u64::from(process)) {
            ticks += number(11)? + number(12)?;
        }
    }
    Some(ticks)
}
