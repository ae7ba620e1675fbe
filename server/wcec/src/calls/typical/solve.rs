//! The equations of all methods of a unit, solved.

use super::Typical;
use super::dispatch::{self, Key};
use super::equation::{Builder, Callee, Edge, Equation, Object};
use super::evaluate::{Evaluator, Value, Values};
use super::group::{self, Call, Member, To};
use super::sum::Sum;
use super::term::Caller;
use crate::calls::summarise::Summaries;
use crate::calls::unit::Unit;
use flow::Components;
use frequency::Certainty;
use pricing::Pricer;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How often a group of methods that call each other is gone through to find what it executes.
const SWEEPS: usize = 8;

/// The objects of a class with more methods than this are not followed to where they are used.
const MOST_HANDED_METHODS: usize = 8;

/// The typical energies of a unit.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// By the numbers of the methods.
    methods: Vec<Option<Arc<Typical>>>,
    /// Of calls whose target the receiver decides.
    dispatched: FxHashMap<Key, Arc<Typical>>,
}

impl Table {
    pub(crate) fn method(&self, number: u32) -> Option<&Arc<Typical>> {
        self.methods.get(number as usize)?.as_ref()
    }

    /// All calls whose target the receiver decides.
    pub(crate) fn dispatched(&self) -> impl Iterator<Item = (&Key, &Arc<Typical>)> {
        self.dispatched.iter()
    }

    pub(super) fn of_key(&self, key: &Key) -> Option<&Arc<Typical>> {
        self.dispatched.get(key)
    }

    /// Solves the equations of a unit.
    pub(crate) fn of<B: AsRef<[u8]> + Sync + Send>(
        unit: &Unit<B>,
        summaries: &Summaries,
        pricer: &Pricer,
    ) -> Self {
        let builder = Builder::new(unit, summaries, pricer);
        let methods = unit.method_count() as u32;
        let mut equations: Vec<Equation> = (0..methods)
            .into_par_iter()
            .map(|number| builder.of_method(number))
            .collect();
        let mut numbers: FxHashMap<Key, u32> = FxHashMap::default();
        let mut keys: Vec<Key> = Vec::new();
        for equation in &mut equations {
            for edge in &mut equation.edges {
                if let Callee::Dispatched(key) = &edge.callee {
                    let next = methods + keys.len() as u32;
                    let number = *numbers.entry(key.clone()).or_insert_with(|| {
                        keys.push(key.clone());
                        next
                    });
                    edge.callee = Callee::Node(number);
                }
            }
        }
        let of_choices: Vec<Equation> = keys
            .par_iter()
            .map(|key| builder.of_choice(key, &equations))
            .collect();
        equations.extend(of_choices);
        let mut solver = Solver {
            unit,
            builder: &builder,
            values: vec![None; equations.len()],
            equations,
        };
        solver.solve();
        let mut values = solver.values;
        let of_choices = values.split_off(methods as usize);
        let dispatched = keys.into_iter().zip(of_choices);
        Self {
            methods: values,
            dispatched: dispatched
                .filter_map(|(key, value)| Some((key, value?)))
                .collect(),
        }
    }
}

struct Solver<'s, B> {
    unit: &'s Unit<B>,
    builder: &'s Builder<'s, B>,
    equations: Vec<Equation>,
    values: Vec<Option<Arc<Typical>>>,
}

impl<B: AsRef<[u8]> + Sync + Send> Solver<'_, B> {
    fn solve(&mut self) {
        let needs: Vec<Vec<u32>> = self
            .equations
            .par_iter()
            .map(|equation| self.needs(equation))
            .collect();
        let count = needs.len() as u32;
        let components = Components::find(needs.len(), 0..count, |node, followed| {
            let next = needs[node as usize].get(*followed as usize).copied();
            *followed += 1;
            next
        });
        for component in (0..components.len()).rev() {
            let nodes = components.nodes(component);
            if let [only] = nodes
                && !needs[*only as usize].contains(only)
            {
                self.values[*only as usize] = self.value(*only, None).map(Arc::new);
                continue;
            }
            self.solve_group(nodes);
        }
    }

    /// The nodes that one needs.
    fn needs(&self, equation: &Equation) -> Vec<u32> {
        let mut needs = Vec::new();
        for edge in &equation.edges {
            if let Callee::Node(number) = &edge.callee {
                needs.push(*number);
            }
            for (_, object) in &edge.objects {
                match object {
                    Object::Lambda(_, Callee::Node(number)) => needs.push(*number),
                    Object::Class(class) if !equation.is_choice => {
                        needs.extend(self.handed_methods(class));
                    }
                    _ => {}
                }
            }
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    fn handed_methods(&self, class: &str) -> Vec<u32> {
        let Some(class) = self.unit.class(class) else {
            return Vec::new();
        };
        let methods = &self.unit.classes[class as usize].header.methods;
        let wanted: Vec<u32> = self
            .unit
            .numbers_in(class)
            .zip(methods)
            .filter(|(_, method)| {
                !method.is_static() && !method.is_private() && !method.name.starts_with('<')
            })
            .map(|(number, _)| number)
            .collect();
        if wanted.len() > MOST_HANDED_METHODS {
            Vec::new()
        } else {
            wanted
        }
    }

    /// Methods that call each other. The means are found first ([`group`]), and then what is executed, in so many sweeps, at
    /// these means.
    fn solve_group(&mut self, nodes: &[u32]) {
        let at: FxHashMap<u32, usize> = nodes.iter().copied().zip(0..).collect();
        let means = self.builder.pricer.means();
        let members: Vec<Member> = nodes
            .iter()
            .map(|node| {
                let equation = &self.equations[*node as usize];
                let calls = equation.edges.iter().map(|edge| self.call(edge, &at));
                Member {
                    own: equation.own.mean(means),
                    is_choice: equation.is_choice,
                    calls: calls.collect(),
                }
            })
            .collect();
        let solved = group::solve(&members, self.builder.model);
        for _ in 0..SWEEPS {
            for (node, factors) in nodes.iter().zip(&solved.factors) {
                let value = self.value(*node, Some(factors));
                self.values[*node as usize] = value.map(Arc::new);
            }
        }
        for (node, joules) in nodes.iter().zip(solved.joules) {
            let Some(value) = &mut self.values[*node as usize] else {
                continue;
            };
            let value = Arc::make_mut(value);
            let mean = value.mean_joules(means);
            if mean > 0.0 && joules.is_finite() && joules > 0.0 {
                value.scale(joules / mean);
            }
            value.is_recursive = true;
            // How deep the recursion goes nobody knows.
            value.behind.loops_joules = value.mean_joules(means);
        }
    }

    /// A call as its group sees it.
    fn call(&self, edge: &Edge, at: &FxHashMap<u32, usize>) -> Call {
        let inside = match &edge.callee {
            Callee::Node(number) => at.get(number),
            _ => None,
        };
        let to = match (inside, self.values.of(&edge.callee)) {
            (Some(place), _) => To::Inside(*place),
            (None, Value::Known(value)) => {
                To::Outside(value.mean_joules(self.builder.pricer.means()))
            }
            (None, Value::Unpriced(_) | Value::NotYet) => To::Unpriced,
        };
        Call {
            to,
            count: edge.count,
            is_certain: edge.certainty == Certainty::Certain,
        }
    }

    /// By what the calls of a choice are multiplied.
    fn of_choice(&self, equation: &Equation) -> Vec<f64> {
        let means = self.builder.pricer.means();
        let choices = equation.edges.iter().map(|edge| {
            let joules = match self.values.of(&edge.callee) {
                Value::Known(value) => Some(value.mean_joules(means)),
                Value::Unpriced(_) | Value::NotYet => None,
            };
            (edge.count, joules)
        });
        dispatch::by_energy(choices, self.builder.model)
    }

    /// The value of a node at those of the nodes that it needs; nodes without a value yet count as nothing. `factors` has a
    /// factor for each call; where there are none, they follow from the values.
    fn value(&self, node: u32, factors: Option<&[f64]>) -> Option<Typical> {
        let equation = self.equations.get(node as usize)?;
        let is_method = (node as usize) < self.unit.method_count();
        if is_method && self.builder.row(node).is_none() {
            return None;
        }
        let means = self.builder.pricer.means();
        let mut sum = Sum::of(equation);
        let evaluator = Evaluator {
            builder: self.builder,
            values: &self.values,
        };
        let of_choice = match factors {
            None if equation.is_choice => Some(self.of_choice(equation)),
            _ => None,
        };
        let factors = factors.or(of_choice.as_deref());
        for (number, edge) in equation.edges.iter().enumerate() {
            let factor = factors.and_then(|factors| factors.get(number));
            let factor = factor.copied().unwrap_or(1.0);
            if factor > 0.0 {
                evaluator.add_edge(&mut sum, edge, edge.count * factor);
                if factor >= 1.0 && is_method {
                    let caller = Caller {
                        name: &equation.name,
                        parameters: &equation.parameters,
                    };
                    evaluator.add_terms(&mut sum, edge, &caller);
                }
            }
        }
        let mut value = sum.into_typical(means);
        if equation.is_choice {
            value.behind.dispatch_joules = value.mean_joules(means);
        }
        Some(value)
    }
}
