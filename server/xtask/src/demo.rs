//! `cargo xtask demo`: the quickest way to see what jouled does.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::{ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use xtask::process::{self, cargo};
use xtask::tools::java;

const EXAMPLES: [&str; 2] = [
    "tests/fixtures/java/MatrixMultiplication.java",
    "tests/fixtures/java/Fibonacci.java",
];

const HELP: &str = "Build jouled and annotate example programs with their energy

Usage: cargo xtask demo
";

/// Builds jouled and shows two programs with the energy of each line.
///
/// # Errors
/// If there is no JDK and none can be installed, or if the build or the program fails.
pub(crate) fn run(words: Vec<OsString>) -> Result<ExitCode> {
    if let Some(word) = lexopt::Parser::from_args(words).next()? {
        match word {
            lexopt::Arg::Short('h') | lexopt::Arg::Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            other => bail!("{}; see `cargo xtask demo --help`", other.unexpected()),
        }
    }
    if let Some(jdk) = java::ensure()?.first() {
        println!("{jdk}");
    }
    build()?;
    let mut jouled = process::command(process::own_folder()?.join("jouled"));
    // The examples call nothing of the JDK, so its methods need not be priced first.
    jouled.args(["annotate", "--calls", "project"]);
    process::run(jouled.args(EXAMPLES))?;
    Ok(ExitCode::SUCCESS)
}

/// Optimising these packages takes longer than they save in the examples.
const NOT_OPTIMISED: [&str; 13] = [
    "bytecode",
    "cost",
    "flow",
    "frequency",
    "libsqlite3-sys",
    "posterior",
    "pricing",
    "profile",
    "recording",
    "ristretto_classfile",
    "source",
    "wcec",
    "zlib-rs",
];

/// Builds jouled with the profile of this program, so that packages that both need are built only once, and shows progress. The
/// crates of the workspace and three packages differ from a build for development, which compiles them once more. Parquet, which
/// the examples do not need, takes a tenth of the whole build.
fn build() -> Result<()> {
    let packages = packages()?;
    println!("Building jouled with {packages} packages. This takes some minutes once.");
    let start = Instant::now();
    let not_optimised = NOT_OPTIMISED.map(|name| format!("profile.dev.package.{name}.opt-level=0"));
    let not_optimised = not_optimised.iter().flat_map(|value| ["--config", value]);
    let mut build = cargo()
        .args(["build", "--package", "jouled", "--color", "never"])
        .arg("--no-default-features")
        .args(["--config", "profile.dev.debug=false"])
        .args(not_optimised)
        .env("CARGO_INCREMENTAL", "0")
        .stderr(Stdio::piped())
        .spawn()
        .context("could not start cargo")?;
    let messages = build.stderr.take().context("cargo says nothing")?;
    let mut begun = 0;
    for line in BufReader::new(messages).lines() {
        let line = line?;
        match line.trim().strip_prefix("Compiling ") {
            Some(package) => {
                begun += 1;
                println!(
                    "{begun:>4} of about {packages}, {:>3} s: {package}",
                    start.elapsed().as_secs()
                );
            }
            None => println!("{line}"),
        }
    }
    let status = build.wait()?;
    if !status.success() {
        bail!("the build ended with {status}");
    }
    Ok(())
}

/// About how many packages are not built yet: those of jouled without those of this program. Some are built once more for build
/// scripts.
fn packages() -> Result<usize> {
    let all = tree("jouled")?;
    Ok(all.difference(&tree("xtask")?).count())
}

/// A package and its dependencies.
fn tree(package: &str) -> Result<BTreeSet<String>> {
    let tree = process::output(cargo().args([
        "tree",
        "--package",
        package,
        "--edges",
        "normal,build",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]))?;
    Ok(tree
        .lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .filter(|line| !line.is_empty())
        .collect())
}
