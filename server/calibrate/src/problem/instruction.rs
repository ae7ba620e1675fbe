//! The instruction structure: a program counts its instructions, each in the context of its operands.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use campaign::ProgramKind;
use inference::{Likelihood, Noise, Priors, Problem, robust};
use posterior::{Category, Status};
use pricing::{ARRAY_LINE, MISPREDICTION};

use super::design::{
    CountedProgram, DEVICE, Design, EXECUTES_NOTHING, Levels, ModelCell, ModelFeature, Structure,
    counted_programs, device_features,
};
use crate::code::Code;
use crate::measured::{MeasuredCell, Measurements};

/// Instructions that cost tens of others. A common scale would pull them together.
const HEAVY: [&str; 5] = ["invoke", "new", "multianewarray", MISPREDICTION, ARRAY_LINE];
/// A context that occurs in fewer programs is not distinguished from the instruction's other contexts.
const MIN_PROGRAMS: usize = 8;
const GROUPS: [&str; 3] = ["instruction", "call_or_allocation", DEVICE];

/// Whether the scatter of a program counts for σ.
const fn is_statement(kind: ProgramKind) -> bool {
    !matches!(
        kind,
        ProgramKind::Sequence | ProgramKind::Kernel | ProgramKind::Composite
    )
}

/// The standard deviation of one event, from the values of a program with this many events; `None` for a single value.
fn scatter(values: &[f64], events: f64) -> Option<f64> {
    let cell = inference::Cell::of(Vec::new(), events, values);
    (cell.samples > 1.0).then(|| (cell.squares / (cell.samples - 1.0) / events).sqrt())
}

/// The largest scatter of a statement that counts for σ, by Tukey's bisquare over all statements. Without this limit, a single
/// allocation during a garbage collection would decide σ. `None` without statements.
fn most_scatter<'v>(statements: impl Iterator<Item = (&'v [f64], f64)>) -> Option<f64> {
    let mut any = false;
    let all: Vec<f64> = statements
        .inspect(|_| any = true)
        .filter_map(|(values, events)| scatter(values, events))
        .collect();
    let location = robust::location(&all);
    let most = location.scale.mul_add(robust::TUNING, location.centre);
    any.then_some(if location.scale > 0.0 {
        most
    } else {
        f64::INFINITY
    })
}

fn group_of(feature: &str) -> &'static str {
    if HEAVY.iter().any(|heavy| feature.starts_with(heavy)) || feature.contains("newarray") {
        GROUPS[1]
    } else {
        GROUPS[0]
    }
}

pub(super) fn design(measurements: &Measurements, priors: Priors) -> Result<Design> {
    struct Used<'m> {
        cell: &'m MeasuredCell,
        kind: ProgramKind,
        counts: BTreeMap<String, f64>,
        events: f64,
    }
    let code = Code::of(&measurements.classes)?;
    let mut unused = BTreeMap::new();
    let mut used = Vec::new();
    let mut plain_of: BTreeMap<String, String> = BTreeMap::new();
    let mut weight: BTreeMap<String, f64> = BTreeMap::new();
    for CountedProgram {
        cell,
        kind,
        executed,
    } in counted_programs(measurements, &code, &mut unused)?
    {
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        let mut events = 0.0;
        for (event, times) in executed {
            let Some(count) = pricing::instruction_count(event) else {
                continue;
            };
            if count.executed {
                events += times * count.count;
            }
            *counts.entry(count.exact.clone()).or_default() += times * count.count;
            plain_of.insert(count.exact, count.plain);
        }
        if let Some(effects) = measurements.net_effects(&cell.program) {
            for (effect, count) in effects.counts(Structure::Instruction.of_model()) {
                counts.insert(effect.to_owned(), count);
            }
        }
        counts.retain(|_, count| count.abs() > 1e-9);
        if events < 1e-6 || counts.is_empty() {
            unused.insert(cell.program.clone(), EXECUTES_NOTHING);
            continue;
        }
        used.push(Used {
            cell,
            kind,
            counts,
            events,
        });
    }
    let mut programs: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for of in &used {
        for name in of.counts.keys() {
            let programs = programs.entry(name.clone()).or_default();
            programs.insert(&of.cell.program);
        }
    }
    let is_told_apart = |name: &str| {
        let of = programs.get(name);
        of.is_some_and(|programs| programs.len() >= MIN_PROGRAMS)
    };
    for Used { counts, .. } in &mut used {
        let all = std::mem::take(counts);
        for (name, count) in all {
            let plain = plain_of.get(&name).filter(|_| !is_told_apart(&name));
            *counts.entry(plain.cloned().unwrap_or(name)).or_default() += count;
        }
        for (name, count) in &*counts {
            *weight.entry(name.clone()).or_default() += count.abs();
        }
    }
    ensure!(
        !used.is_empty(),
        "the campaign has no measured program whose executed instructions are known; the instruction structure \
         needs them, and `calibrate measure` counts them"
    );
    let several = measurements.devices.len() > 1;
    let mut levels = Levels::new(&GROUPS);
    for name in weight.keys() {
        levels.add(group_of(name), name);
    }
    if several {
        for device in &measurements.devices {
            levels.add(DEVICE, device);
        }
    }
    let numbers = levels.numbers();
    let level = |name: &str| numbers.get(&(group_of(name), name.to_owned())).copied();
    let statements = used.iter().filter(|used| is_statement(used.kind));
    let most = most_scatter(statements.map(|used| (&*used.cell.values, used.events)));
    let mut problem_cells = Vec::new();
    let mut cells = Vec::new();
    let kinds: BTreeSet<ProgramKind> = used.iter().map(|used| used.kind).collect();
    for Used {
        cell,
        kind,
        counts,
        events,
    } in &used
    {
        let mut of_levels: Vec<(usize, f64)> = counts
            .iter()
            .filter_map(|(name, count)| Some((level(name)?, *count)))
            .collect();
        of_levels.extend(
            numbers
                .get(&(DEVICE, cell.device.clone()))
                .map(|level| (*level, *events)),
        );
        problem_cells.push(inference::Cell {
            misfit: kinds.iter().position(|known| known == kind),
            noise: match most {
                Some(most)
                    if !is_statement(*kind)
                        || scatter(&cell.values, *events).is_some_and(|of| of > most) =>
                {
                    Noise::Own
                }
                _ => Noise::Sigma,
            },
            ..inference::Cell::of(of_levels, *events, &cell.values)
        });
        let mut names: Vec<(String, f64)> = counts
            .iter()
            .map(|(name, count)| (name.clone(), *count))
            .collect();
        names.push((format!("device:{}", cell.device), *events));
        cells.push(ModelCell {
            program: cell.program.clone(),
            device: cell.device.clone(),
            counts: names,
        });
    }
    let feature = |name: &str, status, levels| ModelFeature {
        name: name.to_owned(),
        category: Category::Instruction,
        status,
        levels,
    };
    let mut features: Vec<ModelFeature> = weight
        .keys()
        .filter_map(|name| Some(feature(name, Status::Measured, vec![(level(name)?, 1.0)])))
        .collect();
    // A context that was not measured has the mean price of the measured contexts, weighted by their frequency.
    let mut plain: BTreeMap<&str, Vec<(usize, f64)>> = BTreeMap::new();
    for (exact, name) in &plain_of {
        if let (Some(number), Some(weight)) = (level(exact), weight.get(exact))
            && exact != name
        {
            plain.entry(name).or_default().push((number, *weight));
        }
    }
    for (name, mut parts) in plain {
        let sum: f64 = parts.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut parts {
            *weight /= sum;
        }
        if level(name).is_none() {
            features.push(feature(name, Status::Inferred, parts));
        }
    }
    features.extend(device_features(measurements, &numbers));
    Ok(Design {
        structure: Structure::Instruction,
        problem: Problem {
            likelihood: Likelihood::Additive,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allocation_during_which_memory_was_collected_does_not_tell_sigma() {
        let quiet: Vec<[f64; 4]> = (1..=9)
            .map(|tenths| {
                let by = f64::from(tenths) / 10.0;
                [5.0 - by, 5.0 + by, 5.0 - by, 5.0 + by]
            })
            .collect();
        let collected = [5.0, 5.0, 60.0, 70.0];
        let of = |values| scatter(values, 1.0).unwrap();
        let all = quiet.iter().chain([&collected]);
        let most = most_scatter(all.map(|values| (values.as_slice(), 1.0))).unwrap();
        assert!(of(&collected) > most);
        assert!(quiet.iter().all(|values| of(values) < most));
        assert!(most_scatter(std::iter::empty()).is_none());
    }
}
