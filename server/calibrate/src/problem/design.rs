//! The parts of a problem, for all structures.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use bytecode::events::Event;
use campaign::ProgramKind;
use inference::{Group, Problem};
use posterior::{Category, Mode, Status};

use crate::code::Code;
use crate::measured::{MeasuredCell, Measurements};

/// What the features of a model stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Structure {
    /// A pattern counts a level of its operation, data type, data size and device
    Additive,
    /// A program counts its instructions, each in the context of its operands
    Instruction,
    /// A program counts kinds of work, and the sum of their costs is off by a factor; for code that C1 or C2 compiled
    Compiled,
}

impl Structure {
    /// The default structure for a mode.
    pub(crate) const fn usual(mode: Mode) -> Self {
        match mode {
            Mode::C1 | Mode::C2 => Self::Compiled,
            _ => Self::Additive,
        }
    }

    /// Whether the structure is meant for a mode.
    pub(crate) fn is_for(self, mode: Mode) -> bool {
        let is_of_compiled = |structure| structure == Self::Compiled;
        is_of_compiled(self) == is_of_compiled(Self::usual(mode))
    }

    /// Its name in a model file.
    pub(crate) const fn of_model(self) -> posterior::Structure {
        match self {
            Self::Additive => posterior::Structure::Additive,
            Self::Instruction => posterior::Structure::Instruction,
            Self::Compiled => posterior::Structure::Compiled,
        }
    }
}

/// A feature of the model: a sum of levels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ModelFeature {
    pub(crate) name: String,
    pub(crate) category: Category,
    pub(crate) status: Status,
    /// Levels of the problem with their factors; empty for a device without a separate level.
    pub(crate) levels: Vec<(usize, f64)>,
}

/// A program on a device, in terms of the model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ModelCell {
    pub(crate) program: String,
    pub(crate) device: String,
    pub(crate) counts: Vec<(String, f64)>,
}

/// A problem with the names of its parts.
#[derive(Debug)]
pub(crate) struct Design {
    pub(crate) structure: Structure,
    pub(crate) problem: Problem,
    /// One for each cell of the problem.
    pub(crate) cells: Vec<ModelCell>,
    pub(crate) features: Vec<ModelFeature>,
    /// Programs that the structure cannot use, with the reasons.
    pub(crate) unused: Vec<(String, &'static str)>,
}

/// A counted program of a fit, with the net count of every event in one execution.
pub(super) struct CountedProgram<'m> {
    pub(super) cell: &'m MeasuredCell,
    pub(super) kind: ProgramKind,
    pub(super) executed: Vec<(&'m Event, f64)>,
}

/// The programs of a fit by what they execute. Programs without counts go to `unused`.
///
/// # Errors
/// If the code is not the counted one.
pub(super) fn counted_programs<'m>(
    measurements: &'m Measurements,
    code: &'m Code,
    unused: &mut BTreeMap<String, &'static str>,
) -> Result<Vec<CountedProgram<'m>>> {
    let mut counted = Vec::new();
    for (cell, kind) in measurements.cells_of_fit() {
        match measurements.net_events(code, &cell.program)? {
            Some(executed) => counted.push(CountedProgram {
                cell,
                kind,
                executed,
            }),
            None => {
                unused.insert(cell.program.clone(), "its code was not counted");
            }
        }
    }
    Ok(counted)
}

/// Why a program is not in a fit.
pub(super) const EXECUTES_NOTHING: &str = "it executes nothing beyond its baseline";

pub(super) const DEVICE: &str = "device";

/// The kinds of programs that are whole methods.
pub(crate) const METHODS: [ProgramKind; 2] = [ProgramKind::Composite, ProgramKind::Kernel];

/// Levels by group and name, numbered in the order of the groups.
#[derive(Debug, Default)]
pub(super) struct Levels {
    groups: Vec<(&'static str, BTreeSet<String>)>,
}

impl Levels {
    pub(super) fn new(groups: &[&'static str]) -> Self {
        Self {
            groups: groups
                .iter()
                .map(|group| (*group, BTreeSet::new()))
                .collect(),
        }
    }

    pub(super) fn add(&mut self, group: &str, level: &str) {
        if let Some((_, levels)) = self.groups.iter_mut().find(|(name, _)| *name == group) {
            levels.insert(level.to_owned());
        }
    }

    /// The number of each level, by group and name.
    pub(super) fn numbers(&self) -> BTreeMap<(&'static str, String), usize> {
        let all = self
            .groups
            .iter()
            .flat_map(|(group, levels)| levels.iter().map(move |level| (*group, level.clone())));
        all.zip(0..).collect()
    }

    pub(super) fn groups(&self) -> Vec<Group> {
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

pub(super) fn device_features(
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
