//! The dearest path where symbols decide: all paths are kept of which none is the dearest for all their values.

use super::weights::{Choice, MOST_CHOICES, Means, Weights, add};
use super::{Dag, Effort, Node, PER_TERM, Path};
use crate::expression::{Cost, Side, at_least};
use crate::units::Units;
use smallvec::{SmallVec, smallvec};

/// No more paths than this to one node are kept apart.
const MOST_PATHS: usize = 8;
/// Alternatives with more terms than this together are replaced by their upper bound.
const MOST_TERMS: usize = 256;

/// A path to a node, without the step to the node itself.
#[derive(Debug, Clone)]
struct Candidate {
    /// The mean in joules of each factor; most costs have few.
    means: SmallVec<[f64; 4]>,
    /// The choices on the path, which are not in the means.
    choices: u128,
    /// The last of [`Pareto::links`] on the path.
    last: u32,
}

/// The paths to a node. Nearly always there is one.
type Candidates = SmallVec<[Candidate; 1]>;

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Node(u32),
    /// Of [`Pareto::joined`].
    Joined(u32),
}

/// Several paths that meet in one node and go on together.
#[derive(Debug)]
struct Joined {
    path: Path,
    means: Means,
    choices: u128,
}

/// The search in one graph for one set of targets.
#[derive(Debug)]
pub(super) struct Pareto<'d> {
    dag: &'d Dag,
    units: &'d Units<'d>,
    /// True for the nodes from which a target can be reached.
    leads_on: Vec<bool>,
    is_target: Vec<bool>,
    weights: &'d Weights,
    /// Those of the nodes, and one for each time that paths met.
    choices: Vec<Choice>,
    joined: Vec<Joined>,
    /// A step and the link before it.
    links: Vec<(Step, u32)>,
    envelope_used: bool,
    effort: &'d mut Effort,
}

/// There is no link before.
const NONE: u32 = u32::MAX;

impl<'d> Pareto<'d> {
    pub(super) fn new(
        dag: &'d Dag,
        weights: &'d Weights,
        targets: &[u32],
        units: &'d Units<'d>,
        effort: &'d mut Effort,
    ) -> Self {
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
            dag,
            units,
            leads_on,
            is_target,
            weights,
            choices: weights.choices.clone(),
            joined: Vec::new(),
            links: Vec::new(),
            envelope_used: false,
            effort,
        }
    }

    /// The dearest path, and whether an upper bound of several stands for them; `None` where the effort is spent.
    pub(super) fn dearest(mut self) -> Option<(Path, bool)> {
        self.spend(self.weights.factors.len() * self.dag.nodes.len())?;
        let mut ends = self.search()?;
        if ends.len() > 1 {
            ends = smallvec![self.meet(&ends, &self.beginning())?];
        }
        let path = ends.pop().map_or_else(Path::default, |end| {
            let steps = self.steps(end.last, NONE);
            self.path(&steps)
        });
        Some((path, self.envelope_used))
    }

    fn spend(&mut self, additions: usize) -> Option<()> {
        self.effort.spend(additions).then_some(())
    }

    /// The path without steps.
    fn beginning(&self) -> Candidate {
        Candidate {
            means: smallvec![0.0; self.weights.factors.len()],
            choices: 0,
            last: NONE,
        }
    }

    /// The paths to the targets of which none is the dearest for all values.
    fn search(&mut self) -> Option<Candidates> {
        let dag = self.dag;
        let size = dag.nodes.len();
        let leads_on = std::mem::take(&mut self.leads_on);
        let mut arriving: Vec<Candidates> = vec![Candidates::new(); size];
        let mut ends = Candidates::new();
        // What all paths have in common up to the node at which they last met, and how far edges from before reach.
        let beginning = self.beginning();
        let mut common = beginning.clone();
        let mut reach = 0;
        for source in &dag.sources {
            reach = reach.max(*source as usize);
            arriving[*source as usize].push(beginning.clone());
        }
        for node in 0..size {
            if !leads_on[node] {
                continue;
            }
            let mut candidates = std::mem::take(&mut arriving[node]);
            // No edge leads past this node: whatever comes later, the choice of how to get here is independent of it.
            if reach <= node {
                if candidates.len() > 1 {
                    candidates = smallvec![self.meet(&candidates, &common)?];
                }
                if let [only] = candidates.as_slice() {
                    common.clone_from(only);
                }
            }
            for candidate in &mut candidates {
                let (means, choice) = self.weights.of_node(node);
                add(&mut candidate.means, means);
                candidate.choices |= choice;
                candidate.last = link(&mut self.links, Step::Node(node as u32), candidate.last);
            }
            let leading = |to: &&u32| leads_on[**to as usize];
            let mut successors = dag.successors(node).iter().filter(leading).peekable();
            while let Some(to) = successors.next() {
                let to = *to as usize;
                reach = reach.max(to);
                if successors.peek().is_none() && !self.is_target[node] {
                    for candidate in candidates.drain(..) {
                        self.arrive(&mut arriving[to], candidate, &common)?;
                    }
                } else {
                    for candidate in &candidates {
                        self.arrive(&mut arriving[to], candidate.clone(), &common)?;
                    }
                }
            }
            for candidate in candidates {
                if self.is_target[node] {
                    self.arrive(&mut ends, candidate, &beginning)?;
                }
            }
        }
        Some(ends)
    }

    /// Adds a path to those that arrive at a node, unless another one is at least as dear.
    fn arrive(
        &mut self,
        others: &mut Candidates,
        new: Candidate,
        common: &Candidate,
    ) -> Option<()> {
        self.spend(2 * others.len() * self.weights.factors.len() * (1 + self.choices.len()))?;
        if others.iter().any(|other| self.dominates(other, &new)) {
            return Some(());
        }
        others.retain(|other| !self.dominates(&new, &*other));
        others.push(new);
        if others.len() > MOST_PATHS {
            let envelope = self.enclose(others, common)?;
            others.clear();
            others.push(envelope);
        }
        Some(())
    }

    /// True where one path is at least as dear as another for all values of the symbols.
    fn dominates(&self, one: &Candidate, two: &Candidate) -> bool {
        if one.choices == two.choices {
            return (one.means.iter().zip(&two.means)).all(|(one, two)| at_least(*one, *two));
        }
        let mut lower = one.means.clone();
        let mut upper = two.means.clone();
        for (bit, choice) in self.choices.iter().enumerate() {
            match (one.choices >> bit & 1, two.choices >> bit & 1) {
                (1, 0) => add_all(&mut lower, &choice.lower),
                (0, 1) => add_all(&mut upper, &choice.upper),
                _ => {}
            }
        }
        lower
            .iter()
            .zip(&upper)
            .all(|(one, two)| at_least(*one, *two))
    }

    /// One path in place of several: what they have in common, and a choice of the rest.
    fn meet(&mut self, candidates: &[Candidate], common: &Candidate) -> Option<Candidate> {
        let (shared, rests) = self.split(candidates, common)?;
        let paths: Vec<Path> = rests.iter().map(|rest| self.path(rest)).collect();
        let terms: usize = paths.iter().map(|path| path.cost.size()).sum();
        if terms > MOST_TERMS || self.choices.len() >= MOST_CHOICES {
            return self.enclose(candidates, common);
        }
        let means = self.units.means();
        let nominal = |path: &&Path| path.nominal(means);
        let blocks = paths
            .iter()
            .max_by(|one, two| nominal(one).total_cmp(&nominal(two)))
            .map(|path| path.blocks.clone())
            .unwrap_or_default();
        let mut choice = Choice {
            lower: vec![f64::INFINITY; self.weights.factors.len()],
            upper: vec![f64::NEG_INFINITY; self.weights.factors.len()],
        };
        for rest in &rests {
            let (lower, upper) = self.range(rest);
            for at in 0..self.weights.factors.len() {
                choice.lower[at] = choice.lower[at].min(lower[at]);
                choice.upper[at] = choice.upper[at].max(upper[at]);
            }
        }
        let joined = Joined {
            path: Path {
                cost: Cost::max_of(paths.into_iter().map(|path| path.cost).collect(), means),
                blocks,
            },
            means: Means::new(),
            choices: 1 << self.choices.len(),
        };
        self.choices.push(choice);
        Some(self.go_on(&shared, joined, common))
    }

    /// One path in place of several that is at least as dear as each of them.
    fn enclose(&mut self, candidates: &[Candidate], common: &Candidate) -> Option<Candidate> {
        self.envelope_used = true;
        let (shared, rests) = self.split(candidates, common)?;
        let paths: Vec<Path> = rests.iter().map(|rest| self.path(rest)).collect();
        let cost = Cost::envelope(paths.iter().map(|path| &path.cost), self.units.means());
        let coefficients = cost.coefficients(self.units.means(), Side::Upper);
        let means = self.weights.indexed(&coefficients);
        let joined = Joined {
            path: Path {
                cost,
                blocks: (paths.into_iter().next()).map_or_else(Vec::new, |path| path.blocks),
            },
            means,
            choices: 0,
        };
        Some(self.go_on(&shared, joined, common))
    }

    /// The path over the steps that several had in common and then over what stands for their rest.
    fn go_on(&mut self, shared: &[Step], joined: Joined, common: &Candidate) -> Candidate {
        let (mut means, mut choices) = self.sum(shared);
        add_all(&mut means, &common.means);
        add(&mut means, &joined.means);
        choices |= common.choices | joined.choices;
        let mut last = common.last;
        for step in shared {
            last = link(&mut self.links, *step, last);
        }
        let step = Step::Joined(self.joined.len() as u32);
        self.joined.push(joined);
        Candidate {
            means,
            choices,
            last: link(&mut self.links, step, last),
        }
    }

    /// The steps behind `common` that all of the paths have, and the other steps of each.
    fn split(
        &mut self,
        candidates: &[Candidate],
        common: &Candidate,
    ) -> Option<(Vec<Step>, Vec<Vec<Step>>)> {
        let mut rests: Vec<Vec<Step>> = candidates
            .iter()
            .map(|candidate| self.steps(candidate.last, common.last))
            .collect();
        let steps = rests.iter().flatten();
        let work: usize = steps
            .map(|step| PER_TERM + self.terms_of(*step) * PER_TERM)
            .sum();
        self.spend(work + self.weights.factors.len() * (4 + self.choices.len()))?;
        let key = |step: &Step| match step {
            Step::Node(node) => (0, *node),
            Step::Joined(joined) => (1, *joined),
        };
        let mut counts: Vec<((i32, u32), usize)> = Vec::new();
        let mut keys: Vec<(i32, u32)> = rests.iter().flatten().map(key).collect();
        keys.sort_unstable();
        for group in keys.chunk_by(PartialEq::eq) {
            counts.push((group[0], group.len()));
        }
        let is_shared = |step: &Step| {
            counts
                .binary_search_by_key(&key(step), |(other, _)| *other)
                .is_ok_and(|at| counts[at].1 == candidates.len())
        };
        let shared = rests.first().map_or_else(Vec::new, |first| {
            first.iter().copied().filter(is_shared).collect()
        });
        for rest in &mut rests {
            rest.retain(|step| !is_shared(step));
        }
        Some((shared, rests))
    }

    fn terms_of(&self, step: Step) -> usize {
        match step {
            Step::Node(node) => match &self.dag.nodes[node as usize] {
                Node::Block(_) => 0,
                Node::Path(path) => path.cost.terms().len(),
            },
            Step::Joined(joined) => self.joined[joined as usize].path.cost.terms().len(),
        }
    }

    /// The steps of a path behind the link `until`, in order.
    fn steps(&self, mut last: u32, until: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        while last != until && last != NONE {
            let (step, before) = self.links[last as usize];
            steps.push(step);
            last = before;
        }
        steps.reverse();
        steps
    }

    fn sum(&self, steps: &[Step]) -> (SmallVec<[f64; 4]>, u128) {
        let mut means = smallvec![0.0; self.weights.factors.len()];
        let mut choices = 0;
        for step in steps {
            let (more, choice) = match step {
                Step::Node(node) => self.weights.of_node(*node as usize),
                Step::Joined(joined) => {
                    let joined = &self.joined[*joined as usize];
                    (joined.means.as_slice(), joined.choices)
                }
            };
            add(&mut means, more);
            choices |= choice;
        }
        (means, choices)
    }

    /// The means of steps, with the cheapest and with the dearest of their choices.
    fn range(&self, steps: &[Step]) -> (SmallVec<[f64; 4]>, SmallVec<[f64; 4]>) {
        let (means, choices) = self.sum(steps);
        let (mut lower, mut upper) = (means.clone(), means);
        for (bit, choice) in self.choices.iter().enumerate() {
            if choices >> bit & 1 == 1 {
                add_all(&mut lower, &choice.lower);
                add_all(&mut upper, &choice.upper);
            }
        }
        (lower, upper)
    }

    fn path(&self, steps: &[Step]) -> Path {
        let nodes: Vec<u32> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Node(node) => Some(*node),
                Step::Joined(_) => None,
            })
            .collect();
        let mut path = self.dag.join(&nodes, self.units);
        for step in steps {
            if let Step::Joined(joined) = step {
                path.append(&self.joined[*joined as usize].path);
            }
        }
        path
    }
}

fn add_all(sum: &mut [f64], more: &[f64]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

fn link(links: &mut Vec<(Step, u32)>, step: Step, before: u32) -> u32 {
    links.push((step, before));
    links.len() as u32 - 1
}
