//! The equations of all methods of a unit, solved.

use super::Typical;
use super::dispatch::Key;
use super::equation::{Builder, Callee, Equation, Object};
use super::evaluate::Evaluator;
use super::sum::Sum;
use super::term::Caller;
use crate::calls::summarise::Summaries;
use crate::calls::unit::Unit;
use flow::Components;
use pricing::Pricer;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// No recursion is taken to go on with a greater probability than this.
const GREATEST_GAIN: f64 = 0.95;

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
                self.values[*only as usize] = self.value(*only, &|_| 1.0).map(Arc::new);
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

    /// Methods that call each other. The means are found first, with no gain of the whole above [`GREATEST_GAIN`], and
    /// then what is executed, in so many sweeps, at these means.
    fn solve_group(&mut self, nodes: &[u32]) {
        let at: FxHashMap<u32, usize> = nodes.iter().copied().zip(0..).collect();
        let means = self.builder.pricer.means();
        let mut inside: Vec<Vec<(usize, f64)>> = Vec::with_capacity(nodes.len());
        let mut constants: Vec<f64> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let equation = &self.equations[*node as usize];
            let edges = equation.edges.iter();
            inside.push(
                edges
                    .filter_map(|edge| match &edge.callee {
                        Callee::Node(number) => Some((*at.get(number)?, edge.count)),
                        _ => None,
                    })
                    .collect(),
            );
            let outside = self.value(*node, &|number| {
                f64::from(u8::from(!at.contains_key(&number)))
            });
            constants.push(outside.map_or(0.0, |value| value.mean_joules(means)));
        }
        let scale = (GREATEST_GAIN / gain(&inside)).min(1.0);
        let joules = solved(&inside, &constants, scale);
        for _ in 0..SWEEPS {
            for node in nodes {
                let of_callee = |number: u32| if at.contains_key(&number) { scale } else { 1.0 };
                let value = self.value(*node, &of_callee);
                self.values[*node as usize] = value.map(Arc::new);
            }
        }
        for (node, joules) in nodes.iter().zip(joules) {
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

    /// The value of a node at those of the nodes that it needs; nodes without a value yet count as nothing. `of_callee`
    /// gives the factor of the calls of a node.
    fn value(&self, node: u32, of_callee: &impl Fn(u32) -> f64) -> Option<Typical> {
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
        for edge in &equation.edges {
            let factor = match &edge.callee {
                Callee::Node(number) => of_callee(*number),
                _ => 1.0,
            };
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

/// The greatest factor by which what is called grows on a way round a group: the spectral radius of its counts, by
/// iteration.
fn gain(inside: &[Vec<(usize, f64)>]) -> f64 {
    const ROUNDS: usize = 40;
    let mut vector = vec![1.0_f64; inside.len()];
    let mut gains = [0.0_f64; ROUNDS];
    for gain in &mut gains {
        let next: Vec<f64> = inside
            .iter()
            .map(|edges| edges.iter().map(|(to, count)| vector[*to] * count).sum())
            .collect();
        let greatest = next.iter().copied().fold(0.0, f64::max);
        *gain = greatest;
        if greatest <= 0.0 {
            return f64::MIN_POSITIVE;
        }
        vector = next.into_iter().map(|value| value / greatest).collect();
    }
    // A cycle of several lengths lets the factor swing: its geometric mean counts.
    let last = &gains[ROUNDS / 2..];
    (last.iter().map(|gain| gain.ln()).sum::<f64>() / last.len() as f64).exp()
}

/// The solution of `x = constants + scale · inside · x`, by iteration.
fn solved(inside: &[Vec<(usize, f64)>], constants: &[f64], scale: f64) -> Vec<f64> {
    const ROUNDS: usize = 400;
    let mut joules = constants.to_vec();
    for _ in 0..ROUNDS {
        let mut greatest_change = 0.0_f64;
        for (at, edges) in inside.iter().enumerate() {
            let called: f64 = edges.iter().map(|(to, count)| joules[*to] * count).sum();
            let new = constants[at] + scale * called;
            let change = (new - joules[at]).abs() / new.abs().max(f64::MIN_POSITIVE);
            greatest_change = greatest_change.max(change);
            joules[at] = new;
        }
        if greatest_change < 1e-6 {
            break;
        }
    }
    joules
}
