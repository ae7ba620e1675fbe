//! Solves the equations: single ones, and those of methods that call each other.

use super::dispatch;
use super::dispatch::Key;
use super::energies::Choices;
use super::equation::{Builder, Callee, Edge, Equation};
use super::evaluate::{Evaluator, Value, Values};
use super::group;
use super::member::{Call, CallTarget, Member};
use super::own_branches::CallSeen;
use super::possible_targets::{PossibleTarget, PossibleTargets};
use super::repeated::repeated;
use super::row::Product;
use super::substituted_term::SubstitutedTerm;
use super::sum::Sum;
use super::term::Caller;
use super::{Typical, UncertainParts};
use frequency::Certainty;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The number of sweeps over a group that compute what its methods execute.
const SWEEPS: usize = 8;

/// The equations, and the values known so far.
pub(super) struct Solver<'s> {
    pub(super) builder: &'s Builder<'s>,
    pub(super) equations: &'s [Arc<Equation>],
    pub(super) values: &'s mut [Option<Arc<Typical>>],
    /// The calls that several methods may answer. Their nodes follow those of the methods.
    pub(super) choices: &'s Choices,
    pub(super) weighed_in_group: &'s mut FxHashMap<u32, f64>,
}

impl Solver<'_> {
    /// Solves a node that does not need itself.
    pub(super) fn solve_one(&mut self, node: u32) {
        self.values[node as usize] = self.value(node, None).map(Arc::new);
    }

    /// Solves methods that call each other. [`group`] computes the means first, and then some sweeps compute what is executed,
    /// scaled to these means.
    pub(super) fn solve_group(&mut self, nodes: &[u32]) {
        let at: FxHashMap<u32, usize> = nodes.iter().copied().zip(0..).collect();
        let means = self.builder.pricer.means();
        let members: Vec<Member> = nodes
            .iter()
            .map(|node| {
                let equation = &self.equations[*node as usize];
                let weighing = self.weighing(*node, equation);
                let calls = equation.edges.iter().enumerate().map(|(place, edge)| Call {
                    weighed_as: weighing.as_ref().and_then(|joules| joules[place]),
                    ..self.call(edge, &at)
                });
                Member {
                    own: equation.row.own.mean(means),
                    is_choice: equation.is_choice,
                    is_method: (*node as usize) < self.builder.unit.method_count(),
                    even: self.even(*node),
                    calls: calls.collect(),
                    start: self.in_group_of_base(*node),
                }
            })
            .collect();
        let solved = group::solve(&members, self.builder.model);
        let repeated = repeated(&members, &solved);
        let weighed = nodes.iter().copied().zip(solved.weighed);
        self.weighed_in_group.extend(weighed);
        for _ in 0..SWEEPS {
            for place in solved.order.iter().copied() {
                let (node, factors) = (nodes[place], &solved.factors[place]);
                let value = self.value(node, Some(factors)).map(|mut value| {
                    value.forget_values();
                    Arc::new(value)
                });
                self.values[node as usize] = value;
            }
        }
        let found = nodes.iter().zip(solved.joules.into_iter().zip(repeated));
        for (node, (joules, repeated)) in found {
            let Some(value) = &mut self.values[*node as usize] else {
                continue;
            };
            let value = Arc::make_mut(value);
            let mean = value.mean_joules(means);
            if mean > 0.0 && joules.is_finite() && joules > 0.0 {
                value.scale(joules / mean);
            }
            value.is_recursive = true;
            value.rest_on_depth(repeated, means);
            let calls = self.equations[*node as usize].edges.iter();
            let mut inside = calls.filter(
                |edge| matches!(&edge.callee, Callee::Node(number) if at.contains_key(number)),
            );
            let is_own =
                |edge: &Edge| edge.sureness.is_new || edge.sureness.apart != Certainty::Certain;
            let is_apart = inside.any(is_own);
            let behind = value.behind;
            value.apart = value.apart.map(|apart| {
                if is_apart {
                    behind
                } else {
                    apart.at_most(&behind)
                }
            });
        }
    }

    /// A call as its group sees it.
    fn call(&self, edge: &Edge, at: &FxHashMap<u32, usize>) -> Call {
        let inside = match &edge.callee {
            Callee::Node(number) => at.get(number),
            _ => None,
        };
        let to = match (inside, self.values.of(&edge.callee)) {
            (Some(place), _) => CallTarget::Inside(*place),
            (None, Value::Known(value)) => {
                CallTarget::Outside(value.mean_joules(self.builder.pricer.means()))
            }
            (None, Value::Unpriced(_) | Value::NotYet) => CallTarget::Unpriced,
        };
        Call {
            to,
            count: edge.count,
            is_certain: edge.sureness.all.certainty == Certainty::Certain,
            weighed_as: None,
        }
    }

    /// The choice at a node, if it is one.
    fn key(&self, node: u32) -> Option<&Key> {
        let place = (node as usize).checked_sub(self.builder.unit.method_count())?;
        self.choices.keys.get(place)
    }

    /// The probability that energies say nothing about the targets of a choice.
    fn even(&self, node: u32) -> f64 {
        let (unit, model) = (self.builder.unit, self.builder.model);
        let key = self.key(node);
        key.map_or(0.0, |key| dispatch::even(unit, key, model))
    }

    /// The joules that weight each alternative of a choice, if a base knows them.
    fn weighing(&self, node: u32, equation: &Equation) -> Option<Vec<Option<f64>>> {
        let (_, base) = self.builder.base()?;
        let key = self.key(node).filter(|_| equation.is_choice)?;
        let means = self.builder.pricer.means();
        let renumbered = &self.builder.compared.as_ref()?.renumbered;
        base.weighing(key, equation, renumbered, (means, self.builder.model))
    }

    /// The joules that weighted a node of a group in the base.
    fn in_group_of_base(&self, node: u32) -> Option<f64> {
        let (unit, base) = self.builder.base()?;
        let in_base = if let Some(key) = self.key(node) {
            *base.choices.nodes.get(key)?
        } else {
            let id = self.builder.unit.method(node);
            let header = &self.builder.unit.classes[id.class as usize].header;
            let method = header.methods.get(id.method as usize)?;
            unit.number(unit.find(&header.name, &method.name, &method.descriptor)?)
        };
        base.weighed_in_group.get(&in_base).copied()
    }

    /// The factors for the alternatives of a choice.
    fn of_choice(&self, node: u32, equation: &Equation) -> Vec<f64> {
        let means = self.builder.pricer.means();
        let weighing = self.weighing(node, equation);
        let choices = equation.edges.iter().enumerate().map(|(place, edge)| {
            let joules = match self.values.of(&edge.callee) {
                Value::Known(value) => {
                    let given = weighing.as_ref().and_then(|joules| joules[place]);
                    Some(given.unwrap_or_else(|| value.mean_joules(means)))
                }
                Value::Unpriced(_) | Value::NotYet => None,
            };
            (edge.count, joules)
        });
        dispatch::by_energy(choices, self.even(node), self.builder.model)
    }

    /// The value of a node, from those of the nodes that it needs; nodes without a value count as nothing. `factors` has a
    /// factor for each call; if it is `None`, the factors are computed from the values.
    fn value(&self, node: u32, factors: Option<&[f64]>) -> Option<Typical> {
        let equation = self.equations.get(node as usize)?;
        let is_method = (node as usize) < self.builder.unit.method_count();
        if is_method && self.builder.length(node).is_none() {
            return None;
        }
        let means = self.builder.pricer.means();
        let mut sum = Sum::of(equation);
        let evaluator = Evaluator {
            builder: self.builder,
            values: &*self.values,
            is_choice: equation.is_choice,
        };
        let of_choice = match factors {
            None if equation.is_choice => Some(self.of_choice(node, equation)),
            _ => None,
        };
        let is_in_group = factors.is_some();
        let factors = factors.or(of_choice.as_deref());
        // Within a group, values change from call to call.
        let knows_values = !is_in_group;
        let caller = Caller {
            name: &equation.name,
            parameters: if knows_values {
                &equation.row.parameters
            } else {
                &[]
            },
        };
        for (number, edge) in equation.edges.iter().enumerate() {
            let factor = factors.and_then(|factors| factors.get(number));
            let factor = factor.copied().unwrap_or(1.0);
            if factor > 0.0 {
                evaluator.add_call(&mut sum, edge, factor, &caller);
            }
        }
        let mut value = sum.into_typical(means);
        if let Some(apart) = &mut value.apart {
            self.relieve(equation, apart);
        }
        if equation.is_choice {
            value.behind.dispatch_joules = value.mean_joules(means);
            let known = self.known_targets(equation, factors);
            let targets = PossibleTargets::of(&known, self.builder.model);
            let (less, more) = targets.deviations(&|target| target.joules);
            value.behind.targets_less_joules += less;
            value.behind.targets_more_joules += more;
            value.behind.scatter(targets.sd_joules());
            value.behind.unsure_joules = self.unsure_of_choice(equation, factors, &value);
            if equation.edges.iter().any(|edge| edge.sureness.is_new)
                && let Some(apart) = &mut value.apart
            {
                *apart = value.behind;
            }
            let Typical {
                terms,
                terms_of_own,
                ..
            } = &mut value;
            for term in terms.iter_mut().chain(terms_of_own) {
                term.dispatch_joules = term.tally.mean(means);
                let (less, more) = targets.deviations(&|target| {
                    let edge = &equation.edges[target.place];
                    let mut sum = Sum::new();
                    let terms = SubstitutedTerm::all(
                        &target.callee.terms,
                        edge,
                        &caller,
                        &mut sum.nominals,
                    );
                    let same = terms
                        .iter()
                        .filter(|of| is_same(&of.passed.product, &term.factors));
                    let each = same.map(|of| of.passed.times * of.term.tally.mean(means));
                    each.sum()
                });
                term.targets_less_joules += less;
                term.targets_more_joules += more;
            }
        }
        Some(value)
    }

    /// Subtracts from what only this one of two states decides the energy that its branches cost whichever way they go.
    fn relieve(&self, equation: &Equation, apart: &mut UncertainParts) {
        let means = self.builder.pricer.means();
        let calls = equation.edges.iter().filter(|edge| !edge.sureness.is_new);
        let calls = calls.filter_map(|edge| match self.values.of(&edge.callee) {
            Value::Known(callee) => Some(CallSeen {
                by_way: &edge.by_way,
                count: edge.count,
                joules: callee.mean_joules(means),
                is_in_loop: edge.sureness.apart == Certainty::Loops,
            }),
            Value::Unpriced(_) | Value::NotYet => None,
        });
        let own = equation.row.own.mean(means);
        let calls: Vec<CallSeen<'_>> = calls.collect();
        equation.row.own_branches.relieve(apart, own, &calls);
    }

    /// The energy in joules of a choice, without calls on its arguments, that not each of its targets executes surely.
    fn unsure_of_choice(&self, equation: &Equation, factors: Option<&[f64]>, of: &Typical) -> f64 {
        let means = self.builder.pricer.means();
        let (mut all, mut least) = (0.0, f64::INFINITY);
        for (number, edge) in equation.edges.iter().enumerate() {
            let factor = factors.and_then(|factors| factors.get(number).copied());
            let weight = edge.count * factor.unwrap_or(1.0);
            if let Value::Known(callee) = self.values.of(&edge.callee)
                && weight > 0.0
            {
                let sure = callee.tally.mean(means) - callee.behind.unsure_joules;
                all += weight;
                least = least.min(sure);
            }
        }
        let sure = if least.is_finite() { all * least } else { 0.0 };
        (of.tally.mean(means) - sure).max(0.0)
    }

    /// The methods of known energy that may answer a call.
    fn known_targets(&self, equation: &Equation, factors: Option<&[f64]>) -> Vec<PossibleTarget> {
        let means = self.builder.pricer.means();
        let targets = equation
            .edges
            .iter()
            .enumerate()
            .filter_map(|(place, edge)| {
                let Value::Known(callee) = self.values.of(&edge.callee) else {
                    return None;
                };
                let factor = factors.and_then(|factors| factors.get(place).copied());
                Some(PossibleTarget {
                    place,
                    weight: edge.count * factor.unwrap_or(1.0),
                    joules: callee.mean_joules(means),
                    callee,
                })
            });
        targets.collect()
    }
}

/// Whether two products have the same symbols.
fn is_same(one: &Product, two: &Product) -> bool {
    let mut factors = one.iter().zip(two);
    one.len() == two.len() && factors.all(|(one, two)| one.0 == two.0)
}
