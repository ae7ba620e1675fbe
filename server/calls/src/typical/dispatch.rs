//! The methods that may answer a call, and how likely each of them is.

use super::receiver::{Receiver, Renumbered};
use crate::resolve::Target;
use crate::sites::Site;
use crate::unit::{Unit, UnitKind};
use frequency::{MeasuredSite, Model};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use wcec::Reason;

/// A call whose receiver decides the target: the class that the instruction names, and the method.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) class: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    /// The counted classes of the receivers, if a run counted them.
    pub(crate) met: Option<Arc<Met>>,
}

/// The classes of the receivers of a call, each with its share.
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Met(Vec<(Arc<str>, u16)>);

/// Calls on other classes are followed if their share is greater than this.
const LEAST_REST: f64 = 0.02;

impl Met {
    /// The counts for a call of a method, if there are any.
    pub(crate) fn at(sites: &[MeasuredSite], instruction: u32) -> Option<Arc<Self>> {
        let site = sites.iter().find(|site| site.at == instruction)?;
        let share = |share: f64| (share.clamp(0.0, 1.0) * f64::from(u16::MAX)).round() as u16;
        let classes = site.classes.iter();
        let classes = classes.map(|(class, of_class)| (Arc::clone(class), share(*of_class)));
        Some(Arc::new(Self(classes.collect())))
    }

    pub(super) fn shares(&self) -> impl Iterator<Item = (&Arc<str>, f64)> {
        let shares = self.0.iter();
        shares.map(|(class, share)| (class, f64::from(*share) / f64::from(u16::MAX)))
    }

    /// The share of other receivers, if it is worth following; `known` is the share of the known receivers.
    pub(super) fn rest(known: f64) -> f64 {
        let rest = (1.0 - known).max(0.0);
        if rest > LEAST_REST { rest } else { 0.0 }
    }
}

impl Key {
    /// The same call, wherever it is.
    pub(crate) fn anywhere(&self) -> Self {
        Self {
            met: None,
            ..self.clone()
        }
    }

    /// `class.name(descriptor)`.
    pub(super) fn method(&self) -> String {
        format!("{}.{}{}", self.class, self.name, self.descriptor)
    }

    pub(crate) fn of(site: &Site) -> Self {
        Self {
            class: Arc::clone(&site.class),
            name: Arc::clone(&site.name),
            descriptor: Arc::clone(&site.descriptor),
            met: None,
        }
    }
}

/// A method that may run.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub(crate) target: Target,
    /// The classes of the receivers for which it runs.
    pub(crate) receivers: Vec<Arc<str>>,
    /// The number of lambdas and method references that run it.
    pub(crate) lambdas: u32,
    /// Whether it belongs to the analysed project or library.
    pub(crate) is_own: bool,
    /// The model's share of its receivers.
    pub(crate) share: f64,
}

impl Choice {
    /// The class of its receivers, if there is only one.
    pub(crate) fn class(&self) -> Option<&Arc<str>> {
        match (&self.receivers[..], self.lambdas) {
            ([only], 0) => Some(only),
            _ => None,
        }
    }

    fn kinds_of_receivers(&self) -> f64 {
        (self.receivers.len() + self.lambdas as usize) as f64
    }
}

/// The methods that may answer calls.
pub(crate) type AnsweringMethods = FxHashMap<Key, Vec<Choice>>;

/// What is known about the calls of two states whose receivers decide the target, the base first.
#[derive(Debug, Default)]
pub(crate) struct CallAnswers {
    /// The methods that may answer them, as far as already known.
    pub(crate) methods: [AnsweringMethods; 2],
    /// The calls whose energy is needed even if no computed method makes them.
    pub(crate) asked: [Vec<Key>; 2],
}

/// The maximum number of subtypes of a class to look at.
const MAX_RELATIVES: usize = 4096;

/// The maximum number of subtypes in a library to look at, for a class that the library itself never calls this way.
const MAX_IN_LIBRARY: usize = 64;

/// The bodies of a unit's lambdas, by the interface that they implement.
pub(crate) type Lambdas = FxHashMap<Arc<str>, Vec<(Arc<str>, Target)>>;

/// The bodies of the lambdas and method references of a unit, by interface.
pub(crate) fn lambdas(unit: &Unit) -> Lambdas {
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

/// The methods that may run for a call: those of the unit, and a few of the libraries. `in_library` is false if a library
/// already knows the average cost of its own implementations.
pub(crate) fn choices(
    unit: &Unit,
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
        let known = choices.iter().position(|choice| choice.target == target);
        let at = known.unwrap_or_else(|| {
            choices.push(Choice {
                target,
                receivers: Vec::new(),
                lambdas: 0,
                is_own,
                share: 0.0,
            });
            choices.len() - 1
        });
        let choice = &mut choices[at];
        choice.share += share;
        match class {
            Some(class) => choice.receivers.push(Arc::clone(class)),
            None => choice.lambdas += 1,
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
            // A class that lacks the method is not a receiver.
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
        if from_library < MAX_IN_LIBRARY {
            let others = unit.library().subtypes(&class);
            from_library += others.len();
            subtypes.extend(others.iter().cloned());
        }
        for subtype in subtypes {
            if seen.len() < MAX_RELATIVES && seen.insert(Arc::clone(&subtype)) {
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

/// The weights of choices, each with the length of its code in instructions. They add up to 1. Short methods run more often
/// than long alternatives.
pub(crate) fn weights(choices: &[(Choice, u32)], model: &Model) -> Vec<f64> {
    let by_length = |(choice, length): &(Choice, u32)| {
        choice.kinds_of_receivers() / (f64::from(*length) + model.dispatch_offset())
    };
    let mut weights: Vec<f64> = choices.iter().map(by_length).collect();
    let total: f64 = weights.iter().sum();
    let known: f64 = choices.iter().map(|(choice, _)| choice.share).sum();
    for (weight, (choice, _)) in weights.iter_mut().zip(choices) {
        let rest = (1.0 - known).max(0.0);
        *weight = choice.share + rest * *weight / total.max(f64::MIN_POSITIVE);
    }
    let total: f64 = weights.iter().sum();
    for weight in &mut weights {
        *weight /= total.max(f64::MIN_POSITIVE);
    }
    weights
}

/// The receivers for which a method that may answer a call runs.
pub(super) fn receivers(unit: &Unit, choice: &Choice) -> Vec<Receiver> {
    let classes = choice.receivers.iter().cloned().map(Receiver::Class);
    let lambda = (choice.lambdas > 0).then(|| match &choice.target {
        Target::Unknown(part) => Some(Receiver::Unpriced(Arc::clone(&part.method))),
        target => named(unit, target).map(Receiver::Lambda),
    });
    classes.chain(lambda.flatten()).collect()
}

/// The choices of a call in one state of a unit, each with the length of its code.
pub(crate) struct ChoicesIn<'c> {
    pub(crate) unit: &'c Unit,
    pub(crate) choices: &'c [(Choice, u32)],
    /// The names of the receivers in the base, if this is the head.
    pub(super) renumbered: Option<&'c Renumbered>,
}

impl ChoicesIn<'_> {
    /// The receivers for which a method runs, by their names in the base.
    fn receivers(&self, choice: &Choice) -> Vec<Receiver> {
        let receivers = receivers(self.unit, choice).into_iter();
        match self.renumbered {
            Some(renumbered) => receivers.map(|of| renumbered.receiver(of)).collect(),
            None => receivers.collect(),
        }
    }

    fn shares(&self, model: &Model) -> BTreeMap<Receiver, f64> {
        let mut shares = BTreeMap::new();
        for (choice, weight) in self.choices.iter().zip(weights(self.choices, model)) {
            let receivers = self.receivers(&choice.0);
            let each = weight / receivers.len().max(1) as f64;
            for receiver in receivers {
                *shares.entry(receiver).or_insert(0.0) += each;
            }
        }
        shares
    }
}

/// The weights of choices in one of two states that are compared. Receivers of both states have the frequency of the base in
/// both, so that what both execute cancels. If the type is one of the project's own (`is_own`), a receiver of one state has the
/// frequency of that state, so a new receiver counts in the calls that it may answer. Receivers of a library's type that only
/// one state has count only if the states have none in common. Otherwise nearly any new class would change calls of
/// `Object.toString`.
pub(crate) fn weights_in_both(
    state: &ChoicesIn<'_>,
    other: &ChoicesIn<'_>,
    other_is_base: bool,
    is_own: bool,
    model: &Model,
) -> Vec<f64> {
    let (here, there) = (state.shares(model), other.shares(model));
    let of_base = if other_is_base { &there } else { &here };
    let common: f64 = (of_base.iter())
        .filter(|(receiver, _)| here.contains_key(receiver) && there.contains_key(receiver))
        .map(|(_, share)| share)
        .sum();
    let mut shares = here.clone();
    if !is_own && common > 0.0 {
        shares.retain(|receiver, _| there.contains_key(receiver));
    }
    if other_is_base {
        let added = shares.iter().filter(|(one, _)| !there.contains_key(one));
        let added: f64 = added.map(|(_, share)| share).sum();
        // If both states have the same receivers, the weights are exactly those of the base.
        let scale = if added > 0.0 && common > 0.0 {
            (1.0 - added).max(0.0) / common
        } else {
            1.0
        };
        for (receiver, share) in &mut shares {
            if let Some(of_base) = there.get(receiver) {
                *share = of_base * scale;
            }
        }
    }
    let total: f64 = shares.values().sum();
    let of_choice = |(choice, _): &(Choice, u32)| {
        let mut receivers = state.receivers(choice);
        receivers.sort();
        let known = receivers.iter().filter_map(|receiver| shares.get(receiver));
        known.sum::<f64>() / total.max(f64::MIN_POSITIVE)
    };
    state.choices.iter().map(of_choice).collect()
}

/// Class, name and descriptor of the method that runs; `None` if it is unknown.
pub(crate) fn named(unit: &Unit, target: &Target) -> Option<[Arc<str>; 3]> {
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

/// The least energy of a call in joules. Without it, a call that costs almost nothing would get all the weight.
const MIN_JOULES: f64 = 1e-9;

/// The probability that the energies of the targets of a call say nothing about how often they run. Of the types of a project,
/// cheap targets hardly run more often than expensive ones. Of a library's types, they do.
pub(super) fn even(unit: &Unit, key: &Key, model: &Model) -> f64 {
    let is_own = unit.kind() == UnitKind::Project && unit.class(&key.class).is_some();
    if is_own && key.met.is_none() {
        model.dispatch_even()
    } else {
        0.0
    }
}

/// The factors for the weights of choices, each given with its cost: cheap methods run more often than expensive ones, except
/// with the probability `even`. The sum of the weights does not change, and neither does the weight of a choice of unknown
/// energy.
pub(super) fn by_energy(
    choices: impl Iterator<Item = (f64, Option<f64>)>,
    even: f64,
    model: &Model,
) -> Vec<f64> {
    let power = model.dispatch_power();
    let (mut before, mut after) = (0.0, 0.0);
    let factors: Vec<Option<f64>> = choices
        .map(|(weight, joules)| {
            let factor = (joules? + MIN_JOULES).powf(-power);
            before += weight;
            after += weight * factor;
            Some(factor)
        })
        .collect();
    let scale = if after > 0.0 { before / after } else { 1.0 };
    let scaled = |factor: Option<f64>| {
        factor.map_or(1.0, |factor| (1.0 - even).mul_add(factor * scale, even))
    };
    factors.into_iter().map(scaled).collect()
}

/// The single energy in joules that has the same weight as several energies with equal shares.
pub(super) fn weighing_like(joules: &[f64], model: &Model) -> Option<f64> {
    let (first, others) = joules.split_first()?;
    let power = model.dispatch_power();
    // If the energies are equal, the result is exactly that energy.
    if power <= 0.0
        || others
            .iter()
            .all(|other| other.to_bits() == first.to_bits())
    {
        return Some(*first);
    }
    let factors = joules.iter().map(|of| (of + MIN_JOULES).powf(-power));
    let mean = factors.sum::<f64>() / joules.len() as f64;
    Some(mean.powf(-power.recip()) - MIN_JOULES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn energies_together_weigh_like_their_mean_weight() {
        let model = Model::built_in();
        assert_eq!(weighing_like(&[], model), None);
        assert_eq!(weighing_like(&[3e-7, 3e-7], model), Some(3e-7));
        let one = weighing_like(&[1e-6, 1e-4], model).expect("an energy");
        let apart = [(0.25, Some(1e-6)), (0.25, Some(1e-4)), (0.5, Some(1e-5))];
        let together = [(0.5, Some(one)), (0.5, Some(1e-5))];
        let apart = by_energy(apart.into_iter(), 0.3, model);
        let together = by_energy(together.into_iter(), 0.3, model);
        assert!((apart[2] - together[1]).abs() < 1e-12);
    }

    #[test]
    fn a_dear_choice_keeps_the_share_that_does_not_depend_on_energy() {
        let choices = [(0.5, Some(1e-9)), (0.5, Some(1.0))];
        let factors = by_energy(choices.into_iter(), 0.3, Model::built_in());
        assert!((factors[1] - 0.3).abs() < 1e-3, "{factors:?}");
        assert!((factors[0] + factors[1] - 2.0).abs() < 1e-9);
    }

    #[test]
    fn of_two_choices_the_dear_one_runs_less_often() {
        let choices = [(0.5, Some(1e-6)), (0.5, Some(1e-4)), (0.2, None)];
        let factors = by_energy(choices.into_iter(), 0.0, Model::built_in());
        assert!(factors[0] > 1.0 && factors[1] < 1.0, "{factors:?}");
        assert!((0.5 * factors[0] + 0.5 * factors[1] - 1.0).abs() < 1e-12);
        assert!((factors[2] - 1.0).abs() < 1e-12);
        let same = by_energy(
            [(0.1, Some(1e-6)), (0.9, Some(1e-6))].into_iter(),
            0.3,
            Model::built_in(),
        );
        assert!(same.iter().all(|factor| (factor - 1.0).abs() < 1e-12));
    }
}
