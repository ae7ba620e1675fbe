//! Strongly connected components, in topological order (Tarjan 1972), without recursion.

/// The strongly connected components of a graph.
#[derive(Debug, Clone, Default)]
pub struct Components {
    /// The nodes, component by component. Every edge between two components leads to a later component.
    nodes: Vec<u32>,
    /// The start of each component, and the number of nodes.
    starts: Vec<u32>,
    /// The component of each node; [`UNREACHED`] for a node that no root reaches.
    pub of: Vec<u32>,
}

/// The component of a node that no root reaches.
pub const UNREACHED: u32 = u32::MAX;

impl Components {
    /// Finds the components reachable from the roots. `successor` gives the targets of a node's edges one after another.
    pub fn find(
        size: usize,
        roots: impl Iterator<Item = u32>,
        mut successor: impl FnMut(u32, &mut u32) -> Option<u32>,
    ) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let mut index = vec![UNSEEN; size];
        let mut low = vec![0_u32; size];
        let mut followed = vec![0_u32; size];
        let mut of = vec![UNREACHED; size];
        let mut open: Vec<u32> = Vec::with_capacity(size);
        let mut path: Vec<u32> = Vec::with_capacity(size);
        // Tarjan's algorithm finds the last component first.
        let mut nodes: Vec<u32> = Vec::with_capacity(size);
        let mut lengths: Vec<u32> = Vec::with_capacity(size);
        let mut next_index = 0;
        for root in roots {
            if index[root as usize] != UNSEEN {
                continue;
            }
            path.push(root);
            while let Some(node) = path.last().copied() {
                let at = node as usize;
                if index[at] == UNSEEN {
                    index[at] = next_index;
                    low[at] = next_index;
                    next_index += 1;
                    open.push(node);
                }
                if let Some(next) = successor(node, &mut followed[at]) {
                    let to = next as usize;
                    if index[to] == UNSEEN {
                        path.push(next);
                    } else if of[to] == UNREACHED {
                        low[at] = low[at].min(index[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some(parent) = path.last() {
                    let parent = *parent as usize;
                    low[parent] = low[parent].min(low[at]);
                }
                if low[at] == index[at] {
                    let before = nodes.len();
                    while let Some(member) = open.pop() {
                        of[member as usize] = lengths.len() as u32;
                        nodes.push(member);
                        if member == node {
                            break;
                        }
                    }
                    lengths.push((nodes.len() - before) as u32);
                }
            }
        }
        nodes.reverse();
        let count = lengths.len() as u32;
        for component in of.iter_mut().filter(|component| **component != UNREACHED) {
            *component = count - 1 - *component;
        }
        let mut starts = Vec::with_capacity(lengths.len() + 1);
        starts.push(0);
        for length in lengths.iter().rev() {
            starts.push(starts[starts.len() - 1] + length);
        }
        Self { nodes, starts, of }
    }

    /// The number of components.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The nodes of a component.
    pub fn nodes(&self, component: usize) -> &[u32] {
        &self.nodes[self.starts[component] as usize..self.starts[component + 1] as usize]
    }
}
