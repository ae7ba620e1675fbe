//! The summaries of the methods of a unit, and the memory that their computation uses.

use super::graph::Graph;
use super::labels::Labels;
use super::prices::Prices;
use super::typical::{PreviousTable, Row, Table};
use super::unit::{MethodId, Unit};
use bytecode::events::{Event, Interpreter};
use pricing::Priced;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use wcec::{BestCase, CallInfo, CallOutcome, MethodCost, Scratch, Summary, Unpriceds, Writes};

/// The summaries of a unit's methods.
#[derive(Debug)]
pub struct Summaries {
    pub(super) prices: Arc<Prices>,
    pub(super) graph: Graph,
    pub(super) done: Vec<OnceLock<Arc<Summary>>>,
    /// What the methods cost at least, for those that somebody asked for.
    pub(super) best_case: Vec<OnceLock<Arc<BestCase>>>,
    /// What each method does by itself, for its typical energy.
    pub(super) rows: Vec<OnceLock<Arc<Row>>>,
    /// The typical energies, once somebody asks.
    pub(super) typical: OnceLock<Arc<Table>>,
    /// Those of an earlier state, which are the basis for these.
    pub(super) before: Option<PreviousTable>,
    /// True for a method if another one may need the cost of its calls that an exception ends. That cost is not computed for
    /// other methods. Empty if this is not known.
    pub(super) thrown_through: Vec<bool>,
    /// The costs of the methods that were edited last, as they are shown: they are asked for next.
    pub(super) fresh: FxHashMap<u32, MethodTotal>,
}

impl Summaries {
    /// None yet.
    pub(super) fn empty<B>(unit: &Unit<B>, prices: &Arc<Prices>, graph: Graph) -> Self {
        Self {
            best_case: nothing(unit.method_count()),
            prices: Arc::clone(prices),
            graph,
            done: nothing(unit.method_count()),
            rows: nothing(unit.method_count()),
            typical: OnceLock::new(),
            before: None,
            thrown_through: Vec::new(),
            fresh: FxHashMap::default(),
        }
    }

    pub(super) fn is_thrown_through(&self, number: u32) -> bool {
        (self.thrown_through.get(number as usize).copied()).unwrap_or(true)
    }

    /// The summary of a method that a class declares; `None` where there is none.
    pub fn get<B>(
        &self,
        unit: &Unit<B>,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<Arc<Summary>> {
        let method = unit.find(class, name, descriptor)?;
        self.done.get(unit.number(method) as usize)?.get().cloned()
    }

    /// The summaries of a class's methods, in their order.
    pub fn of_class<B>(&self, unit: &Unit<B>, class: &str) -> Vec<Arc<Summary>> {
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

/// A method's cost with all that it calls, as it is shown.
#[derive(Debug, Clone, Default)]
pub struct MethodTotal {
    /// The cost, its symbols, notes, loops and worst path.
    pub cost: MethodCost,
    /// What is not in it.
    pub unpriced: Unpriceds,
    /// Who is called, in the order of the code.
    pub calls: Vec<CallInfo>,
    /// What a call may write.
    pub writes: Writes,
    /// What a call leaves behind, where that follows from what it is passed.
    pub outcome: Option<Arc<CallOutcome>>,
}

/// The costs of methods that call each other.
pub(super) struct Totals {
    pub(super) list: Vec<(u32, MethodTotal)>,
    /// True where a call that an exception ends may cost something else than one that returns.
    pub(super) differ_by_end: bool,
}

/// Memory that one method after another is summarised in.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(super) interpreter: Interpreter,
    pub(super) events: Vec<Event>,
    pub(super) units: Vec<Priced>,
    pub(super) scratch: Scratch,
    /// What is written down of calls; nothing where nobody asks.
    pub(super) labels: Option<RefCell<Labels>>,
    /// Where what methods do by themselves is kept; nothing where nobody asks.
    pub(super) rows: Option<Vec<(u32, Row)>>,
    /// What calls of the method's own group cost, where what they pass is known to end the recursion.
    pub(super) ending: Vec<EndingCall>,
}

/// A call of a method of the caller's own group that gets arguments with which it does not lead back.
#[derive(Debug, Clone)]
pub(super) struct EndingCall {
    /// The instruction that calls.
    pub(super) instruction: u32,
    /// The method.
    pub(super) number: u32,
    /// What it costs with these arguments.
    pub(super) summary: Arc<Summary>,
}

/// Room for something of each method.
pub(super) fn nothing<T>(count: usize) -> Vec<OnceLock<T>> {
    std::iter::repeat_with(OnceLock::new).take(count).collect()
}
