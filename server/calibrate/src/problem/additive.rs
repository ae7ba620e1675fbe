//! The additive structure: a pattern counts a level of its operation, data type, data size and device.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Result, ensure};
use campaign::ProgramKind;
use inference::{Likelihood, Noise, Priors, Problem};
use posterior::{Category, Posterior, Status};
use pricing::{Mapping, Pricer, effect_feature};

use super::design::{
    DEVICE, Design, Levels, METHODS, ModelCell, ModelFeature, Structure, device_features,
};
use crate::code::Code;
use crate::measured::{MeasuredCell, Measurements};

/// Operations for which only the sum with their type and size is identified.
const CALLS: [&str; 2] = ["static_call", "non_static_call"];
const CALL_SIZE: &str = "reference";

/// The misfit of statements that are measured alone. Each kind of whole methods has a separate one.
const STATEMENT: &str = "statement";

/// The problem of the patterns. Each counts one level of each category (Nyholm et al. 2025, equation 2).
pub(super) fn design(measurements: &Measurements, priors: Priors) -> Result<Design> {
    let mut levels = Levels::new(&["operation", "data_type", "data_size", DEVICE]);
    let used = |cell: &&MeasuredCell| {
        let program = measurements.programs.get(&cell.program)?;
        let fits =
            matches!(program.kind, ProgramKind::Pattern | ProgramKind::Extra) && !program.held_out;
        program
            .triple
            .as_ref()
            .filter(|_| fits && !cell.values.is_empty())
    };
    let cells: Vec<(&MeasuredCell, &campaign::Triple)> = measurements
        .cells
        .iter()
        .filter_map(|cell| Some((cell, used(&cell)?)))
        .collect();
    ensure!(
        !cells.is_empty(),
        "the campaign has no measured pattern; the additive structure is fitted to the 174 patterns, so continue it"
    );
    // With a single device, its level would be part of all others; only positivity would distinguish it.
    let several = measurements.devices.len() > 1;
    for (cell, triple) in &cells {
        levels.add("operation", &triple.operation);
        levels.add("data_type", &triple.data_type);
        levels.add("data_size", &triple.data_size);
        if several {
            levels.add(DEVICE, &cell.device);
        }
    }
    if !measurements.effects.is_empty() {
        for effect in [pricing::MISPREDICTION, pricing::ARRAY_LINE] {
            levels.add("operation", effect);
        }
    }
    let numbers = levels.numbers();
    let parts = |triple: &campaign::Triple| {
        [
            ("operation", triple.operation.clone()),
            ("data_type", triple.data_type.clone()),
            ("data_size", triple.data_size.clone()),
        ]
    };
    let mut features: BTreeMap<String, ModelFeature> = BTreeMap::new();
    let mut model_cells = Vec::new();
    let mut problem_cells = Vec::new();
    for (cell, triple) in &cells {
        let is_call = CALLS.contains(&triple.operation.as_str()) && triple.data_size == CALL_SIZE;
        let level_of = |part: &(&'static str, String)| numbers.get(part).map(|level| (*level, 1.0));
        let of_pattern: Vec<(usize, f64)> = parts(triple).iter().filter_map(level_of).collect();
        let mut names = Vec::new();
        if is_call {
            let name = format!("call_cell:{}", triple.operation);
            names.push((name.clone(), 1.0));
            features
                .entry(name.clone())
                .or_insert_with(|| ModelFeature {
                    name,
                    category: Category::CallCell,
                    status: Status::Measured,
                    levels: of_pattern.clone(),
                });
        } else {
            for part in parts(triple) {
                let name = format!("{}:{}", part.0, part.1);
                names.push((name.clone(), 1.0));
                let category = match part.0 {
                    "operation" => Category::Operation,
                    "data_type" => Category::DataType,
                    _ => Category::DataSize,
                };
                features
                    .entry(name.clone())
                    .or_insert_with(|| ModelFeature {
                        name,
                        category,
                        status: Status::Measured,
                        levels: level_of(&part).into_iter().collect(),
                    });
            }
        }
        names.push((format!("device:{}", cell.device), 1.0));
        let mut counts = of_pattern;
        if let Some(effects) = measurements.net_effects(&cell.program) {
            for (effect, count) in effects.counts(Structure::Additive.of_model()) {
                let Some(level) = level_of(&("operation", effect.to_owned())) else {
                    continue;
                };
                let name = effect_feature(Structure::Additive.of_model(), effect);
                counts.push((level.0, count));
                names.push((name.clone(), count));
                features
                    .entry(name.clone())
                    .or_insert_with(|| ModelFeature {
                        name,
                        category: Category::Operation,
                        status: Status::Measured,
                        levels: vec![level],
                    });
            }
        }
        counts.extend(level_of(&(DEVICE, cell.device.clone())));
        problem_cells.push(inference::Cell::of(counts, 1.0, &cell.values));
        model_cells.push(ModelCell {
            program: cell.program.clone(),
            device: cell.device.clone(),
            counts: names,
        });
    }
    let mut features: Vec<ModelFeature> = features.into_values().collect();
    features.extend(device_features(measurements, &numbers));
    Ok(Design {
        structure: Structure::Additive,
        problem: Problem {
            likelihood: Likelihood::Additive,
            groups: levels.groups(),
            cells: problem_cells,
            priors,
            misfits: Vec::new(),
        },
        cells: model_cells,
        features,
        unused: Vec::new(),
    })
}

/// Adds the methods that are not held out to the problem of the patterns, because a pattern costs less among others than alone in
/// a loop. A model of the patterns alone counts the patterns of methods, because savings on the stack depend on prices. All
/// programs then have misfits.
///
/// # Errors
/// If code of the campaign cannot be read.
pub(super) fn with_methods(
    mut design: Design,
    measurements: &Measurements,
    patterns: Posterior,
) -> Result<Design> {
    let code = Code::of(&measurements.classes)?;
    let pricer = Pricer::new(Arc::new(patterns), Mapping::Stack);
    let features = pricer.posterior().features();
    let levels_of: BTreeMap<&str, &[(usize, f64)]> = design
        .features
        .iter()
        .map(|feature| (feature.name.as_str(), feature.levels.as_slice()))
        .collect();
    let mut cells = Vec::new();
    let mut names = Vec::new();
    let mut misfits = vec![STATEMENT.to_owned()];
    let methods = METHODS
        .into_iter()
        .flat_map(|kind| measurements.training(kind).map(move |cell| (kind, cell)));
    for (kind, cell) in methods {
        let Some(tally) = measurements.net_tally(&code, &pricer, &cell.program)? else {
            design
                .unused
                .push((cell.program.clone(), "its code was not counted"));
            continue;
        };
        if pricer.shares(&tally).unpriced > 0.0 {
            design
                .unused
                .push((cell.program.clone(), "no pattern stands for a part of it"));
            continue;
        }
        let of_program = pricer.features(&tally);
        let mut counts: BTreeMap<usize, f64> = BTreeMap::new();
        let mut of_names = Vec::new();
        let device = format!("device:{}", cell.device);
        let all = of_program
            .iter()
            .filter_map(|(id, count)| Some((features.get(id.0 as usize)?.name.as_str(), count)))
            .chain([(device.as_str(), of_program.device_count)]);
        for (name, count) in all {
            of_names.push((name.to_owned(), count));
            for (level, factor) in levels_of.get(name).copied().unwrap_or_default() {
                *counts.entry(*level).or_default() += factor * count;
            }
        }
        if misfits.last().is_none_or(|last| last != kind.name()) {
            misfits.push(kind.name().to_owned());
        }
        cells.push(inference::Cell {
            misfit: Some(misfits.len() - 1),
            noise: Noise::Own,
            ..inference::Cell::of(
                counts.into_iter().collect(),
                of_program.n_noise,
                &cell.values,
            )
        });
        names.push(ModelCell {
            program: cell.program.clone(),
            device: cell.device.clone(),
            counts: of_names,
        });
    }
    if !cells.is_empty() {
        for cell in &mut design.problem.cells {
            cell.misfit = Some(0);
        }
        design.problem.misfits = misfits;
        design.problem.cells.extend(cells);
        design.cells.extend(names);
    }
    Ok(design)
}
