//! Who called whom, and what that cost.

use std::collections::HashMap;

use crate::methods::Methods;
use crate::options::AnalysisOptions;
use crate::record::{Code, FrameIndex, MethodIndex, StackIndex};

/// The calls of all sampled stacks. Callers come before their callees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallTree {
    /// The first is the root, which stands for all Java code whose stacks are known.
    pub nodes: Vec<Node>,
}

/// A method where it was called from a chain of others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Node {
    /// The place of its caller; `None` for the root.
    pub caller: Option<usize>,
    /// The method; `None` for the root.
    pub method: Option<MethodIndex>,
    /// What it cost itself.
    pub own: f64,
    /// What it cost with all that it called.
    pub total: f64,
    /// Samples of itself.
    pub samples: u64,
}

impl CallTree {
    /// The places of what a node called, the most expensive first.
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

    /// The places from below the root to the node.
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

    /// The places of the nodes that cost most themselves: the ends of the most expensive branches.
    pub fn hottest(&self, most: usize) -> Vec<usize> {
        let own = |place: usize| self.nodes.get(place).map_or(0.0, |node| node.own);
        let mut places: Vec<usize> = (1..self.nodes.len())
            .filter(|place| own(*place) > 0.0)
            .collect();
        places.sort_by(|a, b| own(*b).total_cmp(&own(*a)).then(a.cmp(b)));
        places.truncate(most);
        places
    }

    /// Leaves out what has no samples, neither itself nor in what it calls.
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

    /// Adds up what was charged to nodes themselves.
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

/// Where a stack's samples are charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The root where no method of the stack is kept.
    pub(crate) node: usize,
    /// The frame on top, or the nearest below it that is kept.
    pub(crate) frame: Option<FrameIndex>,
}

/// The tree without energies, and the places of stacks in it.
#[derive(Debug)]
pub(crate) struct Skeleton {
    pub(crate) tree: CallTree,
    places: Vec<Place>,
    /// Whether no caller of the node is the same method, by node: recursion is counted once.
    pub(crate) is_outermost: Vec<bool>,
}

impl Skeleton {
    pub(crate) fn new(code: &Code, methods: &Methods<'_>, options: &AnalysisOptions) -> Self {
        let mut nodes = vec![Node::default()];
        let mut known: HashMap<(usize, MethodIndex), usize> = HashMap::new();
        let mut places: Vec<Place> = Vec::with_capacity(code.stacks.len());
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
                Place {
                    node,
                    frame: Some(stack.frame),
                }
            });
            places.push(place);
        }
        let is_outermost = outermost(&nodes);
        Self {
            tree: CallTree { nodes },
            places,
            is_outermost,
        }
    }

    /// Where the samples of a stack are charged; `None` for a stack that does not exist.
    pub(crate) fn place(&self, stack: StackIndex) -> Option<Place> {
        self.places.get(stack.0 as usize).copied()
    }
}

/// By node, whether no caller of it is the same method.
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
