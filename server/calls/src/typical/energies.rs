//! The typical energies of all methods of a unit, and what they are computed from.

use super::Typical;
use super::compared::Compared;
use super::dispatch::Key;
use super::edge::Equation;
use flow::Components;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The typical energies of a unit. A node is a method, by its number in the unit. The nodes after the methods are calls whose
/// receivers decide the target.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) methods: u32,
    pub(super) choices: Arc<Choices>,
    /// By node; empty if no later state will be computed from this one.
    pub(super) equations: Vec<Arc<Equation>>,
    pub(super) dependencies: Arc<Dependencies>,
    /// By node; `None` if a method has no code.
    pub(super) values: Vec<Option<Arc<Typical>>>,
    /// For members of groups, by node: the joules that last weighted the choices within the group.
    pub(super) weighed_in_group: FxHashMap<u32, f64>,
    /// What differs from the other state, if this is one of two states.
    pub(super) compared: Arc<Compared>,
}

/// The calls whose receivers decide the target.
#[derive(Debug, Clone, Default)]
pub(super) struct Choices {
    pub(super) keys: Vec<Key>,
    pub(super) nodes: FxHashMap<Key, u32>,
}

/// The dependencies between nodes.
#[derive(Debug, Clone, Default)]
pub(super) struct Dependencies {
    /// For each node, the nodes that it needs, sorted.
    pub(super) needs: Vec<Vec<u32>>,
    /// For each node, the nodes that need it; empty if no later state will be computed from this one.
    pub(super) needed_by: Vec<Vec<u32>>,
    /// The groups of nodes that need each other. Later components have all that a component needs.
    pub(super) components: Components,
}

/// An earlier state of a unit, and the methods edited since.
#[derive(Debug, Clone)]
pub(crate) struct PreviousTable {
    pub(crate) table: Arc<Table>,
    pub(crate) edited: FxHashSet<u32>,
}
