//! The dearest path through an acyclic graph of blocks and loops.

mod pareto;
mod weights;

use crate::expression::{Cost, at_least};
use crate::units::Units;
use pareto::Pareto;
use weights::Weights;

/// How much may still be computed in one method, in additions of two numbers or so. Compiled Java needs a small part; when
/// it is spent, symbols stand for whole loops.
#[derive(Debug)]
pub(crate) struct Effort(usize);

/// What it takes to handle a term of a cost.
const PER_TERM: usize = 1024;

impl Default for Effort {
    fn default() -> Self {
        Self(1 << 27)
    }
}

impl Effort {
    /// False where too little is left, from then on always.
    fn spend(&mut self, additions: usize) -> bool {
        self.0 = self.0.saturating_sub(additions);
        self.0 > 0
    }
}

/// A path, or several of which the symbols decide.
#[derive(Debug, Clone, Default)]
pub(crate) struct Path {
    pub(crate) cost: Cost,
    /// The blocks on it; with every symbol at its nominal value where the symbols decide.
    pub(crate) blocks: Vec<u32>,
}

/// A node of the graph.
#[derive(Debug)]
pub(crate) enum Node {
    /// A basic block.
    Block(u32),
    /// A loop, or the way out of one.
    Path(Path),
}

/// An acyclic graph whose nodes stand in topological order.
#[derive(Debug)]
pub(crate) struct Dag {
    nodes: Vec<Node>,
    /// The mean in joules of each node; where symbols decide, 0.
    means: Vec<f64>,
    starts: Vec<u32>,
    edges: Vec<u32>,
    sources: Vec<u32>,
    /// The terms of all nodes.
    terms: usize,
    /// True where the cost of a node depends on symbols.
    is_symbolic: bool,
    /// The mean in joules of the dearest path to each node and the node before it, where nothing depends on symbols.
    best: Vec<(f64, u32)>,
    /// Filled in with the first search where something does.
    weights: Option<Weights>,
}

/// There is no node before.
const NONE: u32 = u32::MAX;

impl Dag {
    /// A graph of these nodes, with the edges from each of them in `edges` from its entry in `starts` on. Every edge
    /// leads to a later node, and every node can be reached from a source.
    pub(crate) fn new(
        nodes: Vec<Node>,
        starts: Vec<u32>,
        edges: Vec<u32>,
        sources: Vec<u32>,
        units: &Units<'_>,
    ) -> Self {
        let mut is_symbolic = false;
        let mut terms = 0;
        let means = nodes
            .iter()
            .map(|node| match node {
                Node::Block(block) => units.mean(*block),
                Node::Path(path) => {
                    let mean = path.cost.constant_mean(units.means());
                    is_symbolic |= mean.is_none();
                    terms += path.cost.size();
                    mean.unwrap_or_default()
                }
            })
            .collect();
        let mut dag = Self {
            nodes,
            means,
            starts,
            edges,
            sources,
            terms,
            is_symbolic,
            best: Vec::new(),
            weights: None,
        };
        if !is_symbolic {
            dag.find_best();
        }
        dag
    }

    /// The nodes that edges from a node lead to.
    fn successors(&self, node: usize) -> &[u32] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The nodes that no edge leaves.
    pub(crate) fn ends(&self) -> Vec<u32> {
        let all = 0..self.nodes.len();
        all.filter(|node| self.successors(*node).is_empty())
            .map(|node| node as u32)
            .collect()
    }

    fn find_best(&mut self) {
        self.best = vec![(f64::NEG_INFINITY, NONE); self.nodes.len()];
        for source in &self.sources {
            self.best[*source as usize] = (0.0, NONE);
        }
        for node in 0..self.nodes.len() {
            let sum = self.best[node].0 + self.means[node];
            self.best[node].0 = sum;
            let range = self.starts[node] as usize..self.starts[node + 1] as usize;
            for to in &self.edges[range] {
                if sum > self.best[*to as usize].0 {
                    self.best[*to as usize] = (sum, node as u32);
                }
            }
        }
    }

    /// The dearest path from a source to one of the targets; `None` where the effort is spent. The flag says that an
    /// upper bound of many competing paths stands for them.
    pub(crate) fn dearest(
        &mut self,
        targets: &[u32],
        units: &Units<'_>,
        effort: &mut Effort,
    ) -> Option<(Path, bool)> {
        if self.is_symbolic {
            let ways = Ways::new(self, targets);
            if let Some(nodes) = ways.only_one(self) {
                return effort
                    .spend(PER_TERM * self.terms)
                    .then(|| (self.join(&nodes, units), false));
            }
            if self.weights.is_none() {
                self.weights = Some(Weights::of(self, units, effort)?);
            }
            let weights = self.weights.as_ref()?;
            return Pareto::new(self, weights, ways, units, effort).dearest();
        }
        let nodes = self.way_to(self.dearest_end(targets));
        Some((self.join(&nodes, units), false))
    }

    /// The blocks on the dearest path to one of the targets, where nothing depends on symbols and that path costs no more
    /// than a mean in joules.
    pub(crate) fn blocks_within(&self, targets: &[u32], mean: f64) -> Option<Vec<u32>> {
        if self.is_symbolic {
            return None;
        }
        let end = self.dearest_end(targets);
        let path = self.best.get(end as usize)?.0;
        at_least(mean, path).then(|| self.blocks_of(&self.way_to(end)))
    }

    /// The target that the dearest path leads to, where nothing depends on symbols.
    fn dearest_end(&self, targets: &[u32]) -> u32 {
        let mut end = NONE;
        for target in targets {
            let mean = self.best[*target as usize].0;
            if end == NONE || mean > self.best[end as usize].0 {
                end = *target;
            }
        }
        end
    }

    /// The nodes on the dearest path to a node.
    fn way_to(&self, mut end: u32) -> Vec<u32> {
        let mut nodes = Vec::new();
        while end != NONE {
            nodes.push(end);
            end = self.best[end as usize].1;
        }
        nodes.reverse();
        nodes
    }

    /// The blocks of nodes, sorted.
    fn blocks_of(&self, nodes: &[u32]) -> Vec<u32> {
        let mut blocks = Vec::with_capacity(nodes.len());
        for node in nodes {
            match &self.nodes[*node as usize] {
                Node::Block(block) => blocks.push(*block),
                Node::Path(inner) => blocks.extend_from_slice(&inner.blocks),
            }
        }
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// The path over these nodes.
    fn join(&self, nodes: &[u32], units: &Units<'_>) -> Path {
        let blocks = nodes
            .iter()
            .filter_map(|node| match self.nodes[*node as usize] {
                Node::Block(block) => Some(block),
                Node::Path(_) => None,
            });
        let mut terms = Cost::from(units.tally(blocks)).into_terms();
        for node in nodes {
            if let Node::Path(inner) = &self.nodes[*node as usize] {
                terms.extend_from_slice(inner.cost.terms());
            }
        }
        Path {
            cost: terms.into_iter().collect(),
            blocks: self.blocks_of(nodes),
        }
    }
}

/// Where a search may go.
#[derive(Debug)]
struct Ways {
    /// True for the nodes from which a target can be reached.
    leads_on: Vec<bool>,
    is_target: Vec<bool>,
}

impl Ways {
    fn new(dag: &Dag, targets: &[u32]) -> Self {
        let size = dag.nodes.len();
        let mut is_target = vec![false; size];
        for target in targets {
            is_target[*target as usize] = true;
        }
        let mut leads_on = is_target.clone();
        for node in (0..size).rev() {
            leads_on[node] |= dag.successors(node).iter().any(|to| leads_on[*to as usize]);
        }
        Self {
            leads_on,
            is_target,
        }
    }

    /// The nodes on the way from a source to a target where there is no other, so that nothing is left to compare.
    fn only_one(&self, dag: &Dag) -> Option<Vec<u32>> {
        let only = |nodes: &[u32]| {
            let mut leading = nodes.iter().filter(|node| self.leads_on[**node as usize]);
            let first = leading.next().copied();
            let are_one = leading.all(|node| Some(*node) == first);
            are_one.then_some(first)
        };
        let mut next = only(&dag.sources)?;
        let mut way = Vec::new();
        while let Some(node) = next {
            way.push(node);
            next = only(dag.successors(node as usize))?;
            if next.is_some() && self.is_target[node as usize] {
                return None;
            }
        }
        Some(way)
    }
}

impl Path {
    fn append(&mut self, other: &Self) {
        self.cost.add(other.cost.clone());
        self.blocks.extend_from_slice(&other.blocks);
        self.blocks.sort_unstable();
        self.blocks.dedup();
    }

    /// The mean in joules with every symbol at its nominal value.
    fn nominal(&self, means: &[f64]) -> f64 {
        self.cost
            .evaluate(means, &|symbol| Some(symbol.kind.nominal()))
            .map_or(0.0, |tally| tally.mean(means))
    }
}
