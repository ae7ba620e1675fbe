//! `calibrate validate`: compares predictions with measurements of programs that the model has not seen.

mod render;
mod score;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, bail};
use campaign::{Campaign, CampaignProvenance};
use clap::Args;
use files::{TempFolder, TempFolderKind};
use harness::suite::{Suite, UserProgram};
use harness::{CampaignSize, ExecutionMode, Run, Step};
use jdk::Jdk;
use meters::{Selector, System};
use posterior::{Posterior, Validated};
use pricing::{Mapping, Pricer};
use serde_json::json;

use crate::{measure, programs, progress};
use calibrate::machine::Machine;
use calibrate::text_or_json::TextOrJson;
use calibrate::{java, predictions, provenance};
use score::Validation;

/// What is compared with what.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The model, a file that `calibrate fit` wrote
    pub(crate) model: PathBuf,
    /// Java programs, each a file with a class of its name that has a `main`. THEY ARE EXECUTED with your rights: give
    /// only programs that you would run
    pub(crate) programs: Vec<PathBuf>,
    /// The meter, the same as in the campaign
    #[arg(long, value_name = "METER")]
    pub(crate) meter: Selector,
    /// The JDK that is measured, the same as in the campaign
    #[arg(long, value_name = "HOME")]
    pub(crate) jdk: Option<PathBuf>,
    /// The device of the model; `any` is the mixture of all
    #[arg(long, value_name = "NAME", default_value = "any")]
    pub(crate) device: String,
    /// How bytecode instructions map to measured operations: stack, or the paper's plain reading
    #[arg(long, value_name = "MAPPING", default_value = "stack")]
    pub(crate) mapping: Mapping,
    /// How many methods of many statements to generate
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) composites: u32,
    /// Only programs whose names contain this text, and the empty loop
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// The seed of the generated methods; not that of a campaign
    #[arg(long, value_name = "N", default_value_t = 1_000_003)]
    pub(crate) seed: u64,
    /// Launches of the JVM
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=100))]
    pub(crate) launches: u32,
    /// Samples of each program in each launch
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) samples: u32,
    /// The length of a sample in milliseconds; the meter may need more
    #[arg(long, value_name = "MS", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub(crate) sample_ms: u32,
    /// The processor to run on
    #[arg(long, value_name = "N")]
    pub(crate) cpu: Option<usize>,
    /// Keep the measurements in this file, and do not repeat those that it has. Give the same programs again to
    /// continue; calibrate never runs what the file contains
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
    /// Print no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl Arguments {
    /// A validation with the command's default flags.
    pub(crate) fn of(model: PathBuf, meter: Selector, out: PathBuf) -> Self {
        Self {
            model,
            programs: Vec::new(),
            meter,
            jdk: None,
            device: "any".to_owned(),
            mapping: Mapping::default(),
            composites: 200,
            only: None,
            seed: 1_000_003,
            launches: 6,
            samples: 3,
            sample_ms: 4,
            cpu: None,
            out: Some(out),
            format: TextOrJson::Text,
            quiet: false,
        }
    }

    /// Fewer programs and launches, for a first look.
    pub(crate) fn quick(self) -> Self {
        Self {
            composites: 80,
            launches: 4,
            samples: 2,
            ..self
        }
    }
}

/// The result of a validation.
struct ValidationResult {
    posterior: Arc<Posterior>,
    validation: Validation,
    notes: Vec<String>,
}

/// Measures, predicts and compares.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let ValidationResult {
        posterior,
        validation,
        notes,
    } = judge(arguments)?;
    let mut out = crate::screen::out();
    match arguments.format {
        TextOrJson::Text => render::text(&mut out, &posterior, &validation, &notes)?,
        TextOrJson::Json => render::json(&mut out, &posterior, &validation, &notes)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The result for another command: the error of the model on unseen programs, each code once.
pub(crate) fn summary(arguments: &Arguments) -> anyhow::Result<Validated> {
    Ok(judge(arguments)?.validation.summary())
}

fn judge(arguments: &Arguments) -> anyhow::Result<ValidationResult> {
    let text = files::read_text(&arguments.model, files::MODEL)
        .with_context(|| format!("{} cannot be read", arguments.model.display()))?;
    let posterior = Arc::new(Posterior::from_json(&text)?);
    let device = posterior.device(&arguments.device)?;
    let given = arguments
        .programs
        .iter()
        .map(|path| given(path))
        .collect::<anyhow::Result<Vec<UserProgram>>>()?;
    let jdk = java::find(arguments.jdk.as_deref())?;
    let scratch =
        TempFolder::new(TempFolderKind::Samples).context("no folder for the measurements")?;
    let path = arguments
        .out
        .clone()
        .unwrap_or_else(|| scratch.path().join("validation.db"));
    let mode = ExecutionMode::of(posterior.mode()).with_context(|| {
        format!(
            "{} is of a mode that this version of calibrate does not measure",
            arguments.model.display()
        )
    })?;
    let campaign = take(arguments, &path, &jdk, mode, given)?;
    let notes = provenance_notes(&posterior, &campaign.provenance()?);
    let pricer = Pricer::new(Arc::clone(&posterior), arguments.mapping);
    let validation = Validation::of(predictions(&campaign, &pricer, device)?);
    Ok(ValidationResult {
        posterior,
        validation,
        notes,
    })
}

/// A Java file of the user.
fn given(path: &Path) -> anyhow::Result<UserProgram> {
    let text = files::read_text(path, files::JAVA)
        .with_context(|| format!("{} cannot be read", path.display()))?;
    let name = path
        .file_stem()
        .filter(|_| {
            path.extension()
                .is_some_and(|extension| extension == "java")
        })
        .and_then(|stem| stem.to_str())
        .with_context(|| format!("{} is not a Java file", path.display()))?;
    if !text.contains("void main(") {
        bail!(
            "{} has no method `main`; add `public static void main(String[] arguments)`",
            path.display()
        );
    }
    Ok(UserProgram {
        name: name.to_owned(),
        text,
    })
}

/// The complete campaign of the predicted programs.
fn take(
    arguments: &Arguments,
    path: &Path,
    jdk: &Jdk,
    mode: ExecutionMode,
    given: Vec<UserProgram>,
) -> anyhow::Result<Campaign> {
    let system = System::default();
    let mut meter = meters::open(&arguments.meter, &system)?;
    let machine = Machine::of(&system);
    let size = CampaignSize {
        launches: arguments.launches,
        cycles: arguments.launches,
        samples: arguments.samples,
        baseline_samples: 4 * arguments.samples,
    };
    let sample_s = f64::from(arguments.sample_ms) * 1e-3;
    let provenance = CampaignProvenance {
        title: "calibrate validate".to_owned(),
        ..provenance::of(
            provenance::MeasuredRuntime { jdk, mode },
            &arguments.meter,
            meter.as_ref(),
            &machine,
            arguments.seed,
            BTreeMap::from([
                ("composites".to_owned(), json!(arguments.composites)),
                ("only".to_owned(), json!(arguments.only)),
                ("launches".to_owned(), json!(size.launches)),
                ("samples".to_owned(), json!(size.samples)),
                ("sample_s".to_owned(), json!(sample_s)),
                (
                    "programs".to_owned(),
                    json!(given.iter().map(|given| &given.name).collect::<Vec<_>>()),
                ),
            ]),
            SystemTime::now(),
        )
    };
    let mut campaign = Campaign::open_or_resume(path, &provenance)?;
    provenance::check_same(&campaign.provenance()?, &provenance)?;
    let cache_dir = java::cache_dir()?;
    let device = campaign.add_device("validation", &serde_json::to_value(&machine)?)?;
    let suite = Suite::validation(arguments.seed, mode, arguments.composites, given);
    let suite = programs::only(suite, arguments.only.as_deref())?;
    let build = programs::prepare(&mut campaign, &suite, jdk, arguments.quiet)?;
    if campaign.progress(device)?.planned == 0 {
        let order = harness::plan(arguments.seed, &suite.sources, size);
        campaign.add_plan(device, &order)?;
    }
    let progress = campaign.progress(device)?;
    let bar = progress::bar(progress.planned, progress.measured, arguments.quiet);
    let summary = Run {
        campaign: &mut campaign,
        device,
        build: &build,
        jdk,
        mode,
        cache_dir: &cache_dir,
        meter: meter.as_mut(),
        sample_s,
        cpu: arguments.cpu,
        attempts: 3,
        observe: &mut |step: Step<'_>| progress::show(&bar, step),
    }
    .go();
    bar.finish_and_clear();
    let unsteady = measure::describe_unsteady(&summary?, mode);
    if let Some(unsteady) = unsteady.filter(|_| !arguments.quiet) {
        crate::screen::print_message(format_args!("{unsteady}"));
    }
    Ok(campaign)
}

/// Differences between the model and the measurements.
fn provenance_notes(posterior: &Posterior, measured: &CampaignProvenance) -> Vec<String> {
    let mut notes = Vec::new();
    let mut differ = |what: &str, model: String, here: String| {
        if model != here {
            notes.push(format!(
                "the model is of {what} {model}, measured was {here}"
            ));
        }
    };
    let java = |jdk: &posterior::MeasuredJdk| format!("{} {}", jdk.distribution, jdk.version);
    differ("the JDK", java(posterior.jdk()), java(&measured.jdk));
    let machine = |hardware: &posterior::Hardware| hardware.machine.clone();
    differ(
        "the machine",
        machine(posterior.hardware()),
        machine(&measured.hardware),
    );
    let meter = |hardware: &posterior::Hardware| hardware.meter.clone();
    differ(
        "the meter",
        meter(posterior.hardware()),
        meter(&measured.hardware),
    );
    notes
}
