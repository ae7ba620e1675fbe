//! What an edit costs after javac, in a project of 1,000 classes with calls followed.

use anyhow::{Context, Result};
use clap::Args;
use serde::{Deserialize, Serialize};
use xtask::process;

use super::edit::Spread;
use super::projects::{FILES, METHODS, Shape};
use crate::java;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Edits of each kind
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..))]
    edits: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The measurements; times are in milliseconds.
#[derive(Debug, Serialize)]
struct Measured {
    jdk: String,
    classes: usize,
    methods: usize,
    /// Follows all calls from scratch.
    whole: Spread,
    /// From an edit of a method that nobody calls to its new hints.
    leaf: Spread,
    /// From an edit of the method that all classes depend on to the new hints of its own file.
    root: Spread,
}

/// The output of the measuring program.
#[derive(Debug, Deserialize)]
struct Times {
    jdk: String,
    whole: Vec<f64>,
    edits: [Vec<f64>; 2],
}

/// Measures with the default JDK: after javac it matters little.
///
/// # Errors
/// If there is no JDK, or the project does not compile.
pub(super) fn run(options: &Options) -> Result<()> {
    java::ensure()?;
    let measured = measure(options.edits)?;
    if options.json {
        println!("{}", serde_json::to_string_pretty(&measured)?);
        return Ok(());
    }
    println!(
        "{}, {} classes of {METHODS} methods (p50 / p95)",
        measured.jdk, measured.classes
    );
    for (what, spread) in [
        ("all calls followed", measured.whole),
        ("edit of a method that nobody calls", measured.leaf),
        ("edit of what all classes call", measured.root),
    ] {
        println!("  {what:<36} {:>7.2} / {:>7.2} ms", spread.p50, spread.p95);
    }
    Ok(())
}

fn measure(edits: u32) -> Result<Measured> {
    let program = process::build(&["incremental-edit"], true)?.join("incremental-edit");
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("project");
    let middle = Shape::Plain.write(&root, &folder.path().join("home"))?;
    let first = middle.with_file_name("C0.java");
    let mut command = process::command(program);
    command.arg(&root).arg(edits.to_string());
    command
        .arg(middle)
        .args(["s += i * 1;", "s += i * 1 + n;"])
        .arg(first)
        .args(["return x + 1;", "return x * x + 1;"]);
    let output = command
        .output()
        .context("the measuring program does not start")?;
    anyhow::ensure!(
        output.status.success(),
        "the measuring program failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let Times { jdk, whole, edits } = serde_json::from_slice(&output.stdout)?;
    let [leaf, root] = edits;
    Ok(Measured {
        jdk,
        classes: FILES,
        methods: FILES * METHODS,
        whole: Spread::of(whole),
        leaf: Spread::of(leaf),
        root: Spread::of(root),
    })
}
