//! The dearest path through an acyclic graph of blocks and loops.

mod pareto;
mod weights;

use crate::expression::Cost;
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
            if self.weights.is_none() {
                self.weights = Some(Weights::of(self, units, effort)?);
            }
            let weights = self.weights.as_ref()?;
            return Pareto::new(self, weights, targets, units, effort).dearest();
        }
        let mut end = NONE;
        for target in targets {
            let mean = self.best[*target as usize].0;
            if end == NONE || mean > self.best[end as usize].0 {
                end = *target;
            }
        }
        let mut nodes = Vec::new();
        while end != NONE {
            nodes.push(end);
            end = self.best[end as usize].1;
        }
        nodes.reverse();
        Some((self.join(&nodes, units), false))
    }

    /// The path over these nodes.
    fn join(&self, nodes: &[u32], units: &Units<'_>) -> Path {
        let mut path = Path::default();
        let blocks = nodes
            .iter()
            .filter_map(|node| match self.nodes[*node as usize] {
                Node::Block(block) => Some(block),
                Node::Path(_) => None,
            });
        let mut terms = Cost::from(units.tally(blocks)).into_terms();
        for node in nodes {
            match &self.nodes[*node as usize] {
                Node::Block(block) => path.blocks.push(*block),
                Node::Path(inner) => {
                    terms.extend_from_slice(inner.cost.terms());
                    path.blocks.extend_from_slice(&inner.blocks);
                }
            }
        }
        path.cost = terms.into_iter().collect();
        path.blocks.sort_unstable();
        path.blocks.dedup();
        path
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
