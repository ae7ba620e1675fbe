//! Curves over a history: everything, modules, packages, and the methods that changed most.

use crate::change_points::{LONGEST, change_points};
use crate::method::{MethodEnergy, StateEnergies};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The name of the curve of everything.
const ALL: &str = "all packages";

/// The kind of a curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// All methods.
    All,
    /// A folder of the project with its own sources.
    Module,
    /// A package.
    Package,
    /// A method.
    Method,
}

/// A curve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Series {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// For each commit, the sum in joules of one call of each of its methods; `None` if it is unknown or there are no methods.
    pub typical_j: Vec<Option<f64>>,
    /// Its changes of level.
    pub change_points: Vec<LevelChange>,
}

/// A change of level.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LevelChange {
    /// The index of the first commit with the new level.
    pub revision: usize,
    /// The posterior probability that the level changes exactly there.
    pub probability: f64,
    /// The mean of the new level divided by that of the old one.
    pub factor: f64,
}

impl Series {
    /// The first and the last number.
    pub fn ends(&self) -> Option<(f64, f64)> {
        let mut numbers = self.typical_j.iter().copied().flatten();
        let first = numbers.next()?;
        Some((first, numbers.next_back().unwrap_or(first)))
    }

    fn spread(&self) -> f64 {
        let logs = self.typical_j.iter().flatten().map(|energy| energy.ln());
        let (least, most) = logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), log| {
            (least.min(log), most.max(log))
        });
        most - least
    }

    fn find_changes(&mut self) {
        let known = self.typical_j.iter().enumerate();
        let known: Vec<(usize, f64)> =
            (known.filter_map(|(place, energy)| Some((place, (*energy)?)))).collect();
        let known = &known[known.len().saturating_sub(LONGEST)..];
        let values: Vec<f64> = known.iter().map(|(_, energy)| *energy).collect();
        let found = change_points(&values).into_iter();
        self.change_points = found
            .map(|change| LevelChange {
                revision: known[change.at].0,
                probability: change.probability,
                factor: change.factor,
            })
            .collect();
    }
}

/// The curves over the states of commits, which may repeat; `None` for commits without one. At most `methods` methods are shown:
/// those whose energy changed by the largest factor.
pub fn series(states: &[Option<&StateEnergies>], methods: usize) -> Vec<Series> {
    let mut sums: BTreeMap<(Kind, &str), Vec<Option<f64>>> = BTreeMap::new();
    let mut of_methods: BTreeMap<[&str; 4], Vec<Option<f64>>> = BTreeMap::new();
    let commits = states.len();
    for (place, state) in states.iter().enumerate() {
        let Some(state) = state else {
            continue;
        };
        for method in &state.methods {
            let Some(energy) = method.typical_j.filter(|energy| is_number(*energy)) else {
                continue;
            };
            let keys = [
                (Kind::All, ALL),
                (Kind::Module, &*method.module),
                (Kind::Package, package(method)),
            ];
            for key in keys {
                let sum = &mut sums.entry(key).or_insert_with(|| vec![None; commits])[place];
                *sum = Some(sum.unwrap_or_default() + energy);
            }
            let key = [
                &*method.class,
                &method.name,
                &method.descriptor,
                &method.module,
            ];
            let curve = of_methods.entry(key).or_insert_with(|| vec![None; commits]);
            curve[place] = Some(energy);
        }
        // A sum without the parts that do not compile would look like a saving.
        for ((kind, name), curve) in &mut sums {
            let is_known = match kind {
                _ if state.is_broken => false,
                Kind::Package => !state.broken_packages.contains(*name),
                _ => state.broken_packages.is_empty(),
            };
            if !is_known {
                curve[place] = None;
            }
        }
    }
    // A single module has the same curve as everything.
    let modules = sums
        .keys()
        .filter(|(kind, _)| *kind == Kind::Module)
        .count();
    let mut all: Vec<Series> = sums
        .into_iter()
        .filter(|((kind, _), _)| *kind != Kind::Module || modules > 1)
        .map(|((kind, name), typical_j)| Series {
            kind,
            name: match (kind, name) {
                (Kind::Package, "") => String::from("the unnamed package"),
                (Kind::Package, name) => name.replace('/', "."),
                (_, name) => name.to_owned(),
            },
            typical_j,
            change_points: Vec::new(),
        })
        .collect();
    let mut of_methods: Vec<Series> = of_methods
        .into_iter()
        .map(|([class, name, descriptor, _], typical_j)| Series {
            kind: Kind::Method,
            name: format!("{}.{name}{descriptor}", class.replace('/', ".")),
            typical_j,
            change_points: Vec::new(),
        })
        .filter(|series| series.spread() > 0.0)
        .collect();
    of_methods.sort_by_key(|series| Reverse(order(series.spread())));
    of_methods.truncate(methods);
    all.append(&mut of_methods);
    for series in &mut all {
        if series.spread() > 0.0 {
            series.find_changes();
        }
    }
    all
}

/// Maps numbers above 0 to integers, preserving their order.
const fn order(number: f64) -> u64 {
    number.to_bits()
}

fn is_number(energy: f64) -> bool {
    energy.is_finite() && energy > 0.0
}

fn package(method: &MethodEnergy) -> &str {
    let class = &method.class;
    class.rsplit_once('/').map_or("", |(package, _)| package)
}
