//! `calibrate timing`: the time of single instructions, by Lambert and Power's platform-independent method (2008).

mod clusters;
mod render;
mod statistics;
mod timed;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use harness::timing::{self, Companion, TimedInstruction};
use harness::{ExecutionMode, Jvm};
use indicatif::ProgressBar;

use crate::progress;
use calibrate::java;
use calibrate::text_or_json::TextOrJson;
use statistics::{Bernoulli, median, trials_needed};
use timed::{Report, Timed};

/// How the timing is done.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The JDK that is timed
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
    /// Instructions in a sequence
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u16).range(10..=3000))]
    length: u16,
    /// The allowed relative error of the time of a sequence
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    error: f64,
    /// The confidence of that error
    #[arg(long, value_name = "SHARE", default_value_t = 0.95)]
    confidence: f64,
    /// Significant digits of the clock's overhead
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    digits: u32,
    /// Only instructions whose names contain this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Print the number and duration of the trials, and time nothing
    #[arg(long)]
    plan: bool,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    /// Print no progress
    #[arg(long)]
    quiet: bool,
}

/// The number of coarse-clock trials in one step. Fine-clock trials come between the steps, so both see the same processor
/// speeds.
const TRIALS_A_STEP: u32 = 5_000;
/// The number of fine-clock trials in one step. Their median counts.
const FINE_TRIALS: u32 = 101;
/// Fewer trials say nothing, even if the formula allows them.
const FEWEST_TRIALS: u64 = 1000;

/// Times the instructions.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let in_range = |share: f64| share > 0.0 && share < 1.0;
    anyhow::ensure!(
        in_range(arguments.error) && in_range(arguments.confidence),
        "--error and --confidence are shares between 0 and 1"
    );
    let jdk = java::find(arguments.jdk.as_deref())?;
    let cache_dir = java::cache_dir()?;
    let instructions = chosen(arguments)?;
    let folder = files::private_folder("calibrate-").context("no folder for the classes")?;
    let overhead = timing::overhead();
    for instruction in instructions.iter().chain([&overhead]) {
        write_class(folder.path(), &instruction.class(arguments.length))?;
    }
    let mut jvm = Jvm::launch(
        &jdk,
        &cache_dir,
        folder.path(),
        None,
        ExecutionMode::Interpreter,
    )?;
    let mut session = Session {
        resolution_s: jvm.clock_resolution()?,
        jvm: &mut jvm,
        confidence: arguments.confidence,
        bar: ProgressBar::hidden(),
    };
    // The error that leaves this many digits correct: 0.05 for two.
    let overhead_error = 0.5 * 10_f64.powi(1 - arguments.digits as i32);
    let plan = session.plan(&instructions, arguments.error, &overhead, overhead_error)?;
    let seconds = session.seconds(&plan, &overhead)?;
    if arguments.plan {
        render::plan(&mut crate::screen::out(), &plan, seconds)?;
        return Ok(ExitCode::SUCCESS);
    }
    if !arguments.quiet {
        crate::screen::print_message(format_args!(
            "{} instructions to {} of their time with {} confidence: about {:.0} s of CPU time",
            instructions.len(),
            arguments.error,
            arguments.confidence,
            seconds
        ));
    }
    session.bar = progress::bar(instructions.len() as u64 + 1, 0, arguments.quiet);
    let (overhead_time, overhead_fine_s) = session.time(&overhead, overhead_error)?;
    let mut sequences = BTreeMap::new();
    for instruction in &instructions {
        sequences.insert(
            instruction.name,
            session.time(instruction, arguments.error)?,
        );
    }
    session.bar.finish_and_clear();
    let resolution_s = session.resolution_s;
    let report = Report {
        jdk: jdk.to_string(),
        resolution_s,
        length: arguments.length,
        confidence: arguments.confidence,
        instructions: instructions
            .iter()
            .filter_map(|of| {
                timed(
                    of,
                    &sequences,
                    (overhead_time, overhead_fine_s),
                    arguments.length,
                )
            })
            .collect(),
        overhead: overhead_time,
        overhead_fine_s,
    };
    let mut out = crate::screen::out();
    match arguments.format {
        TextOrJson::Text => render::text(&mut out, &report)?,
        TextOrJson::Json => render::json(&mut out, &report)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The instructions with matching names, and their companions.
fn chosen(arguments: &Arguments) -> anyhow::Result<Vec<TimedInstruction>> {
    let all = timing::all();
    let fits = |of: &TimedInstruction| {
        arguments
            .only
            .as_ref()
            .is_none_or(|text| of.name.contains(text.as_str()))
    };
    let companions: Vec<&str> = all
        .iter()
        .filter(|of| fits(of))
        .filter_map(|of| match of.companion {
            Companion::None => None,
            Companion::Instruction(name) => Some(name),
        })
        .collect();
    let chosen: Vec<TimedInstruction> = all
        .iter()
        .filter(|of| fits(of) || companions.contains(&of.name))
        .cloned()
        .collect();
    anyhow::ensure!(
        !chosen.is_empty(),
        "no instruction has `{}` in its name; try for example --only add",
        arguments.only.as_deref().unwrap_or_default()
    );
    Ok(chosen)
}

fn write_class(folder: &Path, class: &campaign::ClassFile) -> anyhow::Result<()> {
    let path = folder.join(format!("{}.class", class.name));
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(&path, &class.bytes))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// A JVM that times.
struct Session<'j> {
    jvm: &'j mut Jvm,
    resolution_s: f64,
    confidence: f64,
    bar: ProgressBar,
}

impl Session<'_> {
    /// The expected time of the planned trials: their sequences (z² · Δ / ε² for any sequence) and the overhead of each trial,
    /// which is as long again for sequences of a few microseconds.
    fn seconds(
        &mut self,
        plan: &[(&'static str, f64, u64)],
        overhead: &TimedInstruction,
    ) -> anyhow::Result<f64> {
        let class = format!("timed/T_{}", overhead.name);
        let start = Instant::now();
        self.jvm.coarse_trials(&class, TRIALS_A_STEP)?;
        let besides = start.elapsed().as_secs_f64() / f64::from(TRIALS_A_STEP);
        let by_fine_clock = 1.0 + f64::from(FINE_TRIALS) / f64::from(TRIALS_A_STEP);
        let of_one = |(_, event_s, trials): &(&str, f64, u64)| {
            (*trials).max(FEWEST_TRIALS) as f64 * (event_s + besides) * by_fine_clock
        };
        Ok(plan.iter().map(of_one).sum())
    }

    /// The median of several fine-clock trials in seconds.
    fn fine(&mut self, instruction: &TimedInstruction) -> anyhow::Result<f64> {
        let class = format!("timed/T_{}", instruction.name);
        Ok(median(&self.jvm.fine_trials(&class, FINE_TRIALS)?))
    }

    /// The time of a sequence and its number of trials, for each instruction and for the overhead.
    fn plan(
        &mut self,
        instructions: &[TimedInstruction],
        error: f64,
        overhead: &TimedInstruction,
        overhead_error: f64,
    ) -> anyhow::Result<Vec<(&'static str, f64, u64)>> {
        let with_errors = instructions
            .iter()
            .map(|of| (of, error))
            .chain([(overhead, overhead_error)]);
        with_errors
            .map(|(of, error)| {
                let fine_s = self.fine(of)?;
                let trials = trials_needed(fine_s, self.resolution_s, error, self.confidence);
                Ok((of.name, fine_s, trials))
            })
            .collect()
    }

    /// The time of a sequence including the readings of the clock: by the coarse clock, and by the fine one.
    fn time(
        &mut self,
        instruction: &TimedInstruction,
        error: f64,
    ) -> anyhow::Result<(Bernoulli, f64)> {
        self.bar.set_message(instruction.name);
        let class = format!("timed/T_{}", instruction.name);
        let mut medians = vec![self.fine(instruction)?];
        let needed = trials_needed(medians[0], self.resolution_s, error, self.confidence);
        let needed = needed.max(FEWEST_TRIALS);
        let (mut whole, mut advanced, mut tried) = (0, 0, 0);
        while tried < needed {
            let step = TRIALS_A_STEP.min((needed - tried).min(u64::from(u32::MAX)) as u32);
            let (more_whole, more_advanced) = self.jvm.coarse_trials(&class, step)?;
            whole += more_whole;
            advanced += more_advanced;
            tried += u64::from(step);
            medians.push(self.fine(instruction)?);
        }
        self.bar.inc(1);
        let fine_s = medians.iter().sum::<f64>() / medians.len() as f64;
        Ok((
            Bernoulli::of(advanced, whole, self.resolution_s, self.confidence),
            fine_s,
        ))
    }
}

/// The time of an instruction: its sequence minus the readings of the clock and its companion.
fn timed(
    instruction: &TimedInstruction,
    sequences: &BTreeMap<&'static str, (Bernoulli, f64)>,
    (overhead, overhead_fine_s): (Bernoulli, f64),
    length: u16,
) -> Option<Timed> {
    let (coarse, fine_s) = sequences.get(instruction.name)?;
    let n = f64::from(length);
    let mut coarse_s = (coarse.seconds - overhead.seconds) / n;
    let mut squares = coarse.half_width_s.powi(2) + overhead.half_width_s.powi(2);
    let mut fine_net_s = (fine_s - overhead_fine_s) / n;
    if let Companion::Instruction(name) = instruction.companion {
        // Both sequences include the readings of the clock.
        let (companion, companion_fine_s) = sequences.get(name)?;
        coarse_s -= (companion.seconds - overhead.seconds) / n;
        fine_net_s -= (companion_fine_s - overhead_fine_s) / n;
        squares += companion.half_width_s.powi(2);
    }
    Some(Timed {
        name: instruction.name,
        coarse_s,
        half_width_s: squares.sqrt() / n,
        fine_s: fine_net_s,
        trials: coarse.trials,
    })
}
