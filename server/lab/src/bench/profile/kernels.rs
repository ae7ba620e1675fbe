//! What `jouled profile` says about kernels that report their own CPU time, and how much it slows them down.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use profile::{Analysis, AnalysisOptions, Method, analyse};
use profiler::RunFile;
use serde::Serialize;

use super::joularjx::Ran;
use super::options::Options;
use super::runs::{compile, profile, told, version};
use crate::bench::usage::{measure_whatever, median};

const KERNELS: &str = include_str!("Kernels.java");
const CLASS: &str = "Kernels";
/// How each loop of `fourLoops` begins in the text.
const LOOP: &str = "        for (";

/// Medians over the runs.
#[derive(Debug, Serialize)]
struct Measured {
    jdk: String,
    samples: u64,
    /// Half the sum of the differences between the true shares and those of the profile, by method.
    methods_tv: f64,
    /// The same for the loops of one method.
    lines_tv: f64,
    /// The same figure for independent samples, from chance alone.
    methods_chance: f64,
    lines_chance: f64,
    /// Error of the energy per call: the median and the 90% quantile.
    per_call_error_median: f64,
    per_call_error_p90: f64,
    /// The share of 90% intervals of energies per call that contain the true value.
    coverage: f64,
    intervals: usize,
    /// CPU time of the run that measures, and of the run that counts, as multiples of a plain run.
    energy_run: f64,
    count_run: f64,
    /// The same figures of JoularJX, if its jar was given.
    joularjx: Option<MeasuredByJoularJx>,
}

/// Medians over the runs with JoularJX.
#[derive(Debug, Serialize)]
struct MeasuredByJoularJx {
    methods_tv: f64,
    /// CPU time as a multiple of a plain run.
    energy_run: f64,
}

/// One comparison with the true values.
#[derive(Debug, Default)]
struct Compared {
    samples: u64,
    methods_tv: f64,
    methods_chance: f64,
    lines_tv: f64,
    lines_chance: f64,
    errors: Vec<f64>,
    covered: usize,
}

/// What the kernels report: CPU nanoseconds and calls by method, and CPU nanoseconds by loop.
#[derive(Debug, Default)]
struct Truth {
    methods: BTreeMap<String, (f64, f64)>,
    loops: Vec<f64>,
}

/// Measures.
///
/// # Errors
/// If something cannot be built or run.
pub(super) fn run(options: &Options, jouled: &Path, java: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    compile(java, "Kernels.java", KERNELS, OsStr::new(""), folder.path())?;
    let mut compared = Vec::new();
    let (mut energy, mut count) = (Vec::new(), Vec::new());
    let (mut joularjx_tv, mut joularjx_energy) = (Vec::new(), Vec::new());
    for run in 0..options.runs {
        let kernels = |name: &str| {
            let truth = folder.path().join(format!("{name}-{run}"));
            (kernels(java, folder.path(), options.rounds, &truth), truth)
        };
        let (mut alone, _) = kernels("truth");
        let alone = measure_whatever(&mut alone, &folder.path().join("output"))?
            .0
            .cpu_seconds;
        let file = folder.path().join(format!("run-{run}.jouled"));
        let (command, truth) = kernels("profiled");
        profile(jouled, &command, &file)?;
        let read = RunFile::read(&file)?.profile;
        let cpu = read
            .runs
            .iter()
            .flat_map(|run| &run.windows)
            .flat_map(|window| &window.cpu);
        let profiled = cpu.map(|cpu| cpu.nanos as f64 * 1e-9).sum::<f64>();
        energy.push(profiled / alone);
        let truth_of_run = Truth::of_first(&truth)?;
        let analysis = analyse(&read, &AnalysisOptions::default());
        compared.push(compare(&analysis, &truth_of_run));
        count.push(counted(&truth)? / truth_of_run.cpu_seconds());
        if let Some(jar) = &options.joularjx {
            let (command, truth) = kernels("joularjx");
            let results = folder.path().join(format!("results-{run}"));
            let ran = Ran::new(jar, &command, CLASS, &results)?;
            joularjx_tv.push(tv_of_joularjx(&ran, &Truth::of_first(&truth)?));
            joularjx_energy.push(ran.cpu_seconds / alone);
        }
    }
    let middle = |value: fn(&Compared) -> f64| median(compared.iter().map(value));
    let mut errors: Vec<f64> = compared
        .iter()
        .flat_map(|one| one.errors.iter().copied())
        .collect();
    errors.sort_by(f64::total_cmp);
    let quantile = |part: f64| {
        errors
            .get((errors.len() as f64 * part) as usize)
            .copied()
            .unwrap_or(f64::NAN)
    };
    let covered: usize = compared.iter().map(|one| one.covered).sum();
    let measured = Measured {
        jdk: version(java)?,
        samples: compared.iter().map(|one| one.samples).sum(),
        methods_tv: middle(|one| one.methods_tv),
        lines_tv: middle(|one| one.lines_tv),
        methods_chance: middle(|one| one.methods_chance),
        lines_chance: middle(|one| one.lines_chance),
        per_call_error_median: quantile(0.5),
        per_call_error_p90: quantile(0.9),
        coverage: covered as f64 / errors.len().max(1) as f64,
        intervals: errors.len(),
        energy_run: median(energy),
        count_run: median(count),
        joularjx: options.joularjx.as_ref().map(|_| MeasuredByJoularJx {
            methods_tv: median(joularjx_tv),
            energy_run: median(joularjx_energy),
        }),
    };
    if options.json {
        println!("{}", serde_json::to_string_pretty(&measured)?);
        return Ok(());
    }
    println!(
        "{} runs of the kernels on {}, {} samples",
        options.runs, measured.jdk, measured.samples
    );
    println!(
        "shares of methods: TV {:.3} (goal 0.06; by chance alone {:.3}); of lines {:.3} (goal 0.10; by chance alone {:.3})",
        measured.methods_tv, measured.methods_chance, measured.lines_tv, measured.lines_chance
    );
    println!(
        "energy per call: median error {:.1}% (goal 8), 90% quantile {:.1}% (goal 25); {:.0}% of {} intervals contain the true value (goal 85 to 95)",
        measured.per_call_error_median * 100.0,
        measured.per_call_error_p90 * 100.0,
        measured.coverage * 100.0,
        measured.intervals
    );
    println!(
        "CPU time: the energy run {:.3} times a plain run (goal 1.03, the JVM's start included), the kernels of the count run {:.2} times those of the energy run (goal 2)",
        measured.energy_run, measured.count_run
    );
    if let Some(joularjx) = &measured.joularjx {
        println!(
            "JoularJX: shares of methods: TV {:.3}; CPU time {:.3} times a plain run",
            joularjx.methods_tv, joularjx.energy_run
        );
    }
    Ok(())
}

fn kernels(java: &Path, folder: &Path, rounds: u32, truth: &Path) -> Command {
    let mut command = Command::new(java);
    command
        .arg("-cp")
        .arg(folder)
        .arg(CLASS)
        .arg(rounds.to_string())
        .arg(truth);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// CPU time of the kernels in the run that counted, in seconds.
fn counted(prefix: &Path) -> Result<f64> {
    let files = told(prefix)?;
    let file = files.get(1).context("the count run wrote no results")?;
    Ok(Truth::read(file)?.cpu_seconds())
}

impl Truth {
    fn of_first(prefix: &Path) -> Result<Self> {
        let files = told(prefix)?;
        Self::read(files.first().context("the kernels wrote no results")?)
    }

    fn read(path: &Path) -> Result<Self> {
        let mut truth = Self::default();
        for line in fs::read_to_string(path)?.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [kind, name, nanos, calls] = words[..] else {
                bail!("{line}");
            };
            let (nanos, calls) = (nanos.parse::<f64>()?, calls.parse::<f64>()?);
            if kind == "method" {
                truth.methods.insert(name.to_owned(), (nanos, calls));
            } else {
                truth.loops.push(nanos);
            }
        }
        Ok(truth)
    }

    fn cpu_seconds(&self) -> f64 {
        self.methods.values().map(|(nanos, _)| nanos * 1e-9).sum()
    }
}

/// The total variation of JoularJX's shares of methods with their callees.
fn tv_of_joularjx(ran: &Ran, truth: &Truth) -> f64 {
    let methods = truth.methods.iter();
    let told: Vec<(f64, f64)> = methods
        .map(|(name, (nanos, _))| (*nanos, ran.joules(&format!("{CLASS}.{name}"))))
        .collect();
    total_variation(&told)
}

fn compare(analysis: &Analysis, truth: &Truth) -> Compared {
    let of = |name: &str| {
        analysis.methods.iter().find(|row| {
            let found = analysis.name(row.method);
            found.is_some_and(|method| method.class == CLASS && method.name == name)
        })
    };
    let mut compared = Compared {
        samples: analysis.sampling.samples,
        ..Compared::default()
    };
    let told: Vec<(f64, f64)> = truth
        .methods
        .iter()
        .map(|(name, (nanos, _))| {
            let row = of(name);
            (*nanos, row.map_or(0.0, |row| row.with_callees.share.mean))
        })
        .collect();
    compared.methods_tv = total_variation(&told);
    compared.methods_chance = chance(&told, analysis.sampling.samples);
    // CPU time stands for energy at constant power: the model's joules per second.
    let watts = analysis.totals.joules.zip(analysis.totals.cpu_seconds);
    let watts = watts.map_or(f64::NAN, |(joules, cpu)| joules.mean / cpu.mean);
    for (name, (nanos, calls)) in &truth.methods {
        let Some(per_call) = of(name).and_then(|row| row.per_call.ok()) else {
            continue;
        };
        let true_joules = nanos * 1e-9 * watts / calls;
        compared
            .errors
            .push((per_call.mean / true_joules - 1.0).abs());
        compared.covered += usize::from((per_call.lo..=per_call.hi).contains(&true_joules));
    }
    let told = lines(analysis, truth);
    let samples = of("fourLoops").map_or(0, |row| row.own.samples);
    compared.lines_tv = total_variation(&told);
    compared.lines_chance = chance(&told, samples);
    compared
}

/// Half the sum of the mean absolute deviations of a multinomial sample from the true shares.
fn chance(told: &[(f64, f64)], samples: u64) -> f64 {
    let all: f64 = told.iter().map(|(nanos, _)| nanos).sum();
    let deviations = told.iter().map(|(nanos, _)| {
        let share = nanos / all;
        (2.0 / std::f64::consts::PI * share * (1.0 - share) / samples.max(1) as f64).sqrt()
    });
    deviations.sum::<f64>() / 2.0
}

/// Half the sum of the differences of shares, with each side normalized to 1.
fn total_variation(told: &[(f64, f64)]) -> f64 {
    let sum = |of: fn(&(f64, f64)) -> f64| told.iter().map(of).sum::<f64>();
    let (one, two) = (sum(|pair| pair.0), sum(|pair| pair.1));
    told.iter()
        .map(|pair| (pair.0 / one - pair.1 / two).abs())
        .sum::<f64>()
        / 2.0
}

/// For each loop of `fourLoops`: the true value, and the joules of the lines from its first line up to the next loop's.
fn lines(analysis: &Analysis, truth: &Truth) -> Vec<(f64, f64)> {
    let text: Vec<&str> = KERNELS.lines().collect();
    let begin = text
        .iter()
        .position(|line| line.contains("static long fourLoops"))
        .unwrap_or_default();
    let starts = (begin..text.len())
        .filter(|at| text[*at].starts_with(LOOP))
        .take(truth.loops.len());
    let starts: Vec<u32> = starts.map(|at| at as u32 + 1).collect();
    let is_it = |method: Option<&Method>| {
        method.is_some_and(|method| method.class == CLASS && method.name == "fourLoops")
    };
    let mut found: Vec<(f64, f64)> = truth.loops.iter().map(|nanos| (*nanos, 0.0)).collect();
    for row in analysis
        .lines
        .iter()
        .filter(|row| is_it(analysis.name(row.method)))
    {
        let Some(line) = row.line else { continue };
        let place = starts.partition_point(|start| *start <= line);
        // A loop has three lines.
        if let Some(pair) = place.checked_sub(1).and_then(|place| found.get_mut(place)) {
            pair.1 += row.own.share.mean;
        }
    }
    found
}
