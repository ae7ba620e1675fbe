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
    /// Who may run; empty where that is chosen elsewhere.
    pub targets: Vec<Arc<Summary>>,
    /// Who else may run, as in `p/A.f(I)V`: methods that lead back to the caller, and what the caller hands on.
    pub besides: Vec<Arc<str>>,
    /// What is not known of it.
    pub unpriced: Unpriceds,
    /// True where the method leads back to its caller.
    pub is_recursive: bool,
    /// The name of the method where the receiver's maker decides who runs.
    pub chosen_elsewhere: Option<Arc<str>>,
}

impl CallInfo {
    /// True where nothing is missing in what the callee costs with all that it calls. `caller` is what is missing in the
    /// caller's cost: a recursion leads to nothing else.
    pub fn is_priced(&self, caller: &Unpriceds) -> bool {
        self.unpriced.is_empty()
            && self.targets.iter().all(|target| target.unpriced.is_empty())
            && (!self.is_recursive || caller.is_empty())
    }

    /// True for a call of a method that a part which is not in a number names.
    pub fn is_of(&self, callee: &str) -> bool {
        let target = self.targets.first();
        target.is_some_and(|target| target.display() == callee)
            || self.chosen_elsewhere.as_deref() == Some(callee)
    }
}
