//! The calls of a method, as they are shown.

use super::summary::{Summary, Unpriceds};
use std::sync::Arc;

/// A call of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct CallInfo {
    /// The instruction.
    pub instruction: u32,
    /// The line.
    pub line: Option<u32>,
    /// The methods that may run; empty if the method is chosen elsewhere.
    pub targets: Vec<Arc<Summary>>,
    /// Other methods that may run, such as `p/A.f(I)V`: methods that lead back to the caller, and functions that the caller
    /// passes on.
    pub besides: Vec<Arc<str>>,
    /// What is unknown about it.
    pub unpriced: Unpriceds,
    /// True if the method leads back to its caller.
    pub is_recursive: bool,
    /// The name of the method if whoever creates the receiver decides which one runs.
    pub chosen_elsewhere: Option<Arc<str>>,
}

impl CallInfo {
    /// True if nothing is missing in the cost of the callee, its callees included. `caller` is what is missing in the
    /// caller's cost: a recursion leads to nothing else.
    pub fn is_priced(&self, caller: &Unpriceds) -> bool {
        self.unpriced.is_empty()
            && self.targets.iter().all(|target| target.unpriced.is_empty())
            && (!self.is_recursive || caller.is_empty())
    }

    /// True for a call of a method that an unpriced part names.
    pub fn is_of(&self, callee: &str) -> bool {
        let target = self.targets.first();
        target.is_some_and(|target| target.display() == callee)
            || self.chosen_elsewhere.as_deref() == Some(callee)
    }
}
