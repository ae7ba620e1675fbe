//! Measurements as a problem of inference, and its levels as the features of a model.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use campaign::Kind;
use inference::{Group, Priors, Problem};
use posterior::{Category, Status};

use crate::code::Code;
use crate::measured::{Cell, Measurements};

/// What the features of a model stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Structure {
    /// A pattern counts a level of its operation, data type, data size and device
    Additive,
    /// A program counts its instructions, each in the context of its operands
    Instruction,
}

/// A feature of the model: a sum of levels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ModelFeature {
    pub(crate) name: String,
    pub(crate) category: Category,
    pub(crate) status: Status,
    /// Levels of the problem with their factors; none of a device that has no level of its own.
    pub(crate) levels: Vec<(usize, f64)>,
}

/// A program on a device, as the model sees it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ModelCell {
    pub(crate) program: String,
    pub(crate) device: String,
    pub(crate) counts: Vec<(String, f64)>,
}

/// A problem with the names of what is in it.
#[derive(Debug)]
pub(crate) struct Design {
    pub(crate) problem: Problem,
    /// One a cell of the problem.
    pub(crate) cells: Vec<ModelCell>,
    pub(crate) features: Vec<ModelFeature>,
    /// Programs that the structure cannot use, with why.
    pub(crate) unused: Vec<(String, &'static str)>,
}

/// Operations of which only the sum with their type and size is identified.
const CALLS: [&str; 2] = ["static_call", "non_static_call"];
const CALL_SIZE: &str = "reference";
const DEVICE: &str = "device";

/// Levels by group and name, numbered in the order of the groups.
#[derive(Debug, Default)]
struct Levels {
    groups: Vec<(&'static str, BTreeSet<String>)>,
}

impl Levels {
    fn new(groups: &[&'static str]) -> Self {
        Self {
            groups: groups
                .iter()
                .map(|group| (*group, BTreeSet::new()))
                .collect(),
        }
    }

    fn add(&mut self, group: &str, level: &str) {
        if let Some((_, levels)) = self.groups.iter_mut().find(|(name, _)| *name == group) {
            levels.insert(level.to_owned());
        }
    }

    /// The number of each level, by group and name.
    fn numbers(&self) -> BTreeMap<(&'static str, String), usize> {
        let all = self
            .groups
            .iter()
            .flat_map(|(group, levels)| levels.iter().map(move |level| (*group, level.clone())));
        all.zip(0..).collect()
    }

    fn groups(&self) -> Vec<Group> {
        self.groups
            .iter()
            .filter(|(_, levels)| !levels.is_empty())
            .map(|(name, levels)| Group {
                name: (*name).to_owned(),
                levels: levels.iter().cloned().collect(),
            })
            .collect()
    }
}

/// The problem of a structure.
///
/// # Errors
/// If no program can be used, or code of the campaign cannot be read.
pub(crate) fn design(
    measurements: &Measurements,
    structure: Structure,
    priors: Priors,
) -> Result<Design> {
    match structure {
        Structure::Additive => additive(measurements, priors),
        Structure::Instruction => instruction(measurements, priors),
    }
}

fn device_features(
    measurements: &Measurements,
    numbers: &BTreeMap<(&'static str, String), usize>,
) -> Vec<ModelFeature> {
    measurements
        .devices
        .iter()
        .map(|device| ModelFeature {
            name: format!("device:{device}"),
            category: Category::Device,
            status: Status::Measured,
            levels: numbers
                .get(&(DEVICE, device.clone()))
                .map(|level| (*level, 1.0))
                .into_iter()
                .collect(),
        })
        .collect()
}

fn additive(measurements: &Measurements, priors: Priors) -> Result<Design> {
    let mut levels = Levels::new(&["operation", "data_type", "data_size", DEVICE]);
    let used = |cell: &&Cell| {
        let program = measurements.programs.get(&cell.program)?;
        let fits = matches!(program.kind, Kind::Pattern | Kind::Extra) && !program.held_out;
        program
            .triple
            .as_ref()
            .filter(|_| fits && !cell.values.is_empty())
    };
    let cells: Vec<(&Cell, &campaign::Triple)> = measurements
        .cells
        .iter()
        .filter_map(|cell| Some((cell, used(&cell)?)))
        .collect();
    ensure!(
        !cells.is_empty(),
        "the campaign has no measured pattern; the additive structure is fitted to the 174 patterns, so let it go on"
    );
    // With one device its level is part of all others: only positivity would tell it from them.
    let several = measurements.devices.len() > 1;
    for (cell, triple) in &cells {
        levels.add("operation", &triple.operation);
        levels.add("data_type", &triple.data_type);
        levels.add("data_size", &triple.data_size);
        if several {
            levels.add(DEVICE, &cell.device);
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
        problem: Problem {
            groups: levels.groups(),
            cells: problem_cells,
            priors,
            misfit: false,
        },
        cells: model_cells,
        features,
        unused: Vec::new(),
    })
}

/// Instructions that cost tens of others, which a common scale would pull together.
const HEAVY: [&str; 3] = ["invoke", "new", "multianewarray"];
const GROUPS: [&str; 4] = ["instruction", "call_or_allocation", "stays", DEVICE];

fn group_of(feature: &str) -> &'static str {
    if feature.starts_with("stays/") {
        GROUPS[2]
    } else if HEAVY.iter().any(|heavy| feature.starts_with(heavy)) || feature.contains("newarray") {
        GROUPS[1]
    } else {
        GROUPS[0]
    }
}

fn instruction(measurements: &Measurements, priors: Priors) -> Result<Design> {
    struct Used<'m> {
        cell: &'m Cell,
        counts: BTreeMap<String, f64>,
        events: f64,
    }
    let code = Code::of(measurements)?;
    let mut unused = BTreeMap::new();
    let mut used = Vec::new();
    let mut plain_of: BTreeMap<String, String> = BTreeMap::new();
    let mut weight: BTreeMap<String, f64> = BTreeMap::new();
    for cell in &measurements.cells {
        if measurements
            .programs
            .get(&cell.program)
            .is_none_or(|program| program.held_out)
            || cell.values.is_empty()
        {
            continue;
        }
        let Some(executed) = code.executed(measurements, &cell.program) else {
            unused.insert(cell.program.clone(), "its code was not counted");
            continue;
        };
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
        counts.retain(|_, count| count.abs() > 1e-9);
        if events < 1e-6 || counts.is_empty() {
            unused.insert(
                cell.program.clone(),
                "it executes nothing beyond its baseline",
            );
            continue;
        }
        for (name, count) in &counts {
            *weight.entry(name.clone()).or_default() += count.abs();
        }
        used.push(Used {
            cell,
            counts,
            events,
        });
    }
    ensure!(
        !used.is_empty(),
        "the campaign has no measured program of which the executed instructions are known; the instruction structure \
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
    let mut problem_cells = Vec::new();
    let mut cells = Vec::new();
    for Used {
        cell,
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
        problem_cells.push(inference::Cell::of(of_levels, *events, &cell.values));
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
    // A context that was not measured is priced by the mean of those that were, each by how often it was.
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
        problem: Problem {
            groups: levels.groups(),
            cells: problem_cells,
            priors,
            misfit: true,
        },
        cells,
        features,
        unused: unused.into_iter().collect(),
    })
}
