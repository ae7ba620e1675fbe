//! The jar of the annotations, built from their source.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use jdk::Jdk;
use xtask::process;

use crate::java;

/// Every Java version still in use can read this.
const RELEASE: &str = "8";
/// The earliest time that an archive can store, so that the same source always gives the same bytes.
const DATE: &str = "1980-02-01T00:00:00Z";

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Where to write the jar
    #[arg(
        long,
        value_name = "FILE",
        default_value = "target/jouled-annotations.jar"
    )]
    out: PathBuf,
}

/// Compiles the annotations and writes their jar.
///
/// # Errors
/// If there is no JDK, or if one of its programs fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    let jdks = java::ensure()?;
    let jdk = jdks.first().context("no JDK was found")?;
    let out = std::path::absolute(&options.out)?;
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("could not create the folder {}", folder.display()))?;
    }
    make(jdk, &out)?;
    println!("{}", out.display());
    Ok(())
}

fn make(jdk: &Jdk, jar: &Path) -> Result<()> {
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let classes = folder.path();
    let bin = jdk.home.join("bin");
    let source = process::workspace_root().join("annotations/jouled/annotation/EnergyBudget.java");
    process::run(
        process::command(bin.join("javac"))
            // Newer compilers warn that this release will be removed.
            .args(["-proc:none", "-Xlint:-options", "--release", RELEASE, "-d"])
            .arg(classes)
            .arg(source),
    )?;
    process::run(
        process::command(bin.join("jar"))
            .arg("--create")
            .arg("--file")
            .arg(jar)
            .args(["--date", DATE, "-C"])
            .arg(classes)
            .arg("."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_jar_is_the_same_each_time_and_code_compiles_against_it() {
        let folder = tempfile::tempdir().expect("a folder");
        for jdk in java::ensure().expect("a JDK") {
            let jars = ["one.jar", "two.jar"].map(|name| folder.path().join(name));
            for jar in &jars {
                make(&jdk, jar).expect("a jar");
            }
            let [one, two] = jars.each_ref().map(|jar| fs::read(jar).expect("a file"));
            assert_eq!(one, two);

            let source = folder.path().join("User.java");
            let text = "import jouled.annotation.EnergyBudget;\nclass User {\n    \
                        @EnergyBudget(worst = \"5 mJ\", quantile = 0.99, when = \"n <= 1000\")\n    \
                        @EnergyBudget(worst = \"1 uJ\") static void f(int n) {}\n}\n";
            fs::write(&source, text).expect("a file");
            let compiled = Command::new(jdk.home.join("bin/javac"))
                .args(["-proc:none", "-cp"])
                .arg(&jars[0])
                .arg("-d")
                .arg(folder.path())
                .arg(&source)
                .output()
                .expect("javac");
            assert!(compiled.status.success(), "{compiled:?}");
        }
    }
}
