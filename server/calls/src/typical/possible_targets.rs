//! How much a call with several possible targets may cost if it is unknown which of them runs.
//!
//! In a run, nearly every call has a single target, and often one that the weights call rare. So the weights alone say too
//! little about the energy of a call: with the probability [`Model::dispatch_even`], any target is as likely as any other.

use super::Typical;
use super::dispatch;
use super::dispatch::Key;
use super::energies::Table;
use super::evaluate::{Value, Values};
use super::receiver::Receiver;
use crate::summaries::Summaries;
use crate::unit::Unit;
use frequency::Model;
use pricing::Pricer;
use std::sync::Arc;

/// The share of calls below an interval, and above it.
const OUTSIDE: f64 = 0.05;

/// A method of known energy that may answer a call.
pub(super) struct PossibleTarget {
    /// The place of its edge in the equation of the call.
    pub(super) place: usize,
    pub(super) weight: f64,
    pub(super) joules: f64,
    pub(super) callee: Arc<Typical>,
}

/// The methods of known energy that may answer a call, with two of them that end an interval for its energy.
pub(super) struct PossibleTargets<'t> {
    all: &'t [PossibleTarget],
    /// The sum of the weights.
    total: f64,
    /// The targets at the 5th and the 95th percentile of energies.
    ends: Option<[&'t PossibleTarget; 2]>,
}

impl<'t> PossibleTargets<'t> {
    pub(super) fn of(all: &'t [PossibleTarget], model: &Model) -> Self {
        let total: f64 = all.iter().map(|target| target.weight).sum();
        let mut sorted: Vec<&PossibleTarget> = all.iter().collect();
        sorted.sort_by(|one, two| one.joules.total_cmp(&two.joules));
        let even = model.dispatch_even();
        let probability = |target: &PossibleTarget| {
            (1.0 - even) * target.weight / total + even / all.len() as f64
        };
        let mut ends = None;
        if total > 0.0 {
            let first = first_from(sorted.iter().copied(), probability);
            let last = first_from(sorted.iter().rev().copied(), probability);
            ends = first.zip(last).map(|(first, last)| [first, last]);
        }
        Self { all, total, ends }
    }

    /// The mean of a part of the targets' energies, for one call.
    fn mean(&self, joules: &impl Fn(&PossibleTarget) -> f64) -> f64 {
        let parts = self.all.iter().map(|target| target.weight * joules(target));
        parts.sum::<f64>() / self.total
    }

    /// How much less and how much more a part of the energy may be than its mean, in joules. Of a part that is not the whole, the
    /// differences may be negative.
    pub(super) fn deviations(&self, joules: &impl Fn(&PossibleTarget) -> f64) -> (f64, f64) {
        let Some([least, most]) = self.ends else {
            return (0.0, 0.0);
        };
        let mean = self.mean(joules);
        let [least, most] = [least, most].map(joules);
        (self.total * (mean - least), self.total * (most - mean))
    }

    /// The standard deviation in joules of the expectation, if the weights are as uncertain as after a single observed call: a
    /// Dirichlet distribution of concentration 1 around them, which has half the variance of one call.
    pub(super) fn sd_joules(&self) -> f64 {
        if self.total <= 0.0 {
            return 0.0;
        }
        let mean = self.mean(&|target| target.joules);
        let squares = self.all.iter();
        let squares = squares.map(|target| target.weight * (target.joules - mean).powi(2));
        self.total * (squares.sum::<f64>() / self.total / 2.0).sqrt()
    }
}

/// The first target from which on at most [`OUTSIDE`] of the calls are left out before it.
fn first_from<'t>(
    sorted: impl Iterator<Item = &'t PossibleTarget>,
    probability: impl Fn(&PossibleTarget) -> f64,
) -> Option<&'t PossibleTarget> {
    let mut before = 0.0;
    let mut last = None;
    for target in sorted {
        before += probability(target);
        last = Some(target);
        if before > OUTSIDE {
            break;
        }
    }
    last
}

/// A method that may answer a call.
#[derive(Debug, Clone)]
pub struct AnsweringMethod {
    /// The classes of the receivers for which it runs.
    pub classes: Vec<Arc<str>>,
    /// The body of the lambda that it is, by class, name and descriptor.
    pub lambda: Option<[Arc<str>; 3]>,
    /// Whether it stands for all receivers that only a library has.
    pub is_of_library: bool,
    /// How likely it runs.
    pub weight: f64,
    /// Its typical energy in joules; `None` if that is unknown.
    pub joules: Option<f64>,
}

impl Summaries {
    /// The methods that may answer calls that name this class, method and descriptor. Empty if no such call is known.
    pub fn answering_methods(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        [class, name, descriptor]: [&Arc<str>; 3],
    ) -> Vec<AnsweringMethod> {
        let key = Key {
            class: Arc::clone(class),
            name: Arc::clone(name),
            descriptor: Arc::clone(descriptor),
            met: None,
        };
        self.typicals(unit, pricer).answering(unit, &key, pricer)
    }
}

impl Table {
    fn answering(&self, unit: &Unit, key: &Key, pricer: &Pricer) -> Vec<AnsweringMethod> {
        let node = self.choices.nodes.get(key);
        let Some(equation) = node.and_then(|node| self.equations.get(*node as usize)) else {
            return Vec::new();
        };
        let joules = equation
            .edges
            .iter()
            .map(|edge| match self.values.of(&edge.callee) {
                Value::Known(callee) => Some(callee.mean_joules(pricer.means())),
                Value::Unpriced(_) | Value::NotYet => None,
            });
        let joules: Vec<Option<f64>> = joules.collect();
        let counts = equation.edges.iter().map(|edge| edge.count);
        let model = Model::built_in();
        let weighed = counts.zip(joules.iter().copied());
        let factors = dispatch::by_energy(weighed, dispatch::even(unit, key, model), model);
        let edges = equation.edges.iter().zip(factors).zip(joules);
        let answering = edges.map(|((edge, factor), joules)| {
            let classes = edge.receivers.iter().filter_map(|receiver| match receiver {
                Receiver::Class(class) => Some(Arc::clone(class)),
                _ => None,
            });
            let mut lambdas = edge.receivers.iter().filter_map(|receiver| match receiver {
                Receiver::Lambda(body) => Some(body.clone()),
                _ => None,
            });
            AnsweringMethod {
                classes: classes.collect(),
                lambda: lambdas.next(),
                is_of_library: edge.receivers.contains(&Receiver::OfLibrary),
                weight: edge.count * factor,
                joules,
            }
        });
        answering.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(weighted: &[(f64, f64)]) -> Vec<PossibleTarget> {
        let targets = weighted.iter().enumerate();
        let target = |(place, (weight, joules)): (usize, &(f64, f64))| PossibleTarget {
            place,
            weight: *weight,
            joules: *joules,
            callee: Arc::default(),
        };
        targets.map(target).collect()
    }

    fn interval(weighted: &[(f64, f64)]) -> (f64, f64) {
        let all = targets(weighted);
        let targets = PossibleTargets::of(&all, Model::built_in());
        let mean = targets.mean(&|target| target.joules);
        let (less, more) = targets.deviations(&|target| target.joules);
        (mean - less, mean + more)
    }

    #[test]
    fn each_of_two_targets_may_be_the_only_one() {
        let (low, high) = interval(&[(0.999, 1e-9), (0.001, 1e-4)]);
        assert!(
            (low - 1e-9).abs() < 1e-15 && (high - 1e-4).abs() < 1e-12,
            "{low} {high}"
        );
    }

    #[test]
    fn one_rare_target_of_a_hundred_may_be_left_out() {
        let mut all = vec![(0.01, 1e-9); 99];
        all.push((0.01, 1.0));
        let (low, high) = interval(&all);
        assert!(
            (low - 1e-9).abs() < 1e-15 && (high - 1e-9).abs() < 1e-12,
            "{low} {high}"
        );
    }

    #[test]
    fn no_call_has_no_interval() {
        let all = targets(&[(0.0, 1.0)]);
        let targets = PossibleTargets::of(&all, Model::built_in());
        assert_eq!(targets.deviations(&|target| target.joules), (0.0, 0.0));
        assert!(targets.sd_joules() <= 0.0);
    }
}
