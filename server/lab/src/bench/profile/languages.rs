//! Programs of the benchmark that need more than a JDK: a suite of `JUnit` 5, and a program in Kotlin. Debian has what they
//! need.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde_json::Value;

use super::runs::compile;
use crate::jars::{cache, fetch};

const SUITE: &str = include_str!("SuiteRuns.java");
const ORDERS: &str = include_str!("OrderRuns.kt");
/// The tests of the suite.
const TESTS: [&str; 4] = ["counts", "joins", "multiplies", "sorts"];
/// Debian's packages with `JUnit` and what its jars name.
const JUNIT: [&str; 3] = ["junit5", "libopentest4j-java", "libapiguardian-java"];
/// Debian's packages with the Kotlin compiler and what it names.
const KOTLIN: [&str; 3] = [
    "kotlin",
    "libtrove-intellij-java",
    "libjetbrains-annotations-java",
];
/// The jars of the compiler, without their versions.
const COMPILER: [&str; 4] = [
    "kotlin-compiler",
    "kotlin-stdlib",
    "kotlin-reflect",
    "kotlin-script-runtime",
];
/// Sums of the same numbers in another order differ by a smaller share than this.
const ROUNDING: f64 = 1e-6;

/// Compiles the suite. Returns the class path that runs it.
pub(super) fn junit(java: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let jars = jars(&JUNIT)?;
    let is_needed = |name: &&String| {
        // The standalone jar contains the others again.
        !name.contains("standalone") && !name.contains("vintage") && !name.contains("console")
    };
    let mut path = vec![folder.to_path_buf()];
    let needed = jars.keys().filter(is_needed);
    path.extend(needed.map(|name| jars[name].clone()));
    let joined = std::env::join_paths(&path)?;
    compile(java, "SuiteRuns.java", SUITE, &joined, folder)?;
    Ok(path)
}

/// Compiles the program in Kotlin. Returns the class path that runs it.
pub(super) fn kotlin(java: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let jars = jars(&KOTLIN)?;
    let of_kotlin = |name: &str| {
        let mut found = jars.iter().filter(|(jar, _)| {
            let version = jar
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('-'));
            version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
        });
        let jar = found.next().map(|(_, jar)| jar.clone());
        jar.with_context(|| format!("Debian's kotlin has no {name}"))
    };
    let mut compiler = COMPILER
        .iter()
        .map(|name| of_kotlin(name))
        .collect::<Result<Vec<_>>>()?;
    let others = jars.iter().filter(|(name, _)| !name.starts_with("kotlin"));
    compiler.extend(others.map(|(_, jar)| jar.clone()));
    let source = folder.join("OrderRuns.kt");
    fs::write(&source, ORDERS)?;
    let library = of_kotlin("kotlin-stdlib")?;
    let mut command = Command::new(java);
    command.arg("-cp").arg(std::env::join_paths(&compiler)?);
    command.arg("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler");
    command.args(["-no-stdlib", "-no-reflect", "-jvm-target", "1.8", "-cp"]);
    command.arg(&library).arg("-d").arg(folder).arg(&source);
    let output = command.output()?;
    ensure!(
        output.status.success(),
        "OrderRuns.kt does not compile: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(vec![folder.to_path_buf(), library])
}

/// The jars of some of Debian's packages, in their current versions, by their names.
fn jars(packages: &[&str]) -> Result<BTreeMap<String, PathBuf>> {
    let cache = cache()?;
    let mut found = BTreeMap::new();
    for package in packages {
        for jar in fetch::newest_of_debian(package, &cache)? {
            found.insert(jar.name().to_owned(), fetch::file(&cache, &jar.digest));
        }
    }
    Ok(found)
}

/// What a profile shows of a program, checked.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Table {
    /// Tests or lines of the source, with joules.
    rows: Vec<(String, f64)>,
    /// Joules of all Java code.
    java: f64,
}

impl Table {
    pub(super) fn print(&self) {
        let sum: f64 = self.rows.iter().map(|(_, joules)| joules).sum();
        for (name, joules) in &self.rows {
            println!("  {joules:>8.2} J  {name}");
        }
        println!(
            "  {sum:>8.2} J  together, {:.0}% of the {:.2} J of Java code",
            100.0 * sum / self.java,
            self.java
        );
    }
}

/// The tests of the suite in a profile. Each must be there, and together they must not cost more than all Java code.
pub(super) fn tests(jouled: &Path, profile: &Path) -> Result<Table> {
    let document = report(jouled, profile, &["--by", "test", "--format", "junit"])?;
    let mut rows = Vec::new();
    for case in document.split("<testcase ").skip(1) {
        let name = between(case, " name=\"", "\"").context("a test without a name")?;
        let joules = between(case, "\"energy.joules\" value=\"", "\"");
        let joules = joules.with_context(|| format!("{name} has no energy"))?;
        rows.push((name.to_owned(), joules.parse()?));
    }
    let names: BTreeSet<&str> = rows.iter().map(|(name, _)| &**name).collect();
    let missing: Vec<&&str> = TESTS
        .iter()
        .filter(|test| !names.contains(**test))
        .collect();
    ensure!(missing.is_empty(), "not in the table: {missing:?}");
    ensure!(
        names.len() == rows.len() && names.len() == TESTS.len(),
        "other rows: {rows:?}"
    );
    let java = java_of(&json(jouled, profile)?)?;
    fitting(Table { rows, java })
}

/// The lines of the Kotlin source in a profile. Those of a method must cost what the method costs without its callees.
pub(super) fn lines(jouled: &Path, profile: &Path) -> Result<Table> {
    let document = json(jouled, profile)?;
    let of = |place: &str| document[place].as_array().context("an array");
    let (methods, lines) = (of("methods")?, of("lines")?);
    let last = ORDERS.lines().count() as u64;
    let mut rows: BTreeMap<u64, f64> = BTreeMap::new();
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for line in lines {
        let place = line["method"].as_u64().context("a method")? as usize;
        let class = methods[place]["class"].as_str().context("a class")?;
        let joules = line["own"]["joules"]["mean"].as_f64();
        if let (Some(joules), true) = (joules, class.starts_with("shop/")) {
            *sums.entry(place).or_default() += joules;
            if let Some(line) = line["line"].as_u64() {
                ensure!(
                    (1..=last).contains(&line),
                    "OrderRuns.kt has no line {line}"
                );
                *rows.entry(line).or_default() += joules;
            }
        }
    }
    for (place, sum) in sums {
        let own = methods[place]["own"]["joules"]["mean"].as_f64();
        let own = own.context("a method without energy")?;
        ensure!(
            (sum - own).abs() <= ROUNDING * own,
            "the lines of {} have {sum} J, and it has {own} J",
            methods[place]["method"]
        );
    }
    ensure!(rows.len() >= 4, "only {} lines were sampled", rows.len());
    let mut texts = ORDERS.lines();
    let mut at = 0;
    let rows = rows.into_iter().map(|(line, joules)| {
        let text = texts.nth((line - at - 1) as usize).unwrap_or_default();
        at = line;
        (format!("OrderRuns.kt:{line}  {}", text.trim()), joules)
    });
    fitting(Table {
        rows: rows.collect(),
        java: java_of(&document)?,
    })
}

fn fitting(table: Table) -> Result<Table> {
    let sum: f64 = table.rows.iter().map(|(_, joules)| joules).sum();
    ensure!(
        sum > 0.0 && sum <= table.java * (1.0 + ROUNDING),
        "the rows have {sum} J of {} J",
        table.java
    );
    Ok(table)
}

fn java_of(document: &Value) -> Result<f64> {
    let java = document.pointer("/totals/java/all").and_then(Value::as_f64);
    java.context("the energy of Java code")
}

fn json(jouled: &Path, profile: &Path) -> Result<Value> {
    Ok(serde_json::from_str(&report(
        jouled,
        profile,
        &["--format", "json"],
    )?)?)
}

fn report(jouled: &Path, profile: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(jouled);
    command.arg("report").arg("--profile").arg(profile);
    let output = command.args(arguments).output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8(output.stdout)?)
}

fn between<'t>(text: &'t str, begin: &str, end: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(begin)?;
    Some(rest.split_once(end)?.0)
}

/// The words that start a class of a class path.
pub(super) fn class_path(path: &[PathBuf], class: &str) -> Result<[OsString; 3]> {
    let path = std::env::join_paths(path)?;
    Ok([OsStr::new("-cp").into(), path, class.into()])
}
