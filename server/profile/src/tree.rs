//! The tree of calls and its costs.

use std::collections::HashMap;

use crate::methods::Methods;
use crate::options::AnalysisOptions;
use crate::record::{Code, FrameIndex, MethodIndex, StackIndex};

/// The calls of all sampled stacks. Callers come before their callees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampledCallTree {
    /// The first node is the root. It stands for all Java code with a known stack.
    pub nodes: Vec<Node>,
}

/// A method with a certain chain of callers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Node {
    /// The index of its caller; `None` for the root.
    pub caller: Option<usize>,
    /// The method; `None` for the root.
    pub method: Option<MethodIndex>,
    /// Its own cost.
    pub own: f64,
    /// Its cost, callees included.
    pub total: f64,
    /// Samples with this node on top.
    pub samples: u64,
}

impl SampledCallTree {
    /// The indices of a node's callees, the most expensive first.
    pub fn callees(&self, node: usize) -> Vec<usize> {
        let is_callee = |place: &usize| {
            let callee = self.nodes.get(*place);
            callee.is_some_and(|callee| callee.caller == Some(node))
        };
        let mut callees: Vec<usize> = (node + 1..self.nodes.len()).filter(is_callee).collect();
        let total = |place: usize| self.nodes.get(place).map_or(0.0, |node| node.total);
        callees.sort_by(|a, b| total(*b).total_cmp(&total(*a)).then(a.cmp(b)));
        callees
    }

    /// The indices from below the root to the node.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = Some(node);
        while let Some(place) = at.filter(|place| *place > 0) {
            path.push(place);
            // A caller comes before its callees, so this ends.
            at = self
                .nodes
                .get(place)
                .and_then(|node| node.caller)
                .filter(|caller| *caller < place);
        }
        path.reverse();
        path
    }

    /// The indices of the nodes with the highest own cost: the ends of the most expensive branches.
    pub fn hottest(&self, most: usize) -> Vec<usize> {
        let own = |place: usize| self.nodes.get(place).map_or(0.0, |node| node.own);
        let mut places: Vec<usize> = (1..self.nodes.len())
            .filter(|place| own(*place) > 0.0)
            .collect();
        places.sort_by(|a, b| own(*b).total_cmp(&own(*a)).then(a.cmp(b)));
        places.truncate(most);
        places
    }

    /// Removes nodes that have no samples, and whose callees have none.
    pub(crate) fn prune(&mut self) {
        let mut is_kept: Vec<bool> = self.nodes.iter().map(|node| node.samples > 0).collect();
        for (place, node) in self.nodes.iter().enumerate().rev() {
            if is_kept.get(place) == Some(&true)
                && let Some(caller) = node.caller.and_then(|caller| is_kept.get_mut(caller))
            {
                *caller = true;
            }
        }
        let mut places = vec![0; self.nodes.len()];
        let mut kept = Vec::new();
        for (place, node) in self.nodes.iter().enumerate() {
            if place > 0 && is_kept.get(place) != Some(&true) {
                continue;
            }
            if let Some(new) = places.get_mut(place) {
                *new = kept.len();
            }
            let caller = node.caller.and_then(|caller| places.get(caller).copied());
            kept.push(Node { caller, ..*node });
        }
        self.nodes = kept;
    }

    /// Adds up the nodes' own costs over callees.
    pub(crate) fn add_up(&mut self) {
        for node in &mut self.nodes {
            node.total = node.own;
        }
        for place in (1..self.nodes.len()).rev() {
            let Some(Node { caller, total, .. }) = self.nodes.get(place).copied() else {
                continue;
            };
            if let Some(caller) = caller.and_then(|caller| self.nodes.get_mut(caller)) {
                caller.total += total;
            }
        }
    }
}

/// Where the samples of a stack are charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StackCharge {
    /// The node; the root if the filter keeps no method of the stack.
    pub(crate) node: usize,
    /// The frame on top, or the nearest kept one below it.
    pub(crate) frame: Option<FrameIndex>,
}

/// The tree without energies, and the nodes of stacks in it.
#[derive(Debug)]
pub(crate) struct Skeleton {
    pub(crate) tree: SampledCallTree,
    places: Vec<StackCharge>,
    /// For each node, whether none of its callers is the same method. Recursion counts once.
    pub(crate) is_outermost: Vec<bool>,
}

impl Skeleton {
    pub(crate) fn new(code: &Code, methods: &Methods<'_>, options: &AnalysisOptions) -> Self {
        let mut nodes = vec![Node::default()];
        let mut known: HashMap<(usize, MethodIndex), usize> = HashMap::new();
        let mut places: Vec<StackCharge> = Vec::with_capacity(code.stacks.len());
        let charged: Vec<Option<MethodIndex>> = code
            .frames
            .iter()
            .map(|frame| {
                let method = methods.of_frame(frame)?;
                options.keeps(&methods.get(method)?.class).then_some(method)
            })
            .collect();
        for stack in &code.stacks {
            let below = stack
                .caller
                .and_then(|caller| places.get(caller.0 as usize))
                .copied()
                .unwrap_or_default();
            let method = charged.get(stack.frame.0 as usize).copied().flatten();
            let place = method.map_or(below, |method| {
                let node = *known.entry((below.node, method)).or_insert_with(|| {
                    nodes.push(Node {
                        caller: Some(below.node),
                        method: Some(method),
                        ..Node::default()
                    });
                    nodes.len() - 1
                });
                StackCharge {
                    node,
                    frame: Some(stack.frame),
                }
            });
            places.push(place);
        }
        let is_outermost = outermost(&nodes);
        Self {
            tree: SampledCallTree { nodes },
            places,
            is_outermost,
        }
    }

    /// Where the samples of a stack are charged; `None` if there is no such stack.
    pub(crate) fn place(&self, stack: StackIndex) -> Option<StackCharge> {
        self.places.get(stack.0 as usize).copied()
    }
}

/// For each node, whether none of its callers is the same method.
fn outermost(nodes: &[Node]) -> Vec<bool> {
    let mut callees: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        if let Some(callees) = node.caller.and_then(|caller| callees.get_mut(caller)) {
            callees.push(place);
        }
    }
    let mut outermost = vec![false; nodes.len()];
    let mut open: HashMap<MethodIndex, usize> = HashMap::new();
    let mut steps = vec![(0, false)];
    while let Some((place, is_left)) = steps.pop() {
        let method = nodes.get(place).and_then(|node| node.method);
        if let Some(method) = method {
            let depth = open.entry(method).or_default();
            if is_left {
                *depth = depth.saturating_sub(1);
                continue;
            }
            if let Some(outermost) = outermost.get_mut(place) {
                *outermost = *depth == 0;
            }
            *depth += 1;
        }
        if !is_left {
            steps.push((place, true));
            let callees = callees.get(place).into_iter().flatten();
            steps.extend(callees.map(|callee| (*callee, false)));
        }
    }
    outermost
}
