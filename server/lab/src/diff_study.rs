//! `cargo xtask diff-study`: how often `jouled diff` reports edits without an effect, and how often it finds edits that add
//! cost.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;
use soundness::{Generated, Style};
use xtask::process;

use crate::java;

/// The ranges in which increases are counted, as shares of the method's cost.
const BINS: [(f64, &str); 7] = [
    (0.01, "below 1%"),
    (0.02, "1% to 2%"),
    (0.05, "2% to 5%"),
    (0.10, "5% to 10%"),
    (0.25, "10% to 25%"),
    (1.00, "25% to 100%"),
    (f64::INFINITY, "100% and more"),
];

/// The smallest increase that must be found.
const LEAST: f64 = 0.05;

/// The smallest share of those increases that must be found.
const MIN_FOUND: f64 = 0.95;

/// Statements to insert into a method, each more expensive than the one before.
const MORE_EXPENSIVE: [&str; 4] = [
    "int extra = 7;",
    "int extra = 7; extra = extra * 31 + 5;",
    "int extra = 7; for (int e = 0; e < 4; e++) { extra = extra * 31 + e; }",
    "int extra = 7; for (int e = 0; e < 40; e++) { extra = extra * 31 + e; }",
];

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How many edits of each kind to make
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(4..=2000))]
    edits: u64,
    /// The seed of the first program; each following program has the next seed
    #[arg(long, default_value_t = 500_000)]
    seed: u64,
}

/// Generates the programs and their edits, compares them, and prints both tables.
///
/// # Errors
/// If an edit without an effect is reported, too few regressions are found, or something cannot be run.
pub(crate) fn run(options: &Options) -> Result<()> {
    java::ensure()?;
    let binaries = process::build(&["jouled"], false)?;
    let jouled = binaries.join("jouled");
    let folder = tempfile::tempdir().context("a folder for the programs")?;
    let state = |name: &str| folder.path().join(name);
    for name in ["base", "neutral", "seeded"] {
        fs::create_dir(state(name))?;
    }
    for index in 0..options.edits {
        let class = format!("P{index}");
        let subject = Generated::new(options.seed + index, Style::Free).subject(&class);
        let text = subject
            .sources
            .first()
            .context("a program has a file")?
            .text
            .clone();
        let file = format!("{class}.java");
        fs::write(state("base").join(&file), &text)?;
        fs::write(state("neutral").join(&file), neutral(&text, index))?;
        fs::write(state("seeded").join(&file), seeded(&text, index))?;
    }
    let neutral = compare(&jouled, &state("base"), &state("neutral"))?;
    let seeded = compare(&jouled, &state("base"), &state("seeded"))?;
    let alarms = neutral
        .iter()
        .filter(|change| is_regression(change))
        .count();
    println!(
        "{} edits without an effect: {alarms} reported as regressions",
        options.edits
    );
    for change in neutral.iter().filter(|change| is_regression(change)) {
        println!("  {}.{}", change["class"], change["method"]);
    }
    let (found, all) = table(&seeded, options.edits);
    if alarms > 0 {
        bail!("{alarms} edits without an effect were reported");
    }
    if (found as f64) < MIN_FOUND * all as f64 {
        bail!("only {found} of {all} regressions of {LEAST} and more were found");
    }
    Ok(())
}

/// An edit that changes no instruction: names of locals, white space, comments, the order of methods.
fn neutral(text: &str, index: u64) -> String {
    match index % 4 {
        0 => renamed(
            text,
            &[
                ("s", "sum"),
                ("l", "wide"),
                ("f", "real"),
                ("d", "exact"),
                ("h", "halves"),
            ],
        ),
        1 => text
            .lines()
            .flat_map(|line| ["\n\t  ", line.trim(), "\n"])
            .collect::<String>()
            .replace("; ", ";\n"),
        2 => text
            .lines()
            .enumerate()
            .map(|(number, line)| {
                format!("    // what line {number} is for\n{line} /* as it was */\n")
            })
            .collect::<Vec<_>>()
            .concat(),
        _ => reordered(text),
    }
}

/// Replaces whole words that are neither member names nor part of a string.
fn renamed(text: &str, names: &[(&str, &str)]) -> String {
    let names: BTreeMap<&str, &str> = names.iter().copied().collect();
    let mut result = String::with_capacity(text.len());
    let mut word = String::new();
    let mut before = ' ';
    let mut is_text = false;
    let flush =
        |word: &mut String, before: char, after: char, result: &mut String, is_text: bool| {
            let is_local = before != '.' && after != '(' && !is_text;
            let name = names.get(word.as_str()).filter(|_| is_local);
            result.push_str(name.copied().unwrap_or(word));
            word.clear();
        };
    for character in text.chars() {
        if character.is_alphanumeric() || character == '_' {
            word.push(character);
            continue;
        }
        flush(&mut word, before, character, &mut result, is_text);
        is_text ^= character == '"';
        before = character;
        result.push(character);
    }
    result
}

/// Moves the methods that are written in one line to the end.
fn reordered(text: &str) -> String {
    let (moved, kept): (Vec<&str>, Vec<&str>) = text
        .lines()
        .partition(|line| line.starts_with("    static ") && line.ends_with('}'));
    let mut lines = kept;
    let end = lines
        .iter()
        .rposition(|line| *line == "}")
        .unwrap_or(lines.len());
    for line in moved {
        lines.insert(end, line);
    }
    lines.join("\n")
}

/// One of the methods, with extra statements before its own.
fn seeded(text: &str, index: u64) -> String {
    let statements = MORE_EXPENSIVE[(index % 4) as usize];
    let methods = [
        "static int half(int x) {",
        "int grow(int x) {",
        "static int depth(int x) {",
        "List<Integer> xs) {",
    ];
    let start = methods[(index / 4 % 4) as usize];
    text.replacen(start, &format!("{start} {statements}"), 1)
}

fn compare(jouled: &Path, base: &Path, head: &Path) -> Result<Vec<Value>> {
    let mut command = process::command(jouled);
    command.args(["diff", "--format", "json", "--calls", "project"]);
    command.arg(base).arg(head);
    let output = command.output().context("jouled does not start")?;
    if !matches!(output.status.code(), Some(0 | 3)) {
        bail!(
            "jouled diff failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let comparison: Value = serde_json::from_slice(&output.stdout)?;
    if let Some(problem) = comparison["problems"]
        .as_array()
        .and_then(|problems| problems.first())
    {
        bail!("a program does not compile: {problem}");
    }
    let changes = comparison["changes"].as_array().context("no changes")?;
    Ok(changes.clone())
}

fn is_regression(change: &Value) -> bool {
    let reasons = change["verdict"]["reasons"].as_array();
    reasons.is_some_and(|reasons| !reasons.is_empty())
}

/// Prints how many of the edits were found, by the size of their effect on the edited method. Returns the counts for
/// effects of [`LEAST`] and more.
fn table(changes: &[Value], edits: u64) -> (usize, usize) {
    let methods = ["half", "grow", "depth", "run"];
    let mut bins = [(0_usize, 0_usize); BINS.len()];
    let mut seen = BTreeSet::new();
    for index in 0..edits {
        let (class, method) = (format!("P{index}"), methods[(index / 4 % 4) as usize]);
        let mut of_class = changes
            .iter()
            .filter(|change| change["class"] == class.as_str());
        let Some(change) = of_class.find(|change| change["method"] == method) else {
            continue;
        };
        let Some(effect) = change["delta"]["relative"].as_f64() else {
            continue;
        };
        seen.insert(index);
        let bin = BINS
            .iter()
            .position(|(most, _)| effect < *most)
            .unwrap_or(BINS.len() - 1);
        bins[bin].0 += 1;
        bins[bin].1 += usize::from(is_regression(change));
    }
    println!(
        "{} of {edits} seeded edits have a known effect:",
        seen.len()
    );
    println!(
        "  {:<16} {:>6} {:>10} {:>8}",
        "effect", "edits", "reported", "share"
    );
    let (mut found, mut all) = (0, 0);
    let mut least = 0.0;
    for ((edits, reported), (most, name)) in bins.iter().zip(BINS) {
        let share = if *edits > 0 {
            format!("{:.1}%", 100.0 * *reported as f64 / *edits as f64)
        } else {
            String::from("–")
        };
        println!("  {name:<16} {edits:>6} {reported:>10} {share:>8}");
        if least >= LEAST {
            found += reported;
            all += edits;
        }
        least = most;
    }
    // Edits without a reported effect were missed.
    let untold = edits as usize - seen.len();
    println!("  of {LEAST} and more: {found} of {}", all + untold);
    (found, all + untold)
}
