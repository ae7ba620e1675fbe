//! The summaries of the methods of a unit, and the memory that their computation uses.

use super::graph::Graph;
use super::labels::Labels;
use super::method_total::MethodTotal;
use super::prices::Prices;
use super::recursion::SharedTotal;
use super::typical::{PreviousTable, Row, Table};
use super::unit::{MethodId, Unit};
use bytecode::events::{Event, Interpreter};
use pricing::Priced;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use wcec::{BestCase, Scratch, Summary};

/// The summaries of a unit's methods.
#[derive(Debug)]
pub struct Summaries {
    pub(super) prices: Arc<Prices>,
    pub(super) graph: Graph,
    pub(super) done: Vec<OnceLock<Arc<Summary>>>,
    /// What the methods of each group of several have in common, at the group's first method.
    pub(super) shared: Vec<OnceLock<Arc<SharedTotal>>>,
    /// The least energies of the methods for which they were requested.
    pub(super) best_case: Vec<OnceLock<Arc<BestCase>>>,
    /// For each method, what it does without its callees; for typical energies. Empty once these are known and no later state will
    /// be computed from this one.
    pub(super) rows: Vec<OnceLock<Arc<Row>>>,
    /// The typical energies, computed when requested.
    pub(super) typical: OnceLock<Arc<Table>>,
    /// Whether no later state will be computed from this one: the typical energies then keep no equations.
    pub(super) is_last: bool,
    /// The typical energies of an earlier state, from which these are computed.
    pub(super) before: Option<PreviousTable>,
    /// Whether another method may need what each method's calls cost that end with an exception. That cost is computed only for
    /// these methods. Empty if this is not known.
    pub(super) thrown_through: Vec<bool>,
    /// The displayed costs of the methods that were edited last, because they are requested next.
    pub(super) fresh: FxHashMap<u32, MethodTotal>,
}

impl Summaries {
    /// No summaries yet.
    pub(super) fn empty(unit: &Unit, prices: &Arc<Prices>, graph: Graph) -> Self {
        Self {
            best_case: nothing(unit.method_count()),
            prices: Arc::clone(prices),
            graph,
            done: nothing(unit.method_count()),
            shared: nothing(unit.method_count()),
            rows: nothing(unit.method_count()),
            typical: OnceLock::new(),
            is_last: false,
            before: None,
            thrown_through: Vec::new(),
            fresh: FxHashMap::default(),
        }
    }

    /// Says that no later state will be computed from this one, so that what only a later state needs takes no memory.
    pub fn mark_last(&mut self) {
        self.is_last = true;
    }

    /// What the methods of a group have in common, if it is known.
    pub(super) fn shared_of(&self, group: &[u32]) -> Option<&Arc<SharedTotal>> {
        self.shared.get(*group.first()? as usize)?.get()
    }

    pub(super) fn is_thrown_through(&self, number: u32) -> bool {
        (self.thrown_through.get(number as usize).copied()).unwrap_or(true)
    }

    /// The summary of a method that a class declares; `None` if there is none.
    pub fn get(
        &self,
        unit: &Unit,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<Arc<Summary>> {
        let method = unit.find(class, name, descriptor)?;
        self.done.get(unit.number(method) as usize)?.get().cloned()
    }

    /// The summaries of a class's methods, in the order of the class.
    pub fn of_class(&self, unit: &Unit, class: &str) -> Vec<Arc<Summary>> {
        let Some(class) = unit.class(class) else {
            return Vec::new();
        };
        let methods = unit.classes[class as usize].header.methods.len() as u32;
        (0..methods)
            .filter_map(|method| {
                let number = unit.number(MethodId { class, method });
                self.done.get(number as usize)?.get().cloned()
            })
            .collect()
    }

    /// All summaries, class by class.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Summary>> {
        self.done.iter().filter_map(OnceLock::get)
    }
}

/// The costs of methods that call each other.
pub(super) struct Totals {
    pub(super) list: Vec<(u32, MethodTotal)>,
    /// Whether calls that end with an exception may cost something else than calls that return.
    pub(super) differ_by_end: bool,
}

/// Memory that is reused from method to method.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(super) interpreter: Interpreter,
    pub(super) events: Vec<Event>,
    pub(super) units: Vec<Priced>,
    pub(super) scratch: Scratch,
    /// The recorded calls; `None` if they are not recorded.
    pub(super) labels: Option<RefCell<Labels>>,
    /// What methods do without their callees; `None` if it is not kept.
    pub(super) rows: Option<Vec<(u32, Row)>>,
    /// The costs of calls of the method's own group, if their arguments end the recursion.
    pub(super) ending: Vec<EndingCall>,
}

/// A call of a method of the caller's own group with arguments that end the recursion.
#[derive(Debug, Clone)]
pub(super) struct EndingCall {
    /// The call instruction.
    pub(super) instruction: u32,
    /// The number of the called method.
    pub(super) number: u32,
    /// The cost with these arguments.
    pub(super) summary: Arc<Summary>,
}

/// An empty cell for each method.
pub(super) fn nothing<T>(count: usize) -> Vec<OnceLock<T>> {
    std::iter::repeat_with(OnceLock::new).take(count).collect()
}
