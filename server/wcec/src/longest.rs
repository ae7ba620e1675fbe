//! The most expensive path through an acyclic graph of blocks and loops.
//!
//! If symbols decide, no single path needs to be the most expensive for all their values. So for each factor, the search
//! takes the path that executes the most at that factor: no path costs more than all of these together.
//!
//! The longest paths by the weights of a [`pricing::PathSpread`] tell how wide the distributions of the other paths may be.

use crate::units::Units;
use cost::{Cost, Factor, Symbol, Term};
use pricing::Tally;
use rustc_hash::FxHashMap;

/// The search gives up on a cost with more different factors than this.
const MAX_FACTORS: usize = 4096;

/// The longest paths are stored if together they have at most this many nodes.
const MAX_KEPT: usize = 1 << 20;

/// Values that decide which path is the most expensive, by the symbols' keys; other symbols have their nominal value.
#[derive(Debug, Clone, Default)]
pub struct PathValues(FxHashMap<String, f64>);

impl FromIterator<(String, f64)> for PathValues {
    fn from_iter<I: IntoIterator<Item = (String, f64)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl PathValues {
    /// The mean of a cost in joules.
    pub(crate) fn mean(&self, cost: &Cost, means: &[f64]) -> f64 {
        let tally = cost.evaluate(&|symbol| Some(self.of(symbol)));
        tally.map_or(0.0, |tally| tally.mean(means))
    }

    fn of(&self, symbol: &Symbol) -> f64 {
        let given = self.0.get(&symbol.key).copied();
        given.unwrap_or_else(|| symbol.nominal())
    }
}

/// A path, or an upper bound of several if symbols decide between them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Path {
    pub(crate) cost: Cost,
    /// The blocks on it. If symbols decide, those with every symbol at its nominal value.
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

/// An acyclic graph whose nodes are in topological order.
#[derive(Debug)]
pub(crate) struct Dag {
    nodes: Vec<Node>,
    starts: Vec<u32>,
    edges: Vec<u32>,
    sources: Vec<u32>,
    /// The longest paths if nothing depends on symbols.
    constant: LongestByBoth,
    /// The longest paths if something does; the first search fills it in.
    symbolic: Option<Symbolic>,
    /// True if the cost of a node depends on symbols.
    is_symbolic: bool,
}

#[derive(Debug)]
struct Symbolic {
    /// True if costs use binomials instead of powers.
    in_binomials: bool,
    /// The cost of each node in the same form, without that of blocks.
    costs: Vec<Cost>,
    /// The longest paths for each factor, the constant one first, if there is room to store them.
    of_factors: Vec<(Factor, Option<LongestByBoth>)>,
    /// The longest paths with every symbol at its nominal value.
    nominal: Longest,
}

impl Symbolic {
    /// A number that belongs to the share of a factor in a node's cost; 0 if it has none.
    fn share(&self, node: u32, factor: &Factor, of: impl Fn(&Tally) -> f64) -> f64 {
        self.costs[node as usize].tally_of(factor).map_or(0.0, of)
    }
}

/// The length of the longest path from a source to each node, that node included, and the node before it.
#[derive(Debug)]
struct Longest(Vec<(f64, u32)>);

/// The longest paths by means, and by the weights of a [`pricing::PathSpread`] if there is one.
#[derive(Debug)]
struct LongestByBoth {
    by_mean: Longest,
    by_weight: Option<Longest>,
}

impl LongestByBoth {
    /// Makes the distribution of the longest path to one of the targets as wide as those of the others.
    fn widen(&self, targets: &[u32], chosen: &mut Tally, units: &Units<'_>) {
        if let Some((spread, by_weight)) = units.spread().zip(self.by_weight.as_ref()) {
            let (_, weight) = by_weight.path(targets);
            spread.widen(chosen, weight);
        }
    }
}

/// No node comes before.
const NONE: u32 = u32::MAX;

impl Longest {
    /// The nodes of the longest path to one of the targets, in order, and its length.
    fn path(&self, targets: &[u32]) -> (Vec<u32>, f64) {
        let mut end = NONE;
        for target in targets {
            if end == NONE || self.0[*target as usize].0 > self.0[end as usize].0 {
                end = *target;
            }
        }
        let length = self.0.get(end as usize).map_or(0.0, |known| known.0);
        let mut nodes = Vec::new();
        while end != NONE {
            nodes.push(end);
            end = self.0[end as usize].1;
        }
        nodes.reverse();
        (nodes, length)
    }
}

impl Dag {
    /// A graph of these nodes. `edges` has the edges of each node, beginning at its entry in `starts`. Every edge leads to
    /// a later node, and every node can be reached from a source.
    pub(crate) fn new(
        nodes: Vec<Node>,
        starts: Vec<u32>,
        edges: Vec<u32>,
        sources: Vec<u32>,
        units: &Units<'_>,
    ) -> Self {
        let is_symbolic = nodes.iter().any(|node| match node {
            Node::Block(_) => false,
            Node::Path(path) => !path.cost.is_constant(),
        });
        let mut dag = Self {
            nodes,
            starts,
            edges,
            sources,
            constant: LongestByBoth {
                by_mean: Longest(Vec::new()),
                by_weight: None,
            },
            symbolic: None,
            is_symbolic,
        };
        if !is_symbolic {
            let lengths = dag.nodes.iter().map(|node| match node {
                Node::Block(block) => units.mean(*block),
                Node::Path(path) => path.cost.constant_mean(units.means()).unwrap_or_default(),
            });
            let by_mean = dag.longest(lengths);
            let by_weight = units.spread().map(|spread| {
                dag.longest(dag.nodes.iter().map(|node| match node {
                    Node::Block(block) => units.weight(*block),
                    Node::Path(path) => {
                        let tally = path.cost.constant();
                        tally.map_or(0.0, |tally| spread.weight(tally))
                    }
                }))
            });
            dag.constant = LongestByBoth { by_mean, by_weight };
        }
        dag
    }

    /// The nodes that edges from a node lead to.
    fn successors(&self, node: usize) -> &[u32] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The nodes without outgoing edges.
    pub(crate) fn ends(&self) -> Vec<u32> {
        let all = 0..self.nodes.len();
        all.filter(|node| self.successors(*node).is_empty())
            .map(|node| node as u32)
            .collect()
    }

    fn longest(&self, lengths: impl Iterator<Item = f64>) -> Longest {
        let mut best = vec![(f64::NEG_INFINITY, NONE); self.nodes.len()];
        for source in &self.sources {
            best[*source as usize] = (0.0, NONE);
        }
        for (node, length) in lengths.enumerate() {
            let sum = best[node].0 + length;
            best[node].0 = sum;
            for to in self.successors(node) {
                if sum > best[*to as usize].0 {
                    best[*to as usize] = (sum, node as u32);
                }
            }
        }
        Longest(best)
    }

    /// The most expensive path from a source to one of the targets; `None` if symbols decide in too many ways.
    pub(crate) fn most_expensive(
        &mut self,
        targets: &[u32],
        units: &Units<'_>,
        values: Option<&PathValues>,
    ) -> Option<Path> {
        if self.is_symbolic {
            if let Some(values) = values {
                let (nodes, _) = self.at_values(values, units).path(targets);
                return Some(self.join(&nodes, units));
            }
            if self.symbolic.is_none() {
                self.symbolic = Some(self.search(units)?);
            }
            return Some(self.joined(self.symbolic.as_ref()?, targets, units));
        }
        let (nodes, _) = self.constant.by_mean.path(targets);
        let mut path = self.join(&nodes, units);
        if self.constant.by_weight.is_some() {
            let mut tally = path.cost.as_constant().unwrap_or_default();
            self.constant.widen(targets, &mut tally, units);
            path.cost = Cost::from(tally);
        }
        Some(path)
    }

    fn search(&self, units: &Units<'_>) -> Option<Symbolic> {
        let means = units.means();
        let is_negative = |node: &Node| match node {
            Node::Block(_) => false,
            Node::Path(path) => path.cost.has_negative(means),
        };
        let in_binomials = self.nodes.iter().any(is_negative);
        let costs = self.nodes.iter().map(|node| match node {
            Node::Block(_) => Cost::zero(),
            Node::Path(path) if in_binomials => path.cost.clone().in_binomials(),
            Node::Path(path) => path.cost.clone(),
        });
        let costs: Vec<Cost> = costs.collect();
        let mut factors = vec![Factor::one()];
        for cost in &costs {
            factors.extend(cost.terms().iter().map(|term| term.factor.clone()));
        }
        factors.sort();
        factors.dedup();
        if factors.len() > MAX_FACTORS {
            return None;
        }
        let is_small = factors.len() * self.nodes.len() <= MAX_KEPT;
        let mut symbolic = Symbolic {
            in_binomials,
            costs,
            of_factors: factors.into_iter().map(|factor| (factor, None)).collect(),
            nominal: self.at_values(&PathValues::default(), units),
        };
        if is_small {
            let mut of_factors = std::mem::take(&mut symbolic.of_factors);
            for (factor, longest) in &mut of_factors {
                *longest = Some(self.of_factor(&symbolic, factor, units));
            }
            symbolic.of_factors = of_factors;
        }
        Some(symbolic)
    }

    /// The longest paths for one factor.
    fn of_factor(&self, symbolic: &Symbolic, factor: &Factor, units: &Units<'_>) -> LongestByBoth {
        let nodes = 0..self.nodes.len() as u32;
        let means = units.means();
        let lengths = nodes.clone().map(|node| match self.nodes[node as usize] {
            Node::Block(block) if factor.is_one() => units.mean(block),
            Node::Block(_) => 0.0,
            Node::Path(_) => symbolic.share(node, factor, |tally| tally.mean(means)),
        });
        let by_weight = units.spread().map(|spread| {
            self.longest(nodes.map(|node| match self.nodes[node as usize] {
                Node::Block(block) if factor.is_one() => units.weight(block),
                Node::Block(_) => 0.0,
                Node::Path(_) => symbolic.share(node, factor, |tally| spread.weight(tally)),
            }))
        });
        LongestByBoth {
            by_mean: self.longest(lengths),
            by_weight,
        }
    }

    /// The longest paths at values of the symbols.
    fn at_values(&self, values: &PathValues, units: &Units<'_>) -> Longest {
        let lengths = self.nodes.iter().map(|node| match node {
            Node::Block(block) => units.mean(*block),
            Node::Path(path) => values.mean(&path.cost, units.means()),
        });
        self.longest(lengths)
    }

    /// For each factor, the longest path to one of the targets.
    fn joined(&self, symbolic: &Symbolic, targets: &[u32], units: &Units<'_>) -> Path {
        let mut cost = Cost::zero();
        for (factor, longest) in &symbolic.of_factors {
            let found;
            let longest = if let Some(longest) = longest {
                longest
            } else {
                found = self.of_factor(symbolic, factor, units);
                &found
            };
            let (nodes, length) = longest.by_mean.path(targets);
            if !factor.is_one() && length <= 0.0 {
                continue;
            }
            let mut executed = if factor.is_one() {
                units.tally(self.blocks(&nodes))
            } else {
                Tally::new()
            };
            for node in nodes {
                if let Some(tally) = symbolic.costs[node as usize].tally_of(factor) {
                    executed.add_scaled(tally, 1.0);
                }
            }
            longest.widen(targets, &mut executed, units);
            cost.add(Cost::from_iter([Term {
                factor: factor.clone(),
                tally: executed,
            }]));
        }
        if symbolic.in_binomials {
            cost = cost.out_of_binomials();
        }
        let (nominal, _) = symbolic.nominal.path(targets);
        Path {
            cost,
            blocks: self.all_blocks(&nominal),
        }
    }

    /// The blocks among nodes.
    fn blocks<'n>(&'n self, nodes: &'n [u32]) -> impl Iterator<Item = u32> + 'n {
        nodes
            .iter()
            .filter_map(|node| match self.nodes[*node as usize] {
                Node::Block(block) => Some(block),
                Node::Path(_) => None,
            })
    }

    /// The same, including those inside loops, sorted.
    fn all_blocks(&self, nodes: &[u32]) -> Vec<u32> {
        let mut blocks = Vec::new();
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

    /// The path through these nodes.
    fn join(&self, nodes: &[u32], units: &Units<'_>) -> Path {
        let mut cost = Cost::from(units.tally(self.blocks(nodes)));
        for node in nodes {
            if let Node::Path(inner) = &self.nodes[*node as usize] {
                cost.add(inner.cost.clone());
            }
        }
        Path {
            cost,
            blocks: self.all_blocks(nodes),
        }
    }
}
