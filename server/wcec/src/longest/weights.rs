//! What the nodes of a graph cost, factor by factor.

use super::{Dag, Effort, Node, PER_TERM};
use crate::expression::{Coefficients, Cost, Factor, Side, Term};
use crate::units::Units;

/// The choices that a path's bits tell apart.
pub(super) const MOST_CHOICES: usize = u128::BITS as usize;

/// A cost with alternatives: what each factor has in the cheapest and in the dearest of them.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) lower: Vec<f64>,
    pub(super) upper: Vec<f64>,
}

/// The mean in joules of some factors, by their index.
pub(super) type Means = Vec<(u32, f64)>;

/// The costs of all nodes of a graph.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) factors: Vec<Factor>,
    /// The means of all nodes without their choices, node by node.
    of_nodes: Means,
    /// Where those of each node begin, and their number.
    starts: Vec<u32>,
    /// The bit of each node's choice.
    bits: Vec<u128>,
    pub(super) choices: Vec<Choice>,
}

impl Weights {
    /// `None` where that is too much.
    pub(super) fn of(dag: &Dag, units: &Units<'_>, effort: &mut Effort) -> Option<Self> {
        if !effort.spend(PER_TERM * dag.terms) {
            return None;
        }
        let means = units.means();
        // `None` for a block, which only has a constant part.
        let mut plain: Vec<Option<Coefficients>> = Vec::with_capacity(dag.nodes.len());
        let mut choices: Vec<(usize, Coefficients, Coefficients)> = Vec::new();
        for (index, node) in dag.nodes.iter().enumerate() {
            plain.push(match node {
                Node::Block(_) => None,
                Node::Path(path) => {
                    let terms = path.cost.terms();
                    if terms.iter().all(|term| term.alternatives.is_empty()) {
                        Some(path.cost.coefficients(means, Side::Upper))
                    } else {
                        let terms = terms.iter().cloned();
                        let (certain, chosen): (Vec<Term>, Vec<Term>) =
                            terms.partition(|term| term.alternatives.is_empty());
                        let chosen = Cost::from_iter(chosen);
                        let lower = chosen.coefficients(means, Side::Lower);
                        let upper = chosen.coefficients(means, Side::Upper);
                        choices.push((index, lower, upper));
                        Some(Cost::from_iter(certain).coefficients(means, Side::Upper))
                    }
                }
            });
        }
        if choices.len() > MOST_CHOICES {
            return None;
        }
        let sides = choices.iter().flat_map(|(_, lower, upper)| [lower, upper]);
        let found = plain.iter().flatten().chain(sides);
        let found = found.flat_map(|found| &found.means);
        let mut factors: Vec<Factor> = found.map(|(factor, _)| factor.clone()).collect();
        if plain.iter().any(Option::is_none) {
            factors.push(Factor::one());
        }
        factors.sort();
        factors.dedup();
        let mut weights = Self {
            factors,
            of_nodes: Vec::with_capacity(plain.len()),
            starts: Vec::with_capacity(plain.len() + 1),
            bits: vec![0; plain.len()],
            choices: Vec::with_capacity(choices.len()),
        };
        let constant = weights.factors.binary_search(&Factor::one()).unwrap_or(0) as u32;
        weights.starts.push(0);
        for (index, coefficients) in plain.iter().enumerate() {
            match coefficients {
                None => weights.of_nodes.push((constant, dag.means[index])),
                Some(coefficients) => {
                    let means = weights.indexed(coefficients);
                    weights.of_nodes.extend(means);
                }
            }
            weights.starts.push(weights.of_nodes.len() as u32);
        }
        for (bit, (index, lower, upper)) in choices.iter().enumerate() {
            weights.bits[*index] = 1 << bit;
            let choice = Choice {
                lower: weights.dense(lower),
                upper: weights.dense(upper),
            };
            weights.choices.push(choice);
        }
        Some(weights)
    }

    /// The means of a node without its choice, and the bit of that.
    pub(super) fn of_node(&self, node: usize) -> (&[(u32, f64)], u128) {
        let range = self.starts[node] as usize..self.starts[node + 1] as usize;
        (&self.of_nodes[range], self.bits[node])
    }

    pub(super) fn indexed(&self, coefficients: &Coefficients) -> Means {
        let means = coefficients.means.iter();
        means
            .filter_map(|(factor, mean)| {
                let at = self.factors.binary_search(factor).ok()?;
                Some((at as u32, *mean))
            })
            .collect()
    }

    fn dense(&self, coefficients: &Coefficients) -> Vec<f64> {
        let mut dense = vec![0.0; self.factors.len()];
        add(&mut dense, &self.indexed(coefficients));
        dense
    }
}

/// Adds the means of some factors to those of all.
pub(super) fn add(sum: &mut [f64], more: &[(u32, f64)]) {
    for (at, mean) in more {
        sum[*at as usize] += mean;
    }
}
