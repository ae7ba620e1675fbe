//! Calls that pass on values of their caller's beginning.

use cost::{Cost, Replacement, Symbol};
use std::sync::Arc;

/// What a call passes for the symbols of its callee: only values of the caller's beginning, and constants.
#[derive(Debug, Clone, PartialEq)]
pub struct PassedOn {
    /// The instruction of the call.
    pub call: u32,
    stands: Vec<(Arc<Symbol>, Replacement)>,
}

impl PassedOn {
    pub(crate) const fn new(call: u32, stands: Vec<(Arc<Symbol>, Replacement)>) -> Self {
        Self { call, stands }
    }

    /// A cost of the callee in terms of the caller's symbols; `None` if they cannot express it.
    pub fn substitute(&self, cost: &Cost) -> Option<Cost> {
        cost.substitute(&|symbol: &Symbol| {
            let known = self.stands.iter().find(|(known, _)| **known == *symbol);
            known.map_or(Replacement::Same, |(_, stand)| stand.clone())
        })
    }
}
