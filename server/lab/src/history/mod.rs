//! `cargo xtask history`: what `jouled diff` says about the last commits of a real repository, and how long it takes.

mod table;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;
use xtask::process;

use crate::bench::usage::measure_whatever;
use crate::java;
use table::{Row, print};

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The repository: a folder with a work tree, or a bare one
    repository: PathBuf,
    /// How many commits to compare, counting only those that touch Java files, the newest first
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    commits: u32,
    /// The newest commit
    #[arg(long, default_value = "HEAD")]
    from: String,
    /// The program to run, instead of a new release build
    #[arg(long)]
    jouled: Option<PathBuf>,
    /// List each change under its commit
    #[arg(long)]
    changes: bool,
    /// Arguments for `jouled diff`, as in `-- --calls project`
    #[arg(last = true)]
    arguments: Vec<String>,
}

/// Compares each commit with its first parent and prints a table.
///
/// # Errors
/// If there is no JDK, jouled cannot be built, or the repository cannot be read.
pub(crate) fn run(options: &Options) -> Result<()> {
    java::ensure()?;
    let jouled = match &options.jouled {
        Some(given) => std::path::absolute(given)?,
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let output = folder.path().join("comparison.json");
    let commits = commits(options)?;
    let mut rows = Vec::new();
    for (commit, subject) in &commits {
        let row = compared(&jouled, options, commit, subject, &output)?;
        rows.push(row);
    }
    print(&rows, options.changes);
    Ok(())
}

/// The last commits that touch Java files and have a parent, with the first lines of their messages.
fn commits(options: &Options) -> Result<Vec<(String, String)>> {
    let mut git = git(&options.repository);
    git.args(["log", "--first-parent", "--min-parents=1"])
        .args(["--format=%H %s", "-n", &options.commits.to_string()])
        .args([&options.from, "--", "*.java"]);
    let lines = process::output(&mut git)?;
    let commits: Vec<(String, String)> = lines
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(commit, subject)| (commit.to_owned(), subject.to_owned()))
        .collect();
    if commits.is_empty() {
        bail!(
            "{}: no commit touches a Java file",
            options.repository.display()
        );
    }
    Ok(commits)
}

fn git(repository: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(repository).stdin(Stdio::null());
    git
}

fn compared(
    jouled: &Path,
    options: &Options,
    commit: &str,
    subject: &str,
    output: &Path,
) -> Result<Row> {
    let mut command = Command::new(jouled);
    command
        .args(["diff", "--format", "json", "--output"])
        .arg(output)
        .arg("--repository")
        .arg(&options.repository)
        .args(&options.arguments)
        .args([format!("{commit}^"), commit.to_owned()])
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let (used, status) = measure_whatever(&mut command, &output.with_extension("out"))?;
    let code = status.code();
    let comparison: Option<Value> = match code {
        Some(0 | 3 | 4) => {
            let text = std::fs::read(output).context("jouled wrote no comparison")?;
            Some(serde_json::from_slice(&text).context("jouled wrote no JSON")?)
        }
        _ => None,
    };
    Ok(Row {
        commit: commit.chars().take(10).collect(),
        subject: subject.to_owned(),
        used,
        code,
        comparison,
    })
}
