//! Reads campaigns as net energies, with baselines subtracted and bad samples excluded.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use bytecode::events::Event;
use campaign::{
    Campaign, CampaignProvenance, ClassFile, ExecutedCounts, ExecutedEffects, Program, ProgramKind,
    Sample,
};
use inference::{quantile, robust};
use posterior::{ExcludedSamples, FittedCampaign};
use pricing::{Pricer, Tally};

use crate::code::{Code, effects_of};

/// What a fit does with outliers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OutlierPolicy {
    /// Leave out and list samples that Tukey's bisquare gives no weight, and those during which the processor changed its speed
    #[value(alias = "outliers")]
    Exclude,
    /// Fit all samples
    #[value(alias = "none")]
    Keep,
}

/// If a gate would keep a smaller part of a launch's samples, the core was not mostly in one state, and the gate is not used.
const MIN_GATED: f64 = 0.3;
/// Programs with fewer values have no outliers.
const MIN_VALUES: usize = 3;
/// Fewer values do not show their own scatter, so they are compared with the scatter of the other programs.
const TELLING_VALUES: usize = 8;

/// The measurements of one program on one device.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeasuredCell {
    /// The program's name.
    pub program: String,
    /// The device's name.
    pub device: String,
    /// Net energies per execution in joules.
    pub values: Vec<f64>,
}

/// The measurements of campaigns, ready for a fit.
#[derive(Clone, Debug)]
pub(crate) struct Measurements {
    /// Names of the devices, sorted.
    pub devices: Vec<String>,
    /// The programs by their names.
    pub programs: BTreeMap<String, Program>,
    /// The class files that the programs are in.
    pub classes: Vec<ClassFile>,
    /// What one iteration of each program executes.
    pub executed: BTreeMap<String, Vec<ExecutedCounts>>,
    /// What else costs energy in one iteration of each program; empty if that was not counted.
    pub effects: BTreeMap<String, ExecutedEffects>,
    /// The measurements by program and device.
    pub cells: Vec<MeasuredCell>,
    /// Samples that are in no cell.
    pub left_out: Vec<ExcludedSamples>,
    /// The origin of the campaigns.
    pub campaigns: Vec<FittedCampaign>,
    /// The provenance of the first campaign. All have the same runtime and mode.
    pub provenance: CampaignProvenance,
    /// The largest standard error of a launch's baseline, in joules per iteration.
    pub baseline_error: f64,
}

type Key = (String, String);

/// What one iteration of a program and one of its baseline execute, and how often an iteration runs the measured code.
struct Counts<'m> {
    program: &'m [ExecutedCounts],
    baseline: Option<&'m [ExecutedCounts]>,
    executions: f64,
    /// What an iteration has in addition to its baseline.
    effects: ExecutedEffects,
}

/// Reads campaigns of one runtime and mode.
///
/// # Errors
/// If a campaign cannot be read or has no samples, two differ in runtime, mode or a program, or a baseline was not measured.
pub(crate) fn read(paths: &[PathBuf], outliers: OutlierPolicy) -> Result<Measurements> {
    let mut measurements: Option<Measurements> = None;
    let mut values: BTreeMap<Key, Vec<f64>> = BTreeMap::new();
    let mut gated: BTreeMap<Key, u64> = BTreeMap::new();
    for path in paths {
        let campaign = Campaign::open_to_read(path)?;
        let provenance = campaign.provenance()?;
        let programs = campaign.programs()?;
        let measured = measurements.get_or_insert_with(|| Measurements {
            devices: Vec::new(),
            programs: BTreeMap::new(),
            classes: Vec::new(),
            executed: BTreeMap::new(),
            effects: BTreeMap::new(),
            cells: Vec::new(),
            left_out: Vec::new(),
            campaigns: Vec::new(),
            provenance: provenance.clone(),
            baseline_error: 0.0,
        });
        measured
            .join(&campaign, provenance, programs)
            .with_context(|| format!("in {}", path.display()))?;
        let mut names = Vec::new();
        let mut samples = 0;
        for device in campaign.devices()? {
            let of_device = campaign.samples(device.id)?;
            if of_device.is_empty() {
                continue;
            }
            samples += of_device.len() as u64;
            measured
                .subtract(&of_device, &device.name, outliers, &mut values, &mut gated)
                .with_context(|| format!("in {}, device {}", path.display(), device.name))?;
            if !measured.devices.contains(&device.name) {
                measured.devices.push(device.name.clone());
            }
            names.push(device.name);
        }
        ensure!(
            samples > 0,
            "{} has no sample yet; `calibrate measure` takes them",
            path.display()
        );
        if let Some(fitted) = measured.campaigns.last_mut() {
            fitted.devices = names;
            fitted.samples = samples;
        }
    }
    let mut measured = measurements.context("no campaign was given")?;
    let effects = &measured.effects;
    if !measured
        .executed
        .keys()
        .all(|program| effects.contains_key(program))
    {
        // An effect that is known of some programs only would get the price of what the others have of it.
        measured.effects.clear();
    }
    measured.devices.sort();
    measured.left_out = gated
        .into_iter()
        .map(|((program, device), samples)| ExcludedSamples {
            program,
            device,
            reason: "probe".to_owned(),
            samples,
            furthest_sds: None,
        })
        .collect();
    let usual = usual_scatter(values.values());
    for ((program, device), mut values) in values {
        if outliers == OutlierPolicy::Exclude && values.len() >= MIN_VALUES {
            measured.leave_outliers_out(&program, &device, &mut values, usual);
        }
        measured.cells.push(MeasuredCell {
            program,
            device,
            values,
        });
    }
    Ok(measured)
}

impl Measurements {
    /// The measurements of the programs that a fit may use, with their kinds.
    pub(crate) fn cells_of_fit(&self) -> impl Iterator<Item = (&MeasuredCell, ProgramKind)> {
        self.cells.iter().filter_map(|cell| {
            let program = self.programs.get(&cell.program)?;
            let is_used = !program.held_out && !cell.values.is_empty();
            is_used.then_some((cell, program.kind))
        })
    }

    /// The measurements of one kind.
    pub(crate) fn training(&self, kind: ProgramKind) -> impl Iterator<Item = &MeasuredCell> {
        let of_kind = self.cells_of_fit().filter(move |(_, of)| *of == kind);
        of_kind.map(|(cell, _)| cell)
    }

    /// The counts of a program; `None` if it was not counted.
    fn counts(&self, program: &str) -> Option<Counts<'_>> {
        let known = self.programs.get(program)?;
        let baseline = known.baseline.as_ref();
        let effects = |name: &String| self.effects.get(name).copied().unwrap_or_default();
        Some(Counts {
            effects: effects(&known.name).without(baseline.map(effects).unwrap_or_default()),
            program: self.executed.get(program)?,
            baseline: baseline
                .and_then(|baseline| self.executed.get(baseline))
                .map(Vec::as_slice),
            executions: known.executions,
        })
    }

    /// The net counts of one execution of a program under a pricer, without its baseline; `None` if it was not counted.
    ///
    /// # Errors
    /// If the code is not the counted one.
    pub(crate) fn net_tally(
        &self,
        code: &Code,
        pricer: &Pricer,
        program: &str,
    ) -> Result<Option<Tally>> {
        self.counts(program)
            .map(|counts| {
                let mut net = code.net_tally(pricer, counts.program, counts.baseline)?;
                pricer.add_effects(&mut net, effects_of(counts.effects));
                Ok(net.scaled(1.0 / counts.executions))
            })
            .transpose()
    }

    /// What one execution of a program has in addition to its instructions; `None` if that was not counted.
    pub(crate) fn net_effects(&self, program: &str) -> Option<pricing::Effects> {
        let counts = self.counts(program)?;
        self.effects.get(program)?;
        Some(effects_of(counts.effects).scaled(1.0 / counts.executions))
    }

    /// The net count of every event in one execution of a program, without its baseline; `None` if it was not counted.
    ///
    /// # Errors
    /// If the code is not the counted one.
    pub(crate) fn net_events<'a>(
        &'a self,
        code: &'a Code,
        program: &str,
    ) -> Result<Option<Vec<(&'a Event, f64)>>> {
        let Some(counts) = self.counts(program) else {
            return Ok(None);
        };
        let mut net = code.events(counts.program)?;
        let subtracted = code.events(counts.baseline.unwrap_or_default())?;
        net.extend(subtracted.into_iter().map(|(event, times)| (event, -times)));
        for (_, times) in &mut net {
            *times /= counts.executions;
        }
        Ok(Some(net))
    }

    fn join(
        &mut self,
        campaign: &Campaign,
        provenance: CampaignProvenance,
        programs: Vec<Program>,
    ) -> Result<()> {
        ensure!(
            provenance.jdk == self.provenance.jdk && provenance.mode == self.provenance.mode,
            "it was measured on {}, but the campaign before it on {}; fit a model to each",
            provenance.jdk,
            self.provenance.jdk
        );
        for program in programs {
            match self.programs.get(&program.name) {
                Some(known) => ensure!(
                    *known == program,
                    "the program {} differs from the one in the campaign before; fit a model to each",
                    program.name
                ),
                None => {
                    self.programs.insert(program.name.clone(), program);
                }
            }
        }
        for class in campaign.classes()? {
            match self.classes.iter().find(|known| known.name == class.name) {
                Some(known) => ensure!(
                    *known == class,
                    "the class {} differs from the one in the campaign before; fit a model to each",
                    class.name
                ),
                None => self.classes.push(class),
            }
        }
        self.executed.extend(campaign.executed()?);
        self.effects.extend(campaign.effects()?);
        self.campaigns.push(FittedCampaign {
            title: provenance.title,
            begun: provenance.begun,
            seed: provenance.seed,
            devices: Vec::new(),
            samples: 0,
            versions: provenance.versions,
        });
        Ok(())
    }

    /// Adds a device's net energies.
    fn subtract(
        &mut self,
        samples: &[Sample],
        device: &str,
        outliers: OutlierPolicy,
        values: &mut BTreeMap<Key, Vec<f64>>,
        gated: &mut BTreeMap<Key, u64>,
    ) -> Result<()> {
        let kept: Vec<&Sample> = if outliers == OutlierPolicy::Exclude {
            let (kept, dropped): (Vec<&Sample>, Vec<&Sample>) = gate(samples);
            for sample in dropped {
                *gated
                    .entry((sample.program.clone(), device.to_owned()))
                    .or_default() += 1;
            }
            kept
        } else {
            samples.iter().collect()
        };
        let per_iteration =
            |sample: &Sample| sample.reading.energy_j / sample.reading.iterations as f64;
        let mut baselines: BTreeMap<(&str, u32), Vec<f64>> = BTreeMap::new();
        for sample in &kept {
            if self
                .programs
                .get(&sample.program)
                .is_some_and(|program| program.baseline.is_none())
            {
                baselines
                    .entry((&sample.program, sample.launch))
                    .or_default()
                    .push(per_iteration(sample));
            }
        }
        let baselines: BTreeMap<(&str, u32), f64> = baselines
            .into_iter()
            .map(|(key, values)| {
                let location = robust::location(&values);
                let error = location.scale / (values.len() as f64).sqrt();
                self.baseline_error = self.baseline_error.max(error);
                (key, location.centre)
            })
            .collect();
        for sample in kept {
            let Some(program) = self.programs.get(&sample.program) else {
                continue;
            };
            let Some(baseline) = &program.baseline else {
                continue;
            };
            let of_launch = baselines.get(&(baseline.as_str(), sample.launch)).copied();
            // If a launch was cut off before its baseline, the baselines of the other launches are subtracted.
            let subtracted = of_launch.or_else(|| {
                let others: Vec<f64> = baselines
                    .iter()
                    .filter(|((name, _), _)| name == baseline)
                    .map(|(_, energy)| *energy)
                    .collect();
                (!others.is_empty()).then(|| others.iter().sum::<f64>() / others.len() as f64)
            });
            let Some(subtracted) = subtracted else {
                bail!(
                    "the baseline {baseline} of the program {} was not measured; continue the campaign until it is",
                    program.name
                );
            };
            values
                .entry((sample.program.clone(), device.to_owned()))
                .or_default()
                .push((per_iteration(sample) - subtracted) / program.executions);
        }
        Ok(())
    }

    fn leave_outliers_out(
        &mut self,
        program: &str,
        device: &str,
        values: &mut Vec<f64>,
        usual: f64,
    ) {
        let least = if values.len() < TELLING_VALUES {
            usual * quantile(values, 0.5).abs()
        } else {
            0.0
        };
        let location = robust::location_at_least(values, least);
        let outliers: Vec<usize> = location.outliers().collect();
        if outliers.is_empty() {
            return;
        }
        let furthest = outliers
            .iter()
            .map(|index| (values[*index] - location.centre).abs() / location.scale)
            .fold(0.0, f64::max);
        self.left_out.push(ExcludedSamples {
            program: program.to_owned(),
            device: device.to_owned(),
            reason: "outlier".to_owned(),
            samples: outliers.len() as u64,
            furthest_sds: Some(furthest),
        });
        let weights = location.weights;
        let mut index = 0;
        values.retain(|_| {
            index += 1;
            weights[index - 1] > 0.0
        });
    }
}

/// The median over programs of the relative standard deviation of their values; 0 if none has two values.
fn usual_scatter<'v>(programs: impl Iterator<Item = &'v Vec<f64>>) -> f64 {
    let relative: Vec<f64> = programs
        .filter(|values| values.len() > 1)
        .map(|values| {
            let cell = inference::Cell::of(Vec::new(), 1.0, values);
            (cell.squares / (cell.samples - 1.0)).sqrt() / cell.mean.abs()
        })
        .filter(|scatter| scatter.is_finite())
        .collect();
    if relative.is_empty() {
        0.0
    } else {
        quantile(&relative, 0.5)
    }
}

/// Separates the samples taken in the core's fast state from the others, by the probes of their launch.
fn gate(samples: &[Sample]) -> (Vec<&Sample>, Vec<&Sample>) {
    let mut launches: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for sample in samples {
        let probes = [sample.reading.probe_before_s, sample.reading.probe_after_s];
        launches
            .entry(sample.launch)
            .or_default()
            .extend(probes.into_iter().flatten());
    }
    let most: BTreeMap<u32, f64> = launches
        .into_iter()
        .filter_map(|(launch, probes)| Some((launch, harness::fast_limit_s(&probes)?)))
        .collect();
    let is_fast = |sample: &Sample| {
        let most = most.get(&sample.launch).copied().unwrap_or(f64::INFINITY);
        [sample.reading.probe_before_s, sample.reading.probe_after_s]
            .into_iter()
            .flatten()
            .all(|probe| probe <= most)
    };
    let mut fast: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for sample in samples {
        let (kept, all) = fast.entry(sample.launch).or_default();
        *kept += usize::from(is_fast(sample));
        *all += 1;
    }
    let gates = |launch: u32| {
        fast.get(&launch)
            .is_some_and(|(kept, all)| *kept as f64 >= MIN_GATED * *all as f64)
    };
    samples
        .iter()
        .partition(|sample| is_fast(sample) || !gates(sample.launch))
}
