//! How accurate `jouled profile` is, and how much it slows programs down.

mod jetty;
mod joularjx;
mod kernels;
mod programs;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;
use xtask::process;

use crate::java;
use programs::Program;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The JDK that runs the programs, instead of the one that jouled finds
    #[arg(long)]
    jdk: Option<PathBuf>,
    /// How much the kernels do: 100 is about half a minute of CPU time
    #[arg(long, default_value_t = 40)]
    rounds: u32,
    /// How often each run is repeated
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// JoularJX's jar, which then measures the same kernels; beside it the jars that its manifest names
    #[arg(long, value_name = "JAR", conflicts_with = "program")]
    joularjx: Option<PathBuf>,
    /// Measure only how much slower this program becomes, instead of the kernels
    #[arg(long, value_enum)]
    program: Option<Program>,
    /// For --program: the CPU time of a plain run, without its start, in minutes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), requires = "program")]
    minutes: u32,
    /// For --program javac: the folder of sources to compile
    #[arg(long, value_name = "FOLDER")]
    sources: Option<PathBuf>,
    /// For --program jetty: the folder of the jars of Debian's libjetty9-java and libservlet-api-java
    #[arg(long, value_name = "FOLDER", default_value = "/usr/share/java")]
    jars: PathBuf,
    /// The program to run, instead of a new release build
    #[arg(long)]
    jouled: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Measures.
///
/// # Errors
/// If something cannot be built or run.
pub(crate) fn run(options: &Options) -> Result<()> {
    let java = match &options.jdk {
        Some(home) => home.join("bin").join("java"),
        None => java::ensure()?.first().context("there is no JDK")?.java(),
    };
    let jouled = match &options.jouled {
        Some(jouled) => jouled.clone(),
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    match options.program {
        Some(program) => programs::run(options, program, &jouled, &java),
        None => kernels::run(options, &jouled, &java),
    }
}

/// Compiles a Java file into a folder.
fn compile(java: &Path, name: &str, text: &str, class_path: &OsStr, folder: &Path) -> Result<()> {
    let source = folder.join(name);
    fs::write(&source, text)?;
    let mut javac = Command::new(java);
    javac.args(["-m", "jdk.compiler/com.sun.tools.javac.Main"]);
    javac.args(["-proc:none", "-g", "-cp"]).arg(class_path);
    let status = javac.arg("-d").arg(folder).arg(&source).status()?;
    ensure!(status.success(), "{name} does not compile");
    Ok(())
}

/// Profiles a command: an energy run, then a count run.
fn profile(jouled: &Path, command: &Command, out: &Path) -> Result<()> {
    let mut profiled = Command::new(jouled);
    profiled
        .args(["profile", "--meter", "cpu-time:tdp=65,cpus=2", "--out"])
        .arg(out)
        .arg("--")
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            profiled.env(name, value);
        }
    }
    let output = profiled.stdin(Stdio::null()).output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

/// The files that runs wrote under a name, the oldest first.
fn told(prefix: &Path) -> Result<Vec<PathBuf>> {
    let folder = prefix.parent().context("a folder")?;
    let name = format!(
        "{}-",
        prefix.file_name().context("a name")?.to_string_lossy()
    );
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if metadata.is_file() && entry.file_name().to_string_lossy().starts_with(&name) {
            files.push((metadata.modified()?, entry.path()));
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// The first line of `java -version`.
fn version(java: &Path) -> Result<String> {
    let output = Command::new(java).arg("-version").output()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
