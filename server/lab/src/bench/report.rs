//! How long `jouled report jrt:/java.base` takes, compared with two references measured at the same time: decoding the
//! classes only, and one `javap -c -p` over them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use jdk::Jdk;
use serde::Serialize;
use xtask::process;

use super::usage::{Usage, measure, median};
use crate::java;

const MODULE: &str = "java.base";

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How often jouled and the bare decoder run, alternating
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// How often javap runs
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    javap_runs: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The measurements of one JDK. Times are medians.
#[derive(Debug, Serialize)]
struct Measured {
    jdk: String,
    classes: usize,
    jouled_cpu_seconds: f64,
    jouled_wall_seconds: f64,
    jouled_peak_bytes: u64,
    decode_cpu_seconds: f64,
    javap_cpu_seconds: f64,
    javap_wall_seconds: f64,
    /// Median over the runs of jouled's CPU time divided by the decoder's.
    times_decode: f64,
    /// javap's median CPU time divided by jouled's.
    times_faster_than_javap: f64,
    /// The same for wall time.
    times_faster_than_javap_wall: f64,
}

/// Measures with every JDK that is found and prints the ratios.
///
/// # Errors
/// If there is no JDK, or if a program cannot be built or run.
pub(super) fn run(options: &Options) -> Result<()> {
    let jdks = java::ensure()?;
    let binaries = process::build(&["jouled", "decode-baseline"], true)?;
    let measured = jdks
        .iter()
        .map(|jdk| measure_one(jdk, &binaries, options))
        .collect::<Result<Vec<_>>>()?;
    if options.json {
        println!("{}", serde_json::to_string_pretty(&measured)?);
    } else {
        measured.iter().for_each(print);
    }
    Ok(())
}

fn measure_one(jdk: &Jdk, binaries: &Path, options: &Options) -> Result<Measured> {
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let output = folder.path().join("output");
    let decoder = binaries.join("decode-baseline");
    let names = process::output(
        Command::new(&decoder)
            .arg(jdk.modules_file())
            .args([MODULE, "--names"]),
    )?;
    let names: Vec<&str> = names.lines().collect();

    let mut javap = Vec::new();
    let pairs = (0..options.runs)
        .map(|run| {
            // The slow javap runs are spread over the others, so that all have the same load.
            let due =
                |run: u32| u64::from(run) * u64::from(options.javap_runs) / u64::from(options.runs);
            for _ in due(run)..due(run + 1) {
                let mut command = Command::new(jdk.home.join("bin").join("javap"));
                command.args(["-c", "-p", "-m", MODULE]).args(&names);
                javap.push(measure(&mut command, &output)?);
            }
            let mut decode = Command::new(&decoder);
            decode.arg(jdk.modules_file()).arg(MODULE);
            let mut jouled = Command::new(binaries.join("jouled"));
            jouled
                .args(["report", "--format", "text"])
                .arg(format!("jrt:/{MODULE}"))
                .env("JAVA_HOME", &jdk.home);
            Ok((
                measure(&mut decode, &output)?,
                measure(&mut jouled, &output)?,
            ))
        })
        .collect::<Result<Vec<(Usage, Usage)>>>()?;

    let javap_wall_seconds = median(javap.iter().map(|usage| usage.wall_seconds));
    let jouled_wall_seconds = median(pairs.iter().map(|(_, jouled)| jouled.wall_seconds));
    let javap_cpu_seconds = median(javap.iter().map(|usage| usage.cpu_seconds));
    let jouled_cpu_seconds = median(pairs.iter().map(|(_, jouled)| jouled.cpu_seconds));
    Ok(Measured {
        jdk: jdk.version.to_string(),
        classes: names.len(),
        jouled_cpu_seconds,
        jouled_wall_seconds,
        jouled_peak_bytes: pairs
            .iter()
            .map(|(_, jouled)| jouled.peak_bytes)
            .max()
            .unwrap_or_default(),
        decode_cpu_seconds: median(pairs.iter().map(|(decode, _)| decode.cpu_seconds)),
        javap_cpu_seconds,
        javap_wall_seconds,
        times_decode: median(
            pairs
                .iter()
                .map(|(decode, jouled)| jouled.cpu_seconds / decode.cpu_seconds),
        ),
        times_faster_than_javap: javap_cpu_seconds / jouled_cpu_seconds,
        times_faster_than_javap_wall: javap_wall_seconds / jouled_wall_seconds,
    })
}

fn print(measured: &Measured) {
    println!(
        "JDK {}, {} classes of {MODULE}\n\
         \x20 jouled report    {:8.3} s CPU {:8.3} s wall, {:.0} MB at most\n\
         \x20 decoding alone   {:8.3} s CPU: jouled takes {:.2} times as much\n\
         \x20 javap -c -p      {:8.3} s CPU {:8.3} s wall: jouled is {:.0} times faster ({:.0} wall)",
        measured.jdk,
        measured.classes,
        measured.jouled_cpu_seconds,
        measured.jouled_wall_seconds,
        measured.jouled_peak_bytes as f64 / 1e6,
        measured.decode_cpu_seconds,
        measured.times_decode,
        measured.javap_cpu_seconds,
        measured.javap_wall_seconds,
        measured.times_faster_than_javap,
        measured.times_faster_than_javap_wall,
    );
}
