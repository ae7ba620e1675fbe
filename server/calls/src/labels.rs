//! What is written down of calls while a cost is worked out: the tree of calls.

use pricing::{PatternId, Priced};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wcec::{Unpriced, Unpriceds};

/// A tree has no more calls than this.
const MAX_CALLS: usize = 8192;

/// What a call in the tree leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callee {
    /// A method of the unit, whose own calls can be asked for.
    Own,
    /// A method of the library, known as a whole.
    Library,
    /// A method that leads back to its caller: what its runs take is the caller's.
    Recursive,
    /// Whoever made the receiver decides; the energy is a symbol.
    ChosenElsewhere,
    /// Nothing is known of what it takes.
    Unpriced,
}

/// A call in the tree.
#[derive(Debug, Clone)]
pub struct TreeCall {
    /// The method whose code makes the call, class, name and descriptor.
    pub caller: Arc<str>,
    /// The class that is called.
    pub class: Arc<str>,
    /// The name.
    pub name: Arc<str>,
    /// The descriptor.
    pub descriptor: Arc<str>,
    /// The instruction that calls.
    pub instruction: u32,
    /// What it leads to.
    pub callee: Callee,
    /// True for what an object brings along that is passed: a lambda, a comparator.
    pub is_handed: bool,
    /// True where it is one of several that may run.
    pub is_choice: bool,
    /// True for a method of the unit that calls others.
    pub has_calls: bool,
    /// What is not in its cost.
    pub unpriced: Unpriceds,
    /// The pattern whose count is how often it is called.
    pub calls: PatternId,
    /// The pattern whose count is the joules of all these calls, but for energies that are symbols.
    pub joules: PatternId,
    /// Its own calls, where they were asked for.
    pub children: Vec<Self>,
}

/// What is written down of one method's calls while its cost is worked out.
#[derive(Debug)]
pub(crate) struct Labels {
    pub(super) next: u16,
    /// The mean of each pattern on the device that is shown.
    pub(super) means: Arc<[f64]>,
    /// The places in the tree whose own calls are wanted, each by the indices that lead to it.
    pub(super) wanted: Arc<FxHashSet<Vec<u32>>>,
    pub(super) place: Vec<u32>,
    pub(super) caller: Arc<str>,
    pub(super) is_choice: bool,
    pub(super) calls: Vec<TreeCall>,
    pub(super) instruction: u32,
    /// What is added to a pattern to count what the method executes itself.
    pub(super) own: Option<u16>,
}

impl Labels {
    /// What counts the units that a method executes itself.
    pub(crate) fn own<'u>(&self, units: &'u [Priced]) -> impl Iterator<Item = Priced> + use<'u> {
        let own = self.own;
        units.iter().filter_map(move |unit| {
            Some(Priced {
                pattern: PatternId(unit.pattern.0.checked_add(own?)?),
                ..*unit
            })
        })
    }

    pub(crate) fn begin(&mut self, caller: &str) {
        self.caller = Arc::from(caller);
    }

    pub(crate) fn at(&mut self, instruction: u32, is_choice: bool) {
        self.instruction = instruction;
        self.is_choice = is_choice;
    }

    /// A new call with its two patterns; `None` where there are too many.
    pub(super) fn call(&mut self, method: [&Arc<str>; 3], callee: Callee) -> Option<TreeCall> {
        if self.calls.len() >= MAX_CALLS {
            return None;
        }
        let (calls, joules) = (self.next, self.next.checked_add(1)?);
        self.next = joules.checked_add(1)?;
        let [class, name, descriptor] = method.map(Arc::clone);
        Some(TreeCall {
            caller: Arc::clone(&self.caller),
            class,
            name,
            descriptor,
            instruction: self.instruction,
            callee,
            is_handed: false,
            is_choice: self.is_choice,
            has_calls: false,
            unpriced: Unpriceds::default(),
            calls: PatternId(calls),
            joules: PatternId(joules),
            children: Vec::new(),
        })
    }

    /// Writes a call down that has no cost here; the pattern that counts it.
    pub(crate) fn without_cost(
        &mut self,
        method: [&Arc<str>; 3],
        callee: Callee,
        unpriced: Option<Unpriced>,
    ) -> Option<PatternId> {
        let mut call = self.call(method, callee)?;
        if let Some(part) = unpriced {
            call.unpriced.add(part);
        }
        let pattern = call.calls;
        self.calls.push(call);
        Some(pattern)
    }
}
