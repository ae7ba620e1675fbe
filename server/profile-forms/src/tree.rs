//! The stacks as one tree.

use std::collections::HashMap;

use crate::energies::StackEnergies;
use crate::names;

/// Who a node stands for, which gives it its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The run, a thread, or what has no stacks.
    Root,
    Program,
    Jdk,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// The place of the caller; the node of the run has none.
    pub(crate) parent: Option<usize>,
    pub(crate) name: String,
    pub(crate) owner: Owner,
    pub(crate) own_joules: f64,
    /// With all nodes below.
    pub(crate) total_joules: f64,
}

/// The run at its root, its threads below, and below them their methods. Callers come before callees, and among those of the same
/// caller the one that costs most is the first. Of more nodes than `most` the ones that cost most are kept; the rest is
/// counted as the own energy of nobody.
pub(crate) fn tree(energies: &StackEnergies<'_>, most: usize) -> (Vec<Node>, usize) {
    let mut nodes = vec![Node {
        parent: None,
        name: escape::plain(energies.program),
        owner: Owner::Root,
        own_joules: 0.0,
        total_joules: 0.0,
    }];
    let mut places: HashMap<(usize, String), usize> = HashMap::new();
    for row in &energies.rows {
        let root = escape::plain(row.root);
        let methods = energies.frames(row.stack).into_iter();
        let path = methods.map(|(_, method)| {
            let owner = if names::is_of_jdk(&method.class) {
                Owner::Jdk
            } else {
                Owner::Program
            };
            (names::method(method), owner)
        });
        let mut at = 0;
        nodes[at].total_joules += row.joules();
        for (name, owner) in std::iter::once((root, Owner::Root)).chain(path) {
            let next = nodes.len();
            at = *places.entry((at, name.clone())).or_insert_with(|| {
                nodes.push(Node {
                    parent: Some(at),
                    name,
                    owner,
                    own_joules: 0.0,
                    total_joules: 0.0,
                });
                next
            });
            nodes[at].total_joules += row.joules();
        }
        nodes[at].own_joules += row.joules();
    }
    let left_out = nodes.len().saturating_sub(most);
    (in_order(&most_costly(nodes, most)), left_out)
}

/// A caller costs at least what its callee does and is older, so it is kept wherever that is.
fn most_costly(nodes: Vec<Node>, most: usize) -> Vec<Node> {
    if nodes.len() <= most {
        return nodes;
    }
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by(|one, other| {
        let costs = nodes[*other]
            .total_joules
            .total_cmp(&nodes[*one].total_joules);
        costs.then(one.cmp(other))
    });
    order.truncate(most.max(1));
    order.sort_unstable();
    let places: HashMap<usize, usize> = order.iter().copied().zip(0..).collect();
    let kept = order.iter().map(|&old| Node {
        parent: nodes[old]
            .parent
            .and_then(|parent| places.get(&parent).copied()),
        ..nodes[old].clone()
    });
    kept.collect()
}

/// Nodes such that each is followed by all that is below it.
fn in_order(nodes: &[Node]) -> Vec<Node> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(place);
        }
    }
    for list in &mut children {
        list.sort_by(|one, other| {
            nodes[*one]
                .total_joules
                .total_cmp(&nodes[*other].total_joules)
        });
    }
    let mut ordered: Vec<Node> = Vec::with_capacity(nodes.len());
    let mut open = vec![(0, None)];
    while let Some((place, parent)) = open.pop() {
        let at = ordered.len();
        ordered.push(Node {
            parent,
            ..nodes[place].clone()
        });
        open.extend(children[place].iter().map(|&child| (child, Some(at))));
    }
    ordered
}
