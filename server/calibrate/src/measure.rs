//! `calibrate measure`: begins or continues a campaign on this machine.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use calibrate::machine::Machine;
use calibrate::{java, provenance};
use campaign::{Campaign, DeviceId};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use harness::suite::{Extent, Suite};
use harness::{CampaignSize, ExecutionMode, Run, RunSummary};
use meters::{Description, Selector, System};
use serde_json::json;

use crate::{programs, progress};

/// What may be said about a campaign.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The meter, such as powercap, cpu-time:tdp=65,cpus=16 or keithley:tcp=HOST:5025; `calibrate doctor` lists them
    #[arg(long, value_name = "METER")]
    pub(crate) meter: Selector,
    /// The campaign's file. If it exists, only what it lacks is measured. calibrate never runs what the file contains: it
    /// generates and compiles the programs again, and refuses a file whose programs differ
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The name of this device in the model
    #[arg(long, value_name = "NAME", default_value = "this-machine")]
    pub(crate) device: String,
    /// The JDK that is measured
    #[arg(long, value_name = "HOME")]
    pub(crate) jdk: Option<PathBuf>,
    /// How the JVM executes the programs: it interprets them, or compiles them with C1 or C2 until nothing is compiled any
    /// more. Each mode has its own programs and its own campaign
    #[arg(long, value_name = "MODE", default_value = "interpreter", value_parser = execution_mode())]
    pub(crate) mode: ExecutionMode,
    /// Fewer programs and cycles
    #[arg(long, conflicts_with = "full")]
    pub(crate) quick: bool,
    /// All programs, ten cycles (the default)
    #[arg(long)]
    pub(crate) full: bool,
    /// Seed of the generated programs and of the order
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Only programs whose names contain this text, and the empty loop
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Measurement cycles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) cycles: Option<u32>,
    /// Samples of each program in each cycle
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) samples: Option<u32>,
    /// Launches of the JVM, at least 4 unless there are fewer cycles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) launches: Option<u32>,
    /// The length of a sample in milliseconds; the meter may need more
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub(crate) sample_ms: Option<u32>,
    /// The processor to run on
    #[arg(long, value_name = "N")]
    pub(crate) cpu: Option<usize>,
    /// How many times to take a sample at most, until the processor keeps one speed
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) attempts: u32,
    /// Print no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Reads a mode by its name, and lists the names in the help.
pub(crate) fn execution_mode() -> impl TypedValueParser<Value = ExecutionMode> {
    let names = ExecutionMode::ALL.map(ExecutionMode::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<ExecutionMode>())
}

/// A single launch is rarely typical.
const FEWEST_LAUNCHES: u32 = 4;

impl Arguments {
    /// A campaign with the command's default flags.
    pub(crate) const fn of(
        meter: Selector,
        mode: ExecutionMode,
        extent: Extent,
        out: PathBuf,
    ) -> Self {
        Self {
            meter,
            out,
            device: String::new(),
            jdk: None,
            mode,
            quick: matches!(extent, Extent::Quick),
            full: matches!(extent, Extent::Full),
            seed: 1,
            only: None,
            cycles: None,
            samples: None,
            launches: None,
            sample_ms: None,
            cpu: None,
            attempts: 4,
            quiet: false,
        }
    }

    /// The expected time with this meter.
    pub(crate) fn duration(&self, meter: &Description) -> Duration {
        let suite = Suite::generate(self.seed, self.mode, self.extent());
        let programs = suite.sources.len();
        estimate(self, meter, programs, self.size().total(programs))
    }

    const fn extent(&self) -> Extent {
        if self.quick {
            Extent::Quick
        } else {
            Extent::Full
        }
    }

    fn size(&self) -> CampaignSize {
        let (cycles, samples) = match self.extent() {
            Extent::Quick => (4, 1),
            Extent::Full => (10, 2),
        };
        let cycles = self.cycles.unwrap_or(cycles);
        CampaignSize {
            // The cost of a program differs more from launch to launch than within a launch, several times more for some
            // programs.
            launches: self
                .launches
                .unwrap_or(cycles)
                .max(FEWEST_LAUNCHES)
                .min(cycles),
            cycles,
            samples: self.samples.unwrap_or(samples),
            baseline_samples: 8,
        }
    }

    fn sample_s(&self) -> f64 {
        let milliseconds = self.sample_ms.unwrap_or(match self.extent() {
            Extent::Quick => 3,
            Extent::Full => 4,
        });
        f64::from(milliseconds) * 1e-3
    }
}

/// Measures the rest of the campaign, and prints what comes next.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    take(arguments)?;
    if !arguments.quiet {
        crate::screen::print_message(format_args!(
            "Next: calibrate fit {} --out model.json",
            arguments.out.display()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures the rest of the campaign.
///
/// # Errors
/// If the meter or the JDK cannot be used, or the campaign has other settings. Its file keeps the measurements.
pub(crate) fn take(arguments: &Arguments) -> anyhow::Result<()> {
    let system = System::default();
    let mut meter = meters::open(&arguments.meter, &system)?;
    let suite = suite(arguments)?;
    let jdk = java::find(arguments.jdk.as_deref())?;
    let cache_dir = java::cache_dir()?;
    let machine = Machine::of(&system);
    let size = arguments.size();
    let provenance = provenance::of(
        provenance::MeasuredRuntime {
            jdk: &jdk,
            mode: arguments.mode,
        },
        &arguments.meter,
        meter.as_ref(),
        &machine,
        arguments.seed,
        BTreeMap::from([
            ("extent".to_owned(), json!(arguments.extent().name())),
            ("only".to_owned(), json!(arguments.only)),
            ("launches".to_owned(), json!(size.launches)),
            ("cycles".to_owned(), json!(size.cycles)),
            ("samples".to_owned(), json!(size.samples)),
            ("sample_s".to_owned(), json!(arguments.sample_s())),
            ("cpu".to_owned(), json!(arguments.cpu)),
        ]),
        SystemTime::now(),
    );
    let say = |text: &str| {
        if !arguments.quiet {
            crate::screen::print_message(format_args!("{text}"));
        }
    };
    let mut campaign = Campaign::open_or_resume(&arguments.out, &provenance)?;
    provenance::check_same(&campaign.provenance()?, &provenance)?;
    let device = campaign.add_device(&arguments.device, &serde_json::to_value(&machine)?)?;
    let progress = campaign.progress(device)?;
    if progress.planned > 0 && progress.planned == progress.measured {
        say(&format!("All {} samples are there", progress.planned));
        return Ok(());
    }
    let build = programs::prepare(&mut campaign, &suite, &jdk, arguments.quiet)?;
    if progress.planned == 0 {
        plan(&mut campaign, arguments, &suite, device)?;
    }
    let progress = campaign.progress(device)?;
    let left = progress.planned - progress.measured;
    say(&format!(
        "{left} of {} samples to take, {}, in {} launches: {}",
        progress.planned,
        arguments.meter,
        arguments.size().launches,
        humantime::format_duration(estimate(
            arguments,
            meter.description(),
            suite.sources.len(),
            left
        )),
    ));
    for line in machine.advice() {
        say(&format!("note: {line}"));
    }
    let bar = progress::bar(progress.planned, progress.measured, arguments.quiet);
    let summary = Run {
        campaign: &mut campaign,
        device,
        build: &build,
        jdk: &jdk,
        mode: arguments.mode,
        cache_dir: &cache_dir,
        meter: meter.as_mut(),
        sample_s: arguments.sample_s(),
        cpu: arguments.cpu,
        attempts: arguments.attempts,
        observe: &mut |step| progress::show(&bar, step),
    }
    .go();
    bar.finish_and_clear();
    let summary = summary?;
    say(&describe(&summary));
    if let Some(unsteady) = describe_unsteady(&summary, arguments.mode) {
        crate::screen::print_message(format_args!("{unsteady}"));
    }
    Ok(())
}

/// Stores the order of the samples before the first one, so that resuming finds it.
fn plan(
    campaign: &mut Campaign,
    arguments: &Arguments,
    suite: &Suite,
    device: DeviceId,
) -> anyhow::Result<()> {
    // Each device has its own order.
    let number = campaign.devices()?.len() as u64;
    let order = harness::plan(
        arguments.seed.wrapping_add(number),
        &suite.sources,
        arguments.size(),
    );
    campaign.add_plan(device, &order)?;
    Ok(())
}

/// The requested programs.
fn suite(arguments: &Arguments) -> anyhow::Result<Suite> {
    let all = Suite::generate(arguments.seed, arguments.mode, arguments.extent());
    programs::only(all, arguments.only.as_deref())
}

/// The overhead of a sample in seconds: a garbage collection, two probes, and repetitions.
const BESIDES_S: f64 = 0.008;
/// The time of a launch with all classes loaded, in seconds.
const LAUNCH_S: f64 = 4.0;

/// The time in seconds that a program takes in each launch until its compiled code no longer changes.
const COMPILATION_S: f64 = 0.06;

fn estimate(arguments: &Arguments, meter: &Description, programs: usize, samples: u64) -> Duration {
    let sample_s = arguments.sample_s().max(meter.shortest_window_s);
    let compilation_s = if arguments.mode.is_compiled() {
        COMPILATION_S * programs as f64
    } else {
        0.0
    };
    let launches = f64::from(arguments.size().launches);
    let seconds = samples as f64 * (sample_s + BESIDES_S) + launches * (LAUNCH_S + compilation_s);
    Duration::from_secs(seconds.round() as u64)
}

fn describe(summary: &RunSummary) -> String {
    let share = |count: u64| 100.0 * count as f64 / summary.samples.max(1) as f64;
    let thrown_away = match summary.thrown_away {
        0 => String::new(),
        count => format!(
            "; {} thrown away and taken again because the JVM compiled or deoptimised code meanwhile",
            escape::how_many(count, "sample was", "samples were")
        ),
    };
    format!(
        "{} samples in {}; {:.0}% were taken more than once because the processor changed its speed, {:.0}% remained disturbed{thrown_away}",
        summary.samples,
        humantime::format_duration(Duration::from_secs(summary.seconds.round() as u64)),
        share(summary.repeated),
        share(summary.disturbed),
    )
}

/// Names the programs without samples in some launches.
pub(crate) fn describe_unsteady(summary: &RunSummary, mode: ExecutionMode) -> Option<String> {
    if summary.unsteady.is_empty() {
        return None;
    }
    let names: Vec<&str> = summary.unsteady.iter().map(String::as_str).collect();
    Some(format!(
        "note: in one or more launches {} did not reach a steady state of mode {mode}, and have no samples of these: {}. The same \
         command tries again",
        escape::how_many(names.len(), "program", "programs"),
        names.join(", ")
    ))
}
