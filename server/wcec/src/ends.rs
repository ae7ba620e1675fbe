//! Which of a method's calls a cost covers: those that return, or also those that an exception ends.

use bytecode::Code;
use flow::Flow;

/// Which calls a cost covers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ends {
    /// Those that return.
    #[default]
    Returns,
    /// All: those that return, and those that an exception ends.
    Any,
}

/// The blocks executed by the calls that a cost covers.
#[derive(Debug, Default)]
pub struct Executed {
    /// For each block, whether a return can be reached from it; empty if every block counts.
    returns: Vec<bool>,
    /// True if some block does not count.
    leaves_out: bool,
}

impl Executed {
    /// Examines a method's flow, with its predecessors. If no call returns, all calls count.
    pub fn of(flow: &Flow, code: &Code, ends: Ends) -> Self {
        if ends == Ends::Any {
            return Self::default();
        }
        let returns = flow.returning(code);
        if returns.first() != Some(&true) {
            return Self::default();
        }
        let mut reachable = (0..flow.len()).filter(|block| flow.is_reachable(*block));
        Self {
            leaves_out: reachable.any(|block| !returns[block]),
            returns,
        }
    }

    /// True if such a call may execute the block and continue.
    pub fn contains(&self, block: usize) -> bool {
        self.returns.get(block).copied().unwrap_or(true)
    }

    /// True if it is known which blocks lead to a return.
    pub fn is_of_returns(&self) -> bool {
        !self.returns.is_empty()
    }

    /// True if some block does not count.
    pub const fn leaves_out(&self) -> bool {
        self.leaves_out
    }

    /// How a call in a block may have ended: by a return, or, if a handler leads to a return, also by an exception.
    pub fn ends_in(&self, flow: &Flow, block: usize) -> Ends {
        let is_caught = |flow: &Flow| {
            let mut edges = flow.successors(block).iter();
            edges.any(|edge| edge.is_exceptional() && self.contains(edge.block()))
        };
        if !self.contains(block) || !self.is_of_returns() || is_caught(flow) {
            Ends::Any
        } else {
            Ends::Returns
        }
    }
}
