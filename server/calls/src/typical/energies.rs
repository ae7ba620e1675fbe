//! The typical energies of all methods of a unit, with what they follow from.

use super::Typical;
use super::compared::Compared;
use super::dispatch::Key;
use super::edge::Equation;
use flow::Components;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The typical energies of a unit. A node is a method, by its number in the unit, or behind them a call that its receiver
/// decides.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) methods: u32,
    pub(super) choices: Arc<Choices>,
    /// By nodes.
    pub(super) equations: Vec<Arc<Equation>>,
    pub(super) dependencies: Arc<Dependencies>,
    /// By nodes; `None` of what has no code.
    pub(super) values: Vec<Option<Arc<Typical>>>,
    /// The joules of members of groups, by nodes, from which the calls in the group that several methods may answer were
    /// weighed last.
    pub(super) weighed_in_group: FxHashMap<u32, f64>,
    /// What is special about its methods where this is one of two states.
    pub(super) compared: Arc<Compared>,
}

/// The calls whose target the receiver decides.
#[derive(Debug, Clone, Default)]
pub(super) struct Choices {
    pub(super) keys: Vec<Key>,
    pub(super) nodes: FxHashMap<Key, u32>,
}

/// What depends on what.
#[derive(Debug, Clone, Default)]
pub(super) struct Dependencies {
    /// The nodes that each one needs, sorted.
    pub(super) needs: Vec<Vec<u32>>,
    pub(super) needed_by: Vec<Vec<u32>>,
    /// Nodes that need each other. What a component needs is in later ones.
    pub(super) components: Components,
}

/// An earlier state of a unit, and which methods are not as they were.
#[derive(Debug, Clone)]
pub(crate) struct PreviousTable {
    pub(crate) table: Arc<Table>,
    pub(crate) edited: FxHashSet<u32>,
}
