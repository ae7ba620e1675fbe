//! What is known of the methods of a unit, and the memory in which it is worked out.

use super::graph::Graph;
use super::labels::Labels;
use super::prices::Prices;
use super::typical::{PreviousTable, Row, Table};
use bytecode::events::{Event, Interpreter};
use pricing::Priced;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use wcec::{BestCase, CallInfo, MethodCost, Returned, Scratch, Summary, Unpriceds, Writes};

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
    /// Those of an earlier state, from which they are worked out.
    pub(super) before: Option<PreviousTable>,
    /// True for each method whose summary another one may read; empty where that is not known. Of one that nobody reads the
    /// costs of calls that an exception ends are not worked out.
    pub(super) read: Vec<bool>,
    /// The costs of the methods that were edited last, as they are shown: they are asked for next.
    pub(super) fresh: FxHashMap<u32, MethodTotal>,
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
    /// What a call returns, where that follows from what it is passed.
    pub returned: Option<Arc<Returned>>,
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
}

/// Room for something of each method.
pub(super) fn nothing<T>(count: usize) -> Vec<OnceLock<T>> {
    std::iter::repeat_with(OnceLock::new).take(count).collect()
}
