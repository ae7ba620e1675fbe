//! The compiled structure: a program counts kinds of work, and is off from their sum by a factor.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use campaign::ProgramKind;
use inference::{Likelihood, Noise, Priors, Problem};
use posterior::{Category, Status};
use pricing::ARRAY_LINE;

use super::design::{
    CountedProgram, DEVICE, Design, EXECUTES_NOTHING, Levels, ModelCell, ModelFeature, Structure,
    counted_programs, device_features,
};
use crate::code::Code;
use crate::measured::{MeasuredCell, Measurements};

/// Kinds of work with similar costs share a scale.
const GROUPS: [&str; 4] = ["operation", "memory", "call_or_allocation", DEVICE];
const MEMORY: [&str; 2] = ["_read", "_write"];
const HEAVY: [&str; 10] = [
    "new_",
    "_call",
    "method",
    "division",
    "remainder",
    "monitor",
    "throw",
    "switch",
    "real_to_integer",
    ARRAY_LINE,
];
/// Smaller counts of events are rounding errors.
const ROUNDING: f64 = 1e-6;

fn group_of(kind: &str) -> &'static str {
    let has = |parts: &[&str]| parts.iter().any(|part| kind.contains(part));
    if has(&HEAVY) {
        GROUPS[2]
    } else if has(&MEMORY) {
        GROUPS[1]
    } else {
        GROUPS[0]
    }
}

pub(super) fn design(measurements: &Measurements, priors: Priors) -> Result<Design> {
    struct Used<'m> {
        cell: &'m MeasuredCell,
        kind: ProgramKind,
        counts: BTreeMap<&'static str, f64>,
    }
    ensure!(
        priors == Priors::Scaled,
        "the priors of the paper are for sums, and compiled programs are off by factors; leave out --priors paper"
    );
    let code = Code::of(&measurements.classes)?;
    let mut unused = BTreeMap::new();
    let mut used = Vec::new();
    for CountedProgram {
        cell,
        kind,
        executed,
    } in counted_programs(measurements, &code, &mut unused)?
    {
        let mut counts: BTreeMap<&'static str, f64> = BTreeMap::new();
        for (event, times) in executed {
            if let Some(work) = pricing::work_of_event(event) {
                *counts.entry(work).or_default() += times * event.weight();
            }
        }
        if let Some(effects) = measurements.net_effects(&cell.program) {
            counts.extend(effects.counts(Structure::Compiled.of_model()));
        }
        // A program may execute less of its loop than the baseline. A sum with negative parts has no logarithm.
        counts.retain(|_, count| *count > ROUNDING);
        let mean = cell.values.iter().sum::<f64>() / cell.values.len() as f64;
        if counts.is_empty() {
            unused.insert(cell.program.clone(), EXECUTES_NOTHING);
        } else if mean <= 0.0 {
            unused.insert(
                cell.program.clone(),
                "it costs no more than its baseline, so it cannot be off by a factor",
            );
        } else {
            used.push(Used { cell, kind, counts });
        }
    }
    ensure!(
        !used.is_empty(),
        "the campaign has no measured program whose executed instructions are known; the compiled structure \
         needs them, and `calibrate measure` counts them"
    );
    let mut levels = Levels::new(&GROUPS);
    for name in used.iter().flat_map(|used| used.counts.keys()) {
        levels.add(group_of(name), name);
    }
    if measurements.devices.len() > 1 {
        for device in &measurements.devices {
            levels.add(DEVICE, device);
        }
    }
    let numbers = levels.numbers();
    let level = |name: &str| numbers.get(&(group_of(name), name.to_owned())).copied();
    let kinds: BTreeSet<ProgramKind> = used.iter().map(|used| used.kind).collect();
    let mut problem_cells = Vec::new();
    let mut cells = Vec::new();
    for Used { cell, kind, counts } in &used {
        let events: f64 = counts.values().sum();
        let mut of_levels: Vec<(usize, f64)> = counts
            .iter()
            .filter_map(|(name, count)| Some((level(name)?, *count)))
            .collect();
        of_levels.extend(
            numbers
                .get(&(DEVICE, cell.device.clone()))
                .map(|level| (*level, events)),
        );
        problem_cells.push(inference::Cell {
            misfit: kinds.iter().position(|known| known == kind),
            noise: Noise::Sigma,
            ..inference::Cell::of(of_levels, events, &cell.values)
        });
        let names = counts
            .iter()
            .map(|(name, count)| (format!("work:{name}"), *count))
            .chain([(format!("device:{}", cell.device), events)]);
        cells.push(ModelCell {
            program: cell.program.clone(),
            device: cell.device.clone(),
            counts: names.collect(),
        });
    }
    let all: BTreeSet<&str> = used
        .iter()
        .flat_map(|used| used.counts.keys().copied())
        .collect();
    let mut features: Vec<ModelFeature> = all
        .into_iter()
        .filter_map(|name| {
            Some(ModelFeature {
                name: format!("work:{name}"),
                category: Category::Work,
                status: Status::Measured,
                levels: vec![(level(name)?, 1.0)],
            })
        })
        .collect();
    features.extend(device_features(measurements, &numbers));
    Ok(Design {
        structure: Structure::Compiled,
        problem: Problem {
            likelihood: Likelihood::Factor,
            groups: levels.groups(),
            cells: problem_cells,
            priors,
            misfits: kinds.iter().map(|kind| kind.name().to_owned()).collect(),
        },
        cells,
        features,
        unused: unused.into_iter().collect(),
    })
}
