//! The tree of calls, recorded while a cost is computed.

use pricing::{PatternId, Priced};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wcec::{Unpriced, Unpriceds};

/// The maximum number of calls in a tree.
const MAX_CALLS: usize = 8192;

/// What a call in the tree leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callee {
    /// A method of the unit. Its own calls can be requested.
    Own,
    /// A method of the library, as a whole.
    Library,
    /// A method that leads back to its caller. Its energy counts as the caller's.
    Recursive,
    /// The creation of the receiver decides; the energy is a symbol.
    ChosenElsewhere,
    /// Its energy is unknown.
    Unpriced,
}

/// A call in the tree.
#[derive(Debug, Clone)]
pub struct TreeCall {
    /// The method that makes the call: class, name and descriptor.
    pub caller: Arc<str>,
    /// The called class.
    pub class: Arc<str>,
    /// The name.
    pub name: Arc<str>,
    /// The descriptor.
    pub descriptor: Arc<str>,
    /// The call instruction.
    pub instruction: u32,
    /// What the call leads to.
    pub callee: Callee,
    /// Whether the callee comes with a passed object, such as a lambda or a comparator.
    pub is_handed: bool,
    /// Whether it is one of several methods that may run.
    pub is_choice: bool,
    /// Whether it is a method of the unit that calls others.
    pub has_calls: bool,
    /// What its cost lacks.
    pub unpriced: Unpriceds,
    /// The pattern that counts the calls.
    pub calls: PatternId,
    /// The pattern that counts the joules of all these calls, without energies that are symbols.
    pub joules: PatternId,
    /// Its own calls, if requested.
    pub children: Vec<Self>,
}

/// What is recorded about a method's calls while its cost is computed.
#[derive(Debug)]
pub(crate) struct Labels {
    pub(super) next: u16,
    /// The mean of each pattern on the shown device.
    pub(super) means: Arc<[f64]>,
    /// The calls in the tree whose own calls are wanted, each by the indices that lead to it.
    pub(super) wanted: Arc<FxHashSet<Vec<u32>>>,
    pub(super) place: Vec<u32>,
    pub(super) caller: Arc<str>,
    pub(super) is_choice: bool,
    pub(super) calls: Vec<TreeCall>,
    pub(super) instruction: u32,
    /// The number added to a pattern to count what the method itself executes.
    pub(super) own: Option<u16>,
}

impl Labels {
    /// The patterns that count the units that a method itself executes.
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

    /// A new call with its two patterns; `None` if there are too many.
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

    /// Records a call that has no cost here, and returns the pattern that counts it.
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
