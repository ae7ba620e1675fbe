//! Who runs where several methods may, and how likely.

use super::row::Row;
use crate::calls::resolve::Target;
use crate::calls::sites::Site;
use crate::calls::summary::Reason;
use crate::calls::unit::Unit;
use frequency::Model;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// A call whose target its receiver decides: the class that the instruction names, and the method.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) class: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
}

impl Key {
    pub(crate) fn of(site: &Site) -> Self {
        Self {
            class: Arc::clone(&site.class),
            name: Arc::clone(&site.name),
            descriptor: Arc::clone(&site.descriptor),
        }
    }
}

/// One that may run.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub(crate) target: Target,
    /// The class of the receivers that it stands for, if it is a single one.
    pub(crate) class: Option<Arc<str>>,
    /// How many classes of receivers have it.
    pub(crate) classes: u32,
    /// True where it is in the project or library that is analysed.
    pub(crate) is_own: bool,
    /// What the model knows of the share of its receivers.
    pub(crate) share: f64,
}

/// No more subtypes of a class than this are looked at.
const MOST_RELATIVES: usize = 4096;

/// No more subtypes in a library than this are looked at, for a class that the library itself never calls this way.
const MOST_IN_LIBRARY: usize = 64;

/// The bodies of a unit's lambdas by the interface that they implement.
pub(crate) type Lambdas = FxHashMap<Arc<str>, Vec<(Arc<str>, Target)>>;

/// The bodies of the lambdas and method references of a unit, by interface.
pub(crate) fn lambdas<B>(unit: &Unit<B>) -> Lambdas {
    let mut found: Lambdas = FxHashMap::default();
    for class in &unit.classes {
        for site in class.sites.iter().flatten() {
            if let Some(body) = &site.lambda {
                let target = unit.implementation_in(&body.class, &body.name, &body.descriptor);
                let of_interface = found.entry(Arc::clone(&body.interface)).or_default();
                of_interface.push((Arc::clone(&body.method), target));
            }
        }
    }
    found
}

/// The methods that may run for a call, those of the unit and a few of the libraries. `in_library` is false where a library
/// has told what its own implementations cost on average.
pub(crate) fn choices<B>(
    unit: &Unit<B>,
    lambdas: &Lambdas,
    key: &Key,
    in_library: bool,
    model: &Model,
) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    let receivers = model.receivers(&key.class, &key.name);
    let shares = receivers.map_or(&[][..], |known| &known.classes);
    let mut add = |target: Target, class: Option<&Arc<str>>, is_own: bool| {
        let of_class = |(known, _): &&(String, f64)| class.is_some_and(|class| **class == **known);
        let share = shares
            .iter()
            .find(of_class)
            .map_or(0.0, |(_, share)| *share);
        match choices.iter_mut().find(|choice| choice.target == target) {
            Some(choice) => {
                choice.classes += 1;
                choice.class = None;
                choice.share += share;
            }
            None => choices.push(Choice {
                target,
                class: class.cloned(),
                classes: 1,
                is_own,
                share,
            }),
        }
    };
    let mut pending: VecDeque<Arc<str>> = VecDeque::from([Arc::clone(&key.class)]);
    let mut seen: FxHashSet<Arc<str>> = pending.iter().cloned().collect();
    let mut from_library = 0;
    while let Some(class) = pending.pop_front() {
        let is_own = unit.class(&class).is_some();
        if let Some(header) = unit.header(&class)
            && !header.is_interface()
            && !header.is_abstract()
            && (is_own || in_library)
        {
            let target = unit.implementation_in(&class, &key.name, &key.descriptor);
            // A class that lacks the method makes no receivers.
            let is_missing = matches!(&target, Target::Unknown(part)
                if matches!(part.reason, Reason::NotImplemented | Reason::NotFound));
            if !is_missing {
                add(target, Some(&class), is_own);
            }
        }
        let own = unit.subtypes_in_unit(&class).iter();
        let mut subtypes: Vec<Arc<str>> = own
            .map(|subtype| Arc::clone(&unit.classes[*subtype as usize].header.name))
            .collect();
        if from_library < MOST_IN_LIBRARY {
            let others = unit.library().subtypes(&class);
            from_library += others.len();
            subtypes.extend(others);
        }
        for subtype in subtypes {
            if seen.len() < MOST_RELATIVES && seen.insert(Arc::clone(&subtype)) {
                pending.push_back(subtype);
            }
        }
    }
    if let Some(bodies) = lambdas.get(&key.class) {
        for (method, target) in bodies {
            if *method == key.name {
                add(target.clone(), None, true);
            }
        }
    }
    choices
}

/// The weights of choices, which add up to 1. `instructions` tells how long the code of each is: short methods run more
/// often than long ones that could run in their place.
pub(crate) fn weights(choices: &[Choice], instructions: &[u32], model: &Model) -> Vec<f64> {
    let by_length = |(choice, length): (&Choice, &u32)| {
        f64::from(choice.classes) / (f64::from(*length) + model.dispatch_offset())
    };
    let mut weights: Vec<f64> = choices.iter().zip(instructions).map(by_length).collect();
    let total: f64 = weights.iter().sum();
    let known: f64 = choices.iter().map(|choice| choice.share).sum();
    for (weight, choice) in weights.iter_mut().zip(choices) {
        let rest = (1.0 - known).max(0.0);
        *weight = choice.share + rest * *weight / total.max(f64::MIN_POSITIVE);
    }
    let total: f64 = weights.iter().sum();
    for weight in &mut weights {
        *weight /= total.max(f64::MIN_POSITIVE);
    }
    weights
}

/// The other of two states of a unit, with which a comparison is made. Who runs how often is taken to be the same in both, as
/// far as it is there in both: a class that is new has no say in calls that nobody touched.
#[derive(Debug)]
pub(crate) struct Other<'o, B> {
    pub(crate) unit: &'o Unit<B>,
    pub(crate) rows: &'o [OnceLock<Arc<Row>>],
    /// True where it is the base, whose shares count.
    pub(crate) is_base: bool,
    lambdas: OnceLock<Lambdas>,
}

impl<'o, B> Other<'o, B> {
    pub(crate) const fn new(
        unit: &'o Unit<B>,
        rows: &'o [OnceLock<Arc<Row>>],
        is_base: bool,
    ) -> Self {
        Self {
            unit,
            rows,
            is_base,
            lambdas: OnceLock::new(),
        }
    }

    /// Keeps of the choices in `unit`, each with the length of its code, those that this state has as well, in an order that
    /// is the same for both. Where it has none of them they stay as they are.
    pub(crate) fn restrict(
        &self,
        unit: &Unit<B>,
        choices: &mut Vec<(Choice, u32)>,
        key: &Key,
        in_library: bool,
        model: &Model,
    ) {
        let lambdas = self.lambdas.get_or_init(|| lambdas(self.unit));
        let others = self::choices(self.unit, lambdas, key, in_library, model);
        let mut others: FxHashMap<[Arc<str>; 3], Choice> = others
            .into_iter()
            .filter_map(|other| Some((named(self.unit, &other.target)?, other)))
            .collect();
        let mut common = Vec::with_capacity(choices.len());
        for (choice, length) in &*choices {
            let Some(name) = named(unit, &choice.target) else {
                continue;
            };
            let Some(other) = others.remove(&name) else {
                continue;
            };
            common.push(if self.is_base {
                let length = self.length(&other.target).unwrap_or(*length);
                let target = choice.target.clone();
                (name, Choice { target, ..other }, length)
            } else {
                (name, choice.clone(), *length)
            });
        }
        if common.is_empty() {
            return;
        }
        common.sort_by(|one, two| one.0.cmp(&two.0));
        let common = common.into_iter();
        *choices = common.map(|(_, choice, length)| (choice, length)).collect();
    }

    /// How many instructions a method of this state has; `None` of one of a library.
    fn length(&self, target: &Target) -> Option<u32> {
        let Target::Own(method) = target else {
            return None;
        };
        let row = self.rows.get(self.unit.number(*method) as usize)?.get()?;
        Some(row.instructions)
    }
}

/// Class, name and descriptor of who runs; `None` where nobody knows.
fn named<B>(unit: &Unit<B>, target: &Target) -> Option<[Arc<str>; 3]> {
    match target {
        Target::Own(method) => {
            let header = &unit.classes[method.class as usize].header;
            let method = header.methods.get(method.method as usize)?;
            Some([&header.name, &method.name, &method.descriptor].map(Arc::clone))
        }
        Target::Library {
            class,
            name,
            descriptor,
        } => Some([class, name, descriptor].map(Arc::clone)),
        Target::Unknown(_) => None,
    }
}

/// An energy in joules that no call falls below: what costs next to nothing does not take all calls.
const LEAST_JOULES: f64 = 1e-9;

/// By what the weights of choices, each with what it costs, are multiplied: those that cost little run more often than those
/// that cost much. The sum of the weights stays as it is, and the weight of one that nobody knows the energy of.
pub(super) fn by_energy(
    choices: impl Iterator<Item = (f64, Option<f64>)>,
    model: &Model,
) -> Vec<f64> {
    let power = model.dispatch_power();
    let (mut before, mut after) = (0.0, 0.0);
    let factors: Vec<Option<f64>> = choices
        .map(|(weight, joules)| {
            let factor = (joules? + LEAST_JOULES).powf(-power);
            before += weight;
            after += weight * factor;
            Some(factor)
        })
        .collect();
    let scale = if after > 0.0 { before / after } else { 1.0 };
    let scaled = |factor: Option<f64>| factor.map_or(1.0, |factor| factor * scale);
    factors.into_iter().map(scaled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_choices_the_dear_one_runs_less_often() {
        let choices = [(0.5, Some(1e-6)), (0.5, Some(1e-4)), (0.2, None)];
        let factors = by_energy(choices.into_iter(), Model::built_in());
        assert!(factors[0] > 1.0 && factors[1] < 1.0, "{factors:?}");
        assert!((0.5 * factors[0] + 0.5 * factors[1] - 1.0).abs() < 1e-12);
        assert!((factors[2] - 1.0).abs() < 1e-12);
        let same = by_energy(
            [(0.1, Some(1e-6)), (0.9, Some(1e-6))].into_iter(),
            Model::built_in(),
        );
        assert!(same.iter().all(|factor| (factor - 1.0).abs() < 1e-12));
    }
}
