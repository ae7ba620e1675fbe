//! The savings of edits: predicted by the model, and measured by the harness of `calibrate`, which alternates between both
//! texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use advice::{Edit, apply};
use anyhow::{Context, Result, bail};
use clap::Args;
use harness::{ExecutionMode, Jvm, settle};
use jdk::{Environment, Jdk, find_jdk};
use serde_json::Value;
use xtask::process;

use crate::java;

/// One or several kernels for each rule, each after a line with the rule's name.
const KERNELS: &str = include_str!("kernels.txt");

/// Kernels that were written after the measurements of the others had chosen the rules for compiled code. Those others cannot
/// show how good that choice is.
const HELD_OUT: &str = include_str!("held_out.txt");

/// A run of a kernel takes at least this much CPU time in seconds.
const LEAST_RUN_S: f64 = 0.02;

/// The ends of the bins of P(saves).
const BINS: [f64; 5] = [0.1, 0.5, 0.9, 0.99, 1.01];

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The JDKs that run the kernels, instead of those that jouled finds
    #[arg(long, value_name = "DIR")]
    java_home: Vec<PathBuf>,
    /// How often each text is measured
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(6..))]
    pairs: u32,
    /// How the kernels run: interpreter, c1 or c2
    #[arg(long, default_value_t)]
    mode: ExecutionMode,
    /// The model that predicts, instead of jouled's default
    #[arg(long)]
    model: Option<String>,
    /// Measure only the kernels that had no part in the choice of rules for compiled code
    #[arg(long)]
    held_out: bool,
    /// The program that predicts, instead of a new release build
    #[arg(long)]
    jouled: Option<PathBuf>,
}

/// A kernel with an edit of its rule.
struct Case {
    rule: String,
    class: String,
    before: String,
    after: String,
    predicted: Option<Predicted>,
}

struct Predicted {
    share: f64,
    p_less: f64,
    is_offered: bool,
}

/// A saving as a share of the time before the edit: its median, and the ends of the median's 95% interval.
#[derive(Clone, Copy)]
struct Measured {
    median: f64,
    low: f64,
    high: f64,
}

/// Measures all kernels and prints the table.
///
/// # Errors
/// If something cannot be built or run.
pub(crate) fn run(options: &Options) -> Result<()> {
    let jouled = match &options.jouled {
        Some(jouled) => jouled.clone(),
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    let jdks = if options.java_home.is_empty() {
        java::ensure()?
    } else {
        let found = options
            .java_home
            .iter()
            .map(|home| find_jdk(Some(home), &Environment::of_this_process()));
        found.collect::<Result<_, _>>()?
    };
    let oldest = jdks.iter().min_by_key(|jdk| jdk.version.feature);
    let oldest = oldest.context("there is no JDK")?;
    let folder = tempfile::tempdir()?;
    let cases = cases(options, &jouled, oldest, &folder.path().join("src"))?;
    let (before, after) = (folder.path().join("before"), folder.path().join("after"));
    compile(oldest, &cases, |case| &case.before, &before)?;
    compile(oldest, &cases, |case| &case.after, &after)?;
    let mut measured: Vec<Vec<Option<Measured>>> = Vec::new();
    for jdk in &jdks {
        let cache = folder.path().join("cache");
        let mut jvms = [
            Jvm::launch(jdk, &cache, &before, None, options.mode)?,
            Jvm::launch(jdk, &cache, &after, None, options.mode)?,
        ];
        let of_jdk = cases
            .iter()
            .map(|case| measure(&mut jvms, &case.class, options));
        measured.push(of_jdk.collect::<Result<_>>()?);
    }
    print(options.mode, &cases, &jdks, &measured);
    Ok(())
}

/// The kernels for which their rule has an edit, with the model's prediction.
fn cases(options: &Options, jouled: &Path, jdk: &Jdk, sources: &Path) -> Result<Vec<Case>> {
    fs::create_dir_all(sources)?;
    let mut kernels: BTreeMap<String, (String, String)> = BTreeMap::new();
    let texts = if options.held_out { HELD_OUT } else { KERNELS };
    for (number, kernel) in texts.split("//// ").skip(1).enumerate() {
        let (rule, code) = kernel.split_once('\n').context("a kernel without code")?;
        let class = format!("Kernel{number:02}");
        let text = program(&class, code);
        fs::write(sources.join(format!("{class}.java")), &text)?;
        kernels.insert(class, (rule.trim().to_owned(), text));
    }
    let output = Command::new(jouled)
        .args(["advise", "--all", "--format", "json", "--java-home"])
        .arg(&jdk.home)
        .args(options.model.iter().flat_map(|model| ["--model", model]))
        .arg(sources)
        .output()
        .with_context(|| format!("{} cannot be started", jouled.display()))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let document: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("jouled advise gives no JSON: {errors}"))?;
    let advice = document["advice"].as_array().context("there is no list")?;
    let mut cases = Vec::new();
    for (class, (rule, before)) in kernels {
        let file = format!("{class}.java");
        let mut of_kernel: Vec<&Value> = advice
            .iter()
            .filter(|one| one["rule"] == rule.as_str() && one["file"].as_str() == Some(&file))
            .collect();
        of_kernel.sort_by_key(|one| one["line"].as_u64());
        let Some(one) = of_kernel.first() else {
            bail!("the rule {rule} has no edit for its kernel {class}: {errors}");
        };
        let number = |value: &Value| value.as_f64();
        let predicted = number(&one["share"]).zip(number(&one["p_less"]));
        let predicted = predicted.map(|(share, p_less)| Predicted {
            share,
            p_less,
            is_offered: one["offered"] == true,
        });
        let edits = one["edits"].as_array().context("there are no edits")?;
        let edits: Option<Vec<Edit>> = edits.iter().map(edit).collect();
        let after = edits.and_then(|edits| apply(&before, &edits));
        cases.push(Case {
            after: after.context("the edits do not fit")?,
            rule,
            class,
            before,
            predicted,
        });
    }
    Ok(cases)
}

fn edit(value: &Value) -> Option<Edit> {
    let place = |name: &str| value[name].as_u64().and_then(|at| usize::try_from(at).ok());
    Some(Edit {
        range: place("start")?..place("end")?,
        text: value["text"].as_str()?.to_owned(),
    })
}

/// The program of a kernel.
fn program(class: &str, code: &str) -> String {
    let code = code.replace("Kernel()", &format!("{class}()"));
    let indented = format!("    {}\n", code.trim_end().replace('\n', "\n    "));
    format!(
        "import java.util.*;
import java.util.stream.IntStream;

public class {class} {{
    static final String[] NAMES = {{\"a\", \"bc\", \"cde\", \"\"}};
    static final String[] NUMBERS = {{\"1\", \"22\", \"-333\", \"44444\"}};
    static final String TEXT = \"the quick brown fox jumps over the lazy dog\";
    static final int[] VALUES = new int[64];
    static int sink;

    static {{
        Arrays.fill(VALUES, 40);
    }}

{indented}
    public static void run(int iterations) {{
        for (int k = 0; k < iterations; k++) {{
            sink += work(50);
        }}
    }}
}}
"
    )
}

fn compile(jdk: &Jdk, cases: &[Case], text: impl Fn(&Case) -> &str, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let mut files = Vec::new();
    for case in cases {
        let file = to.join(format!("{}.java", case.class));
        fs::write(&file, text(case))?;
        files.push(file);
    }
    let done = Command::new(jdk.home.join("bin/javac"))
        .args(["-proc:none", "-nowarn", "-d"])
        .arg(to)
        .args(&files)
        .status()
        .context("javac cannot be started")?;
    if !done.success() {
        bail!("the kernels do not compile");
    }
    Ok(())
}

/// Alternates between both texts; `None` if one of them does not reach the state in which it is measured.
fn measure(jvms: &mut [Jvm; 2], class: &str, options: &Options) -> Result<Option<Measured>> {
    let mut iterations = 20;
    let mut is_settled = true;
    for jvm in jvms.iter_mut() {
        is_settled &= settle(jvm, class, options.mode, iterations)?;
    }
    while jvms[0].run(class, iterations)?.cpu_s < LEAST_RUN_S && iterations < 10_000_000 {
        iterations *= 2;
    }
    for jvm in jvms.iter_mut() {
        is_settled &= settle(jvm, class, options.mode, iterations)?;
    }
    if !is_settled {
        return Ok(None);
    }
    let pairs = options.pairs;
    let mut savings = Vec::new();
    for pair in 0..pairs {
        let mut seconds = [0.0; 2];
        // The order alternates from pair to pair.
        for turn in [0, 1] {
            let side = (turn + pair as usize) % 2;
            seconds[side] = jvms[side].run(class, iterations)?.cpu_s;
        }
        savings.push(1.0 - seconds[1] / seconds[0]);
    }
    savings.sort_by(f64::total_cmp);
    let outside = outside(savings.len());
    Ok(Some(Measured {
        median: savings[savings.len() / 2],
        low: savings[outside],
        high: savings[savings.len() - 1 - outside],
    }))
}

/// Of this many sorted values, how many are on each side of a 95% interval of their median, whatever their distribution.
fn outside(count: usize) -> usize {
    let mut below = 0.5_f64.powi(i32::try_from(count).unwrap_or(i32::MAX));
    let (mut sum, mut outside) = (below, 0);
    while outside + 1 < count / 2 {
        below *= (count - outside) as f64 / (outside + 1) as f64;
        if sum + below > 0.025 {
            break;
        }
        sum += below;
        outside += 1;
    }
    outside
}

fn print(mode: ExecutionMode, cases: &[Case], jdks: &[Jdk], measured: &[Vec<Option<Measured>>]) {
    let percent = |share: f64| format!("{:.0}%", share * 100.0);
    let names = jdks
        .iter()
        .map(|jdk| format!(" JDK {} |", jdk.version.feature));
    println!(
        "| rule | predicted | P(saves) | offered |{}",
        names.collect::<String>()
    );
    println!("| --- | --: | --: | --- |{}", " --: |".repeat(jdks.len()));
    for (place, case) in cases.iter().enumerate() {
        let predicted = case.predicted.as_ref();
        let cells = predicted.map_or_else(
            || "not priced | | no".to_owned(),
            |known| {
                let offered = if known.is_offered { "yes" } else { "no" };
                format!("{} | {:.2} | {offered}", percent(known.share), known.p_less)
            },
        );
        let of_jdks = measured.iter().map(|all| {
            let Some(Measured { median, low, high }) = all[place] else {
                return String::from(" not settled |");
            };
            format!(
                " {} ({} to {}) |",
                percent(median),
                percent(low),
                percent(high)
            )
        });
        println!("| {} | {cells} |{}", case.rule, of_jdks.collect::<String>());
    }
    for (jdk, all) in jdks.iter().zip(measured) {
        println!("\nJDK {}, {mode}:", jdk.version.feature);
        let pairs = cases.iter().zip(all);
        let known = pairs
            .filter_map(|(case, measured)| Some((case.predicted.as_ref()?, measured.as_ref()?)));
        let known: Vec<(&Predicted, &Measured)> = known.collect();
        let offered = known.iter().filter(|(predicted, _)| predicted.is_offered);
        let offered: Vec<_> = offered.collect();
        let right = offered.iter().filter(|(_, measured)| measured.median > 0.0);
        println!(
            "- offered: {} of {} save energy",
            right.count(),
            offered.len()
        );
        let mut from = 0.0;
        for to in BINS {
            let inside = known
                .iter()
                .filter(|(predicted, _)| (from..to).contains(&predicted.p_less));
            let inside: Vec<_> = inside.collect();
            let saves = inside.iter().filter(|(_, measured)| measured.median > 0.0);
            let mean: f64 = inside.iter().map(|(known, _)| known.p_less).sum::<f64>();
            if !inside.is_empty() {
                println!(
                    "- P(saves) from {from} to {}: mean {:.2}, {} of {} save energy",
                    to.min(1.0),
                    mean / inside.len() as f64,
                    saves.count(),
                    inside.len()
                );
            }
            from = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HELD_OUT, KERNELS, outside};

    #[test]
    fn each_rule_has_a_kernel() {
        for rule in &advice::RULES {
            let begin = format!("//// {}\n", rule.name);
            assert!(KERNELS.contains(&begin), "{}", rule.name);
        }
    }

    #[test]
    fn each_rule_for_compiled_code_has_a_held_out_kernel() {
        for rule in advice::RULES.iter().filter(|rule| rule.saves_compiled) {
            let begin = format!("//// {}\n", rule.name);
            assert!(HELD_OUT.contains(&begin), "{}", rule.name);
        }
    }

    #[test]
    fn intervals_of_medians_match_published_tables() {
        // Ranks 2 and 9 of 10, 4 and 12 of 15, 6 and 15 of 20.
        assert_eq!([outside(10), outside(15), outside(20)], [1, 3, 5]);
    }
}
