//! `cargo xtask soundness`: executes generated programs and compares the result with their bounds.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use jdk::{Environment, default_cache_dir};
use libraries::JdkLibrary;
use soundness::{
    Bench, Board, Claim, Family, Fault, Generated, Judge, SoundnessSummary, Style, Subject,
    Violation, corpus, shrink,
};

use crate::{built_in_model, java};

/// The number of programs that one JVM executes.
const BATCH: u64 = 200;
/// How many programs to show whose bound should equal what they execute but does not.
const MAX_SHOWN: usize = 3;

#[derive(Args, Debug)]
#[command(after_help = families())]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Options {
    /// How many programs to generate
    #[arg(long, default_value_t = 2000)]
    programs: u64,
    /// The seed of the first program; each following program has the next seed
    #[arg(long, default_value_t = 100_000)]
    seed: u64,
    /// Use only programs of one family, generated or written by hand
    #[arg(long, value_name = "NAME", value_parser = family)]
    family: Option<Family>,
    /// How many programs that violate their bound to reduce and show
    #[arg(long, default_value_t = 3)]
    shown: usize,
    /// Generate only programs whose bound must equal what they execute
    #[arg(long)]
    counting: bool,
    /// Also execute the programs written by hand, and show each of their methods
    #[arg(long)]
    corpus: bool,
    /// Execute only the textbook methods, and show for each the bound that a person finds and the one that jouled finds
    #[arg(long)]
    textbook: bool,
    /// Execute only the methods of this file, and show for each the bound that jouled finds; may be given several times
    #[arg(long, value_name = "FILE")]
    java: Vec<PathBuf>,
    /// Follow calls into the JDK, and also compare the callbacks that it makes
    #[arg(long)]
    library: bool,
    /// How many of the methods with the loosest bounds to show
    #[arg(long, default_value_t = 10)]
    loosest: usize,
    /// Multiply every bound by this factor, to check that the harness catches a wrong one
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
}

/// Executes and compares.
///
/// # Errors
/// If a program executes more than its bound, or cannot be executed.
pub(crate) fn run(options: &Options) -> Result<()> {
    let jdk = java::ensure()?
        .into_iter()
        .find(|jdk| jdk.version.feature >= trace::FIRST_FEATURE)
        .with_context(|| {
            let needed = trace::FIRST_FEATURE;
            format!("JDK {needed} or newer is needed; install one and set JAVA_HOME to its folder")
        })?;
    let cache = default_cache_dir(&Environment::of_this_process())
        .context("no folder for caches is known; set HOME")?;
    let mut bench = Bench::new(jdk.clone(), &cache)?;
    if options.library {
        let library = JdkLibrary::open_or_make(&jdk, &built_in_model::load(), &cache)?;
        bench = bench.following(Arc::new(library));
    }
    if options.textbook {
        return textbook(&bench);
    }
    let fault = Fault::Scaled(options.scale);
    let mut board = Board::default();
    if !options.java.is_empty() {
        let subjects = options.java.iter().map(|path| Subject::of_file(path));
        let executed = bench.execute(subjects.collect::<Result<_>>()?)?;
        println!("{}", bench.textbook(&executed)?);
        board.add(&bench, &executed, fault)?;
        return show(&board, options);
    }
    if options.corpus || options.family.is_some() {
        let mut subjects = corpus();
        subjects.retain(|subject| options.family.is_none_or(|family| subject.family == family));
        let executed = bench.execute(subjects)?;
        board.add(&bench, &executed, fault)?;
        if options.corpus {
            for ratio in &board.of(Judge::Worst).methods {
                println!("{:10.3} {}", ratio.ratio, ratio.name);
            }
        }
    }
    let mut shown = BTreeSet::new();
    let programs = match options.family {
        Some(Family::Textbook) => 0,
        _ => options.programs,
    };
    let end = options.seed.saturating_add(programs);
    let mut first = options.seed;
    while first < end {
        let last = end.min(first.saturating_add(BATCH));
        let programs: Vec<Generated> = (first..last)
            .map(|seed| Generated::new(seed, options.style(seed)))
            .collect();
        let subjects = programs.iter().enumerate();
        let subjects = subjects.map(|(at, program)| program.subject(&format!("P{at}")));
        let executed = bench.execute(subjects.collect())?;
        for (judge, violation) in board.add(&bench, &executed, fault)? {
            if shown.len() < options.shown {
                let small = shrink(&bench, &programs[violation.subject], judge, fault)?;
                // Many programs have the same cause.
                if shown.insert((judge, small.text())) {
                    show_small(&bench, &small, judge, &violation, fault)?;
                }
            }
        }
        first = last;
        let violations = |judge| board.of(judge).violations.len();
        let counts: Vec<String> = Judge::ALL
            .iter()
            .map(|judge| format!("{} {}", violations(*judge), judge.name()))
            .collect();
        println!(
            "{} programs, violations: {}",
            first - options.seed,
            counts.join(", ")
        );
    }
    show(&board, options)
}

/// Prints the results.
fn show(board: &Board, options: &Options) -> Result<()> {
    println!();
    for (family, judge, calls, worst) in board.broken() {
        println!(
            "{:<10} {:<24} {:>4} calls, {:.3} of what was executed: {}.{}({})",
            family.tag(),
            judge.name(),
            calls,
            worst.comparison.ratio(),
            worst.name,
            worst.call.method.name,
            worst.values()
        );
        if let Claim::Contract { text, verdict } = &worst.comparison.claim {
            println!("    {text}: {verdict}");
        }
    }
    for text in &board.clauses {
        println!("{text}");
    }
    for judge in [Judge::Worst, Judge::WorstWithCallees] {
        let summary = board.of(judge);
        println!("\n{}: {summary}", judge.name());
        for ratio in summary.loosest(options.loosest) {
            println!("{:12.3} {}", ratio.ratio, ratio.name);
        }
        for inexact in summary.inexact.iter().take(MAX_SHOWN) {
            println!("Nothing depends on data, but the bound is not exact: {inexact}");
        }
    }
    println!("\n{board}");
    if !board.is_sound() {
        bail!("bounds are wrong: see the programs above");
    }
    Ok(())
}

/// Prints what is known about the textbook methods.
fn textbook(bench: &Bench) -> Result<()> {
    let mut subjects = corpus();
    subjects.retain(|subject| subject.family == Family::Textbook);
    let executed = bench.execute(subjects)?;
    let textbook = bench.textbook(&executed)?;
    println!("{textbook}");
    if textbook.methods.iter().any(|method| method.violations > 0) {
        bail!("bounds are wrong: see the methods above");
    }
    Ok(())
}

impl Options {
    /// What the program of a seed may contain.
    fn style(&self, seed: u64) -> Style {
        match self.family {
            _ if self.counting => Style::Counting,
            Some(Family::General) if seed.is_multiple_of(8) => Style::Counting,
            Some(Family::General) => Style::Free,
            Some(family) => Style::Of(family),
            None => Style::of_seed(seed),
        }
    }
}

/// Shows a program that violates its bound, reduced as far as possible.
fn show_small(
    bench: &Bench,
    small: &Generated,
    judge: Judge,
    violation: &Violation,
    fault: Fault,
) -> Result<()> {
    let executed = bench.execute(vec![small.subject("P")])?;
    let mut summary = SoundnessSummary::default();
    summary.add(&executed, &bench.judge_by(judge, &executed, fault)?);
    let smallest = summary.violations.first().unwrap_or(violation);
    println!("Wrong ({}), made smaller: {smallest}", judge.name());
    Ok(())
}

/// The family of a tag.
fn family(tag: &str) -> std::result::Result<Family, String> {
    Family::of_tag(tag).ok_or_else(|| {
        let tags: Vec<&str> = Family::ALL.iter().map(|family| family.tag()).collect();
        format!("unknown family; the families are {}", tags.join(", "))
    })
}

/// The families and their subjects, for the help.
fn families() -> String {
    let lines = Family::ALL
        .iter()
        .map(|family| format!("  {:<10} {}", family.tag(), family.about()));
    let lines: Vec<String> = lines.collect();
    format!("Families of programs:\n{}", lines.join("\n"))
}
