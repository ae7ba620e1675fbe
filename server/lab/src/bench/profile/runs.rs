//! Compiles Java files, and runs programs with and without jouled.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// Compiles a Java file into a folder.
pub(super) fn compile(
    java: &Path,
    name: &str,
    text: &str,
    class_path: &OsStr,
    folder: &Path,
) -> Result<()> {
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
pub(super) fn profile(jouled: &Path, command: &Command, out: &Path) -> Result<()> {
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
pub(super) fn told(prefix: &Path) -> Result<Vec<PathBuf>> {
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
pub(super) fn version(java: &Path) -> Result<String> {
    let output = Command::new(java).arg("-version").output()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
