//! `calibrate this-machine`: measures, fits and installs a model in one command.

mod choice;
mod workplace;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use calibrate::machine::Machine;
use calibrate::{CommandResult, Structure, check, fit, java, keep_validation};
use clap::Args;
use harness::suite::Extent;
use harness::{Counter, ExecutionMode};
use jdk::{Environment, Jdk};
use meters::{Selector, System};
use model_registry::{Registry, THIS_MACHINE};
use posterior::{Posterior, Validated};

use crate::exit::FAILED;
use crate::{measure, progress, screen, validate};
use workplace::Workplace;

/// A meter whose campaign would take longer is used only if it is named.
const QUICK_LIMIT: Duration = Duration::from_mins(3);
const FULL_LIMIT: Duration = Duration::from_mins(30);
/// A model whose median error on unseen programs is larger is not installed. Good models of compiled code are off by a factor of
/// 1.3 to 1.4.
const LARGEST_MEDIAN_ERROR: f64 = 0.3;
const LARGEST_MEDIAN_ERROR_OF_COMPILED: f64 = 0.6;

/// How to calibrate this machine.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Measure all programs; without it, a part of them
    #[arg(long)]
    full: bool,
    /// The meter [default: the most direct one that works here and is done in time, or else cpu-time]
    #[arg(long, value_name = "METER")]
    meter: Option<Selector>,
    /// The JDK that is measured
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
    /// How the JVM executes the programs: it interprets them, or compiles them with C1 or C2
    #[arg(long, value_name = "MODE", default_value = "interpreter", value_parser = measure::execution_mode())]
    mode: ExecutionMode,
    /// The name of the model [default: this-machine; in other modes this-machine-c1 or this-machine-c2]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Seed of the generated programs and of the order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The processor to run on
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
    /// Keep the measurements in this file; without it, calibrate removes them when the model is installed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Forget what an interrupted calibration has measured, and begin again
    #[arg(long)]
    restart: bool,
    /// Install the model even if a check does not pass; the model says so
    #[arg(long)]
    force: bool,
    /// Add the model, but do not use it unless a setting names it
    #[arg(long)]
    no_use: bool,
    /// Only programs whose names contain this text, and the empty loop
    #[arg(long, value_name = "TEXT", hide = true)]
    only: Option<String>,
    /// Measurement cycles
    #[arg(long, value_name = "N", hide = true, value_parser = clap::value_parser!(u32).range(1..=1000))]
    cycles: Option<u32>,
    /// Draws that each chain of the fit keeps
    #[arg(long, value_name = "N", hide = true, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(50..=100_000))]
    draws: u32,
    /// Print no progress
    #[arg(long)]
    quiet: bool,
}

/// The messages about progress.
const STEPS: [&str; 6] = [
    "looking at this machine",
    "measuring",
    "fitting the model",
    "checking the fit",
    "comparing the model with programs that it has not seen",
    "installing the model",
];

impl Arguments {
    const fn extent(&self) -> Extent {
        if self.full {
            Extent::Full
        } else {
            Extent::Quick
        }
    }

    /// The name of the model.
    fn name(&self) -> String {
        match (&self.name, self.mode) {
            (Some(name), _) => name.clone(),
            (None, ExecutionMode::Interpreter) => THIS_MACHINE.to_owned(),
            (None, mode) => format!("{THIS_MACHINE}-{mode}"),
        }
    }

    /// The structure of the model.
    const fn structure(&self) -> Structure {
        if self.mode.is_compiled() {
            Structure::Compiled
        } else {
            Structure::Instruction
        }
    }

    fn say(&self, line: &str) {
        if !self.quiet {
            screen::print_message(format_args!("{line}"));
        }
    }

    fn begin(&self, step: usize) {
        let doing = STEPS.get(step).copied().unwrap_or_default();
        self.say(&format!("[{}/{}] {doing}", step + 1, STEPS.len()));
    }
}

/// What a calibration measures with.
struct Setting {
    selector: Selector,
    jdk: Jdk,
    workplace: Workplace,
}

/// Measures, fits, checks, validates and installs.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let registry = Registry::of_this_user();
    registry.check_name(&arguments.name())?;
    arguments.begin(0);
    let setting = prepare(arguments)?;
    arguments.begin(1);
    let campaign = arguments
        .out
        .clone()
        .unwrap_or_else(|| setting.workplace.campaign());
    measure::take(&measure::Arguments {
        device: arguments.name(),
        jdk: Some(setting.jdk.home.clone()),
        seed: arguments.seed,
        cpu: arguments.cpu,
        only: arguments.only.clone(),
        cycles: arguments.cycles,
        quiet: arguments.quiet,
        ..measure::Arguments::of(
            setting.selector.clone(),
            arguments.mode,
            arguments.extent(),
            campaign.clone(),
        )
    })?;
    arguments.begin(2);
    let file = setting.workplace.model();
    let fitted = fit::Arguments {
        structure: Some(arguments.structure()),
        name: Some(arguments.name()),
        force: arguments.force,
        draws: arguments.draws,
        tune: arguments.draws.min(500),
        ..fit::Arguments::new(vec![campaign.clone()], file.clone(), arguments.seed)
    };
    let passed = watched(arguments, |out| fit::run(&fitted, out))?;
    let refused = |what: &str| -> Result<ExitCode> {
        screen::print_message(format_args!(
            "calibrate: {what}, so no model was installed. The measurements are in {}: `calibrate this-machine --restart` measures \
             again, with fewer other programs running; --full measures more; --force installs the model anyway",
            campaign.display()
        ));
        Ok(ExitCode::from(FAILED))
    };
    if !passed && !arguments.force {
        return refused("the diagnostics of the fit do not pass");
    }
    arguments.begin(3);
    let checked = check::Arguments {
        model: file.clone(),
        all: false,
    };
    let passed = watched(arguments, |out| check::run(&checked, out))?;
    if !passed && !arguments.force {
        return refused("the fit does not pass its check");
    }
    arguments.begin(4);
    let validated = unseen(arguments, &setting, file.clone())?;
    let largest = if arguments.mode.is_compiled() {
        LARGEST_MEDIAN_ERROR_OF_COMPILED
    } else {
        LARGEST_MEDIAN_ERROR
    };
    if !(validated.median_error <= largest || arguments.force) {
        return refused(&format!(
            "half of the programs that the model has not seen are predicted wrong by more than {:.0}%",
            100.0 * largest
        ));
    }
    let model = keep_validation(&file, validated.clone())?;
    arguments.begin(5);
    let added = registry.add(&file, Some(&arguments.name()), true)?;
    let before = registry.in_use();
    if !arguments.no_use {
        registry.choose(&added.name)?;
    }
    setting.workplace.remove()?;
    report(arguments, &model, &validated, &before)?;
    Ok(ExitCode::SUCCESS)
}

/// Chooses meter and JDK before anything takes time, and prints how to improve the setup.
fn prepare(arguments: &Arguments) -> Result<Setting> {
    let system = System::default();
    let jdk = java::find(arguments.jdk.as_deref())?;
    let cache = java::cache_dir()?;
    // Without a counter, the campaign would end after its programs are compiled.
    Counter::beside(&jdk, &cache, &Environment::of_this_process())?;
    let selector = match &arguments.meter {
        Some(selector) => {
            meters::open(selector, &system)?;
            selector.clone()
        }
        None => best_meter(arguments, &system)?,
    };
    let meter = meters::open(&selector, &system)?;
    arguments.say(&format!("meter {selector}: {}", meter.description().what));
    if meter.description().modelled {
        arguments.say(
            "note: no joule is measured by a meter: joules are CPU seconds times a modelled power; `calibrate doctor` says why no \
             meter works here",
        );
    }
    arguments.say(&jdk.to_string());
    let settings = (
        (arguments.extent().name(), arguments.mode.name()),
        selector.to_string(),
        &jdk.home,
        &jdk.version.full,
        arguments.seed,
        arguments.cpu,
        &arguments.only,
        arguments.cycles,
        &Machine::of(&system).model,
    );
    let workplace = Workplace::open(&cache, &arguments.name(), &settings)?;
    if arguments.restart {
        workplace.clear()?;
        if let Some(out) = arguments.out.as_ref().filter(|out| out.exists()) {
            bail!(
                "{} exists; --restart does not remove a file that you named: remove it or give another --out",
                out.display()
            );
        }
    }
    Ok(Setting {
        selector,
        jdk,
        workplace,
    })
}

fn best_meter(arguments: &Arguments, system: &System) -> Result<Selector> {
    let findings = meters::survey(system);
    let limit = if arguments.full {
        FULL_LIMIT
    } else {
        QUICK_LIMIT
    };
    let planned = |description: &meters::Description| {
        let any = Selector::of(&meters::KINDS[0]);
        measure::Arguments::of(any, arguments.mode, arguments.extent(), PathBuf::new())
            .duration(description)
    };
    let choice = choice::best(&findings, planned, limit)?;
    for passed_over in &choice.passed_over {
        arguments.say(&format!("note: {passed_over}"));
    }
    Ok(choice.selector)
}

/// Runs a command whose output is shown only if it fails, or later.
fn watched(
    arguments: &Arguments,
    command: impl FnOnce(&mut dyn std::io::Write) -> Result<CommandResult>,
) -> Result<bool> {
    let spinner = progress::spinner(arguments.quiet);
    let mut said = Vec::new();
    let result = command(&mut said);
    spinner.finish_and_clear();
    let passed = result? == CommandResult::Complete;
    if !passed {
        for line in String::from_utf8_lossy(&said).lines() {
            screen::print_message(format_args!("  {line}"));
        }
    }
    Ok(passed)
}

/// The error of the model on unseen programs.
fn unseen(arguments: &Arguments, setting: &Setting, model: PathBuf) -> Result<Validated> {
    let whole = validate::Arguments {
        jdk: Some(setting.jdk.home.clone()),
        only: arguments.only.clone(),
        cpu: arguments.cpu,
        quiet: arguments.quiet,
        ..validate::Arguments::of(
            model,
            setting.selector.clone(),
            setting.workplace.validation(),
        )
    };
    let validated = validate::summary(&if arguments.full { whole } else { whole.quick() })?;
    ensure!(
        validated.median_error.is_finite(),
        "no program was measured that the model could be compared with; run the command again"
    );
    Ok(validated)
}

fn report(
    arguments: &Arguments,
    model: &Posterior,
    validated: &Validated,
    before: &str,
) -> Result<()> {
    let mut out = screen::out();
    let name = &arguments.name();
    let state = if arguments.no_use {
        "is added"
    } else {
        "is the model in use"
    };
    out.line(format_args!("{name} {state}: {} mode", model.mode()))?;
    if let Some(statement) = model.hardware().unmetered() {
        out.line(format_args!("  {statement}"))?;
    }
    out.line(format_args!("  {}", model.hardware()))?;
    out.line(format_args!("  {}", model.jdk()))?;
    out.line(format_args!("  {}", model.unseen_in_words(validated)))?;
    if arguments.no_use {
        out.line(format_args!("Next: `jouled model use {name}`"))?;
    } else {
        out.line(format_args!(
            "jouled and editors use it without any setting, an open editor after its next start. `jouled model use {}` changes that",
            if before == name { "NAME" } else { before }
        ))?;
    }
    if !arguments.full {
        out.line(format_args!(
            "`calibrate this-machine --full` measures more programs"
        ))?;
    }
    Ok(())
}
