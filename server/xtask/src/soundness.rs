//! `cargo xtask soundness`: made-up programs are executed, and held against their bounds.

use anyhow::{Context, Result, bail};
use clap::Args;
use jdk::{Surroundings, default_cache_dir};
use soundness::{Bench, Fault, Generated, Style, Summary, Violation, corpus, shrink};

use crate::tools::java;

/// So many programs are executed by one JVM.
const BATCH: u64 = 200;
/// So many programs that violate their bound are made smaller and shown.
const SHOWN: usize = 3;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How many programs to make up
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    programs: u64,
    /// The seed of the first one; each following program has the next
    #[arg(long, default_value_t = 100_000)]
    seed: u64,
    /// Make up only programs whose bound is to be what they execute
    #[arg(long)]
    counting: bool,
    /// Execute the programs written by hand, too, and show each of their methods
    #[arg(long)]
    corpus: bool,
    /// Show so many of the methods with the loosest bounds
    #[arg(long, default_value_t = 10)]
    loosest: usize,
    /// Multiply every bound by this, to see that the harness catches a wrong one
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
}

/// Executes and compares.
///
/// # Errors
/// When a program executes more than its bound, or cannot be executed.
pub(crate) fn run(options: &Options) -> Result<()> {
    let jdk = java::ensure()?
        .into_iter()
        .find(|jdk| jdk.version.feature >= trace::FIRST_FEATURE)
        .with_context(|| {
            let needed = trace::FIRST_FEATURE;
            format!("JDK {needed} or newer is needed; install one and set JAVA_HOME to its folder")
        })?;
    let cache = default_cache_dir(&Surroundings::of_this_process())
        .context("no folder for caches is known; set HOME")?;
    let bench = Bench::new(jdk, &cache)?;
    let fault = Fault::Scaled(options.scale);
    let mut summary = Summary::default();
    let mut with_callees = Summary::default();
    let mut shown = 0;
    if options.corpus {
        let executed = bench.execute(corpus())?;
        summary.add(&executed, &bench.judge(&executed, fault)?);
        with_callees.add(&executed, &bench.judge_with_callees(&executed, fault)?);
        for ratio in &summary.methods {
            println!("{:10.3} {}", ratio.ratio, ratio.name);
        }
        for violation in summary.violations.iter().take(SHOWN) {
            shown += 1;
            println!("Above its bound: {violation}");
        }
    }
    let end = options.seed.saturating_add(options.programs);
    let mut first = options.seed;
    while first < end {
        let style = |seed: u64| {
            if options.counting || seed.is_multiple_of(8) {
                Style::Counting
            } else {
                Style::Free
            }
        };
        let last = end.min(first.saturating_add(BATCH));
        let programs: Vec<Generated> = (first..last)
            .map(|seed| Generated::new(seed, style(seed)))
            .collect();
        let subjects = programs.iter().enumerate();
        let subjects = subjects.map(|(at, program)| program.subject(&format!("P{at}")));
        let executed = bench.execute(subjects.collect())?;
        let before = (summary.violations.len(), summary.inexact.len());
        let before_with_callees = with_callees.violations.len();
        summary.add(&executed, &bench.judge(&executed, fault)?);
        with_callees.add(&executed, &bench.judge_with_callees(&executed, fault)?);
        for violation in &summary.violations[before.0..] {
            if shown < SHOWN {
                shown += 1;
                show_small(&bench, &programs[violation.subject], violation, fault)?;
            }
        }
        for violation in &with_callees.violations[before_with_callees..] {
            if shown < SHOWN {
                shown += 1;
                println!("Above its bound with what it calls: {violation}");
            }
        }
        for violation in &summary.inexact[before.1..] {
            if shown < SHOWN {
                shown += 1;
                println!("Nothing depends on data, and yet not the bound: {violation}");
            }
        }
        first = last;
        println!(
            "{} programs, {} calls above their bound, {} above the one with what they call",
            summary.programs,
            summary.violations.len(),
            with_callees.violations.len()
        );
    }
    for (title, summary) in [
        ("Methods without what they call", &summary),
        (
            "Methods with what they call in their program",
            &with_callees,
        ),
    ] {
        println!("\n{title}\n{summary}");
        for ratio in summary.loosest(options.loosest) {
            println!("{:12.3} {}", ratio.ratio, ratio.name);
        }
    }
    for summary in [&summary, &with_callees] {
        if !summary.violations.is_empty() || !summary.inexact.is_empty() {
            bail!("bounds are wrong: see the programs above");
        }
    }
    Ok(())
}

/// Shows a program that executes more than its bound, as small as it can be made.
fn show_small(
    bench: &Bench,
    program: &Generated,
    violation: &Violation,
    fault: Fault,
) -> Result<()> {
    let small = shrink(bench, program, fault)?;
    let executed = bench.execute(vec![small.subject("P")])?;
    let mut summary = Summary::default();
    summary.add(&executed, &bench.judge(&executed, fault)?);
    let smallest = summary.violations.first().unwrap_or(violation);
    println!("Above its bound, made smaller: {smallest}");
    Ok(())
}
