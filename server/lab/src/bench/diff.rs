//! Measures `jouled diff` of one commit, first without cached results for its files and then with all of them cached.
//! Compares both with javac on the files of both sides.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use xtask::process;

use super::usage::{Usage, measure_whatever, median};
use crate::java;

/// The goals: cold, as a multiple of javac's CPU time; warm, in seconds of CPU time.
const MAX_COLD: f64 = 2.0;
const MAX_WARM: f64 = 3.0;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The repository, such as a clone of commons-lang
    repository: PathBuf,
    /// The commit to compare with its first parent [default: the newest that touches a Java file]
    #[arg(long)]
    commit: Option<String>,
    /// Jars and folders on the class path of both
    #[arg(long)]
    class_path: Option<String>,
    /// How often each runs, alternating
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// The program to run, instead of a new release build
    #[arg(long)]
    jouled: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Medians over the runs.
#[derive(Debug, Serialize)]
struct Measured {
    jdk: String,
    files: usize,
    /// Files of the head for which javac produces no class.
    javac_errors: usize,
    javac_cpu_seconds: f64,
    cold_cpu_seconds: f64,
    cold_wall_seconds: f64,
    warm_cpu_seconds: f64,
    warm_wall_seconds: f64,
    /// Median of the runs' ratios.
    cold_times_javac: f64,
}

/// Measures with the JDK that jouled finds.
///
/// # Errors
/// If something cannot be built, read or run.
pub(super) fn run(options: &Options) -> Result<()> {
    let jdks = java::ensure()?;
    let jdk = jdks.first().context("there is no JDK")?;
    let jouled = match &options.jouled {
        Some(given) => std::path::absolute(given)?,
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let (output, cache) = (folder.path().join("output"), folder.path().join("cache"));
    let head = match &options.commit {
        Some(commit) => commit.clone(),
        None => newest(&options.repository)?,
    };
    let sides = [format!("{head}^1"), head];
    let mut lists = Vec::new();
    for (side, commit) in sides.iter().enumerate() {
        let tree = folder.path().join(format!("side{side}"));
        unpack(&options.repository, commit, &tree)?;
        lists.push(java_files(&tree)?);
    }
    let diff = || -> Result<Usage> {
        let mut command = Command::new(&jouled);
        command
            .args(["diff", "--format", "json", "--repository"])
            .arg(&options.repository)
            .args(
                options
                    .class_path
                    .iter()
                    .flat_map(|path| ["--class-path", path]),
            )
            .args(&sides)
            .current_dir(folder.path().join("side1"))
            .env("JAVA_HOME", &jdk.home)
            .env("XDG_CACHE_HOME", &cache)
            .stderr(Stdio::null());
        let (used, status) = measure_whatever(&mut command, &output)?;
        let is_answer = matches!(status.code(), Some(0 | 3 | 4));
        anyhow::ensure!(is_answer, "jouled diff ended with {status}");
        Ok(used)
    };
    // The costs of libraries are computed once on a machine, and so is javac's archive.
    diff()?;
    let (mut javac, mut cold, mut warm) = (Vec::new(), Vec::new(), Vec::new());
    let mut errors = 0;
    for _ in 0..options.runs {
        let mut of_both = 0.0;
        for list in &lists {
            let classes = folder.path().join("classes");
            let arguments = folder.path().join("files");
            fs::write(&arguments, list.join("\n"))?;
            let mut command = Command::new(jdk.home.join("bin").join("javac"));
            command
                .args([
                    "-proc:none",
                    "-nowarn",
                    "-Xlint:none",
                    "-Xmaxerrs",
                    "100000",
                ])
                .args(["-encoding", "UTF-8"])
                .args(options.class_path.iter().flat_map(|path| ["-cp", path]))
                .arg("-d")
                .arg(&classes)
                .arg(format!("@{}", arguments.display()))
                .stderr(Stdio::from(fs::File::create(folder.path().join("errors"))?));
            of_both += measure_whatever(&mut command, &output)?.0.cpu_seconds;
            let said = fs::read_to_string(folder.path().join("errors"))?;
            errors = said.matches(": error: ").count();
        }
        javac.push(of_both);
        let _ = fs::remove_dir_all(cache.join("jouled").join("content"));
        cold.push(diff()?);
        warm.push(diff()?);
    }
    let measured = Measured {
        jdk: jdk.version.to_string(),
        files: lists.iter().map(Vec::len).sum(),
        javac_errors: errors,
        javac_cpu_seconds: median(javac.iter().copied()),
        cold_cpu_seconds: median(cold.iter().map(|used| used.cpu_seconds)),
        cold_wall_seconds: median(cold.iter().map(|used| used.wall_seconds)),
        warm_cpu_seconds: median(warm.iter().map(|used| used.cpu_seconds)),
        warm_wall_seconds: median(warm.iter().map(|used| used.wall_seconds)),
        cold_times_javac: median(
            cold.iter()
                .zip(&javac)
                .map(|(cold, javac)| cold.cpu_seconds / javac),
        ),
    };
    if options.json {
        println!("{}", serde_json::to_string_pretty(&measured)?);
    } else {
        print(&measured);
    }
    Ok(())
}

/// The newest commit that touches a Java file.
fn newest(repository: &Path) -> Result<String> {
    let mut git = Command::new("git");
    git.arg("-C").arg(repository).args([
        "log",
        "-1",
        "--no-merges",
        "--min-parents=1",
        "--format=%H",
        "--",
        "*.java",
    ]);
    let commit = process::output(&mut git)?.trim().to_owned();
    anyhow::ensure!(!commit.is_empty(), "no commit touches a Java file");
    Ok(commit)
}

/// Writes the files of a commit to a folder.
fn unpack(repository: &Path, commit: &str, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let archive = folder.with_extension("tar");
    let mut git = Command::new("git");
    git.arg("-C").arg(repository);
    process::output(
        git.args(["archive", "--format=tar", "-o"])
            .arg(&archive)
            .arg(commit),
    )?;
    let mut tar = Command::new("tar");
    process::output(tar.arg("-xf").arg(&archive).arg("-C").arg(folder))?;
    Ok(())
}

/// The files that define classes.
fn java_files(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            let name = entry.file_name();
            let holds_code = path
                .extension()
                .is_some_and(|extension| extension == "java")
                && name != "module-info.java"
                && name != "package-info.java";
            if kind.is_dir() {
                pending.push(path);
            } else if kind.is_file() && holds_code {
                found.push(path.display().to_string());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn print(measured: &Measured) {
    let said = |is_met: bool| if is_met { "met" } else { "missed" };
    println!(
        "JDK {}, {} files on both sides, {} errors of javac in the head\n\
         \x20 javac twice        {:7.2} s CPU\n\
         \x20 jouled diff, cold  {:7.2} s CPU {:7.2} s wall: {:.2} times javac, goal {MAX_COLD} {}\n\
         \x20 jouled diff, warm  {:7.2} s CPU {:7.2} s wall: goal {MAX_WARM} s CPU {}",
        measured.jdk,
        measured.files,
        measured.javac_errors,
        measured.javac_cpu_seconds,
        measured.cold_cpu_seconds,
        measured.cold_wall_seconds,
        measured.cold_times_javac,
        said(measured.cold_times_javac <= MAX_COLD),
        measured.warm_cpu_seconds,
        measured.warm_wall_seconds,
        said(measured.warm_cpu_seconds <= MAX_WARM),
    );
}
