//! What a method costs with all that it calls.

use std::sync::Arc;
use wcec::{CallInfo, CallOutcome, MethodCost, OpenCalls, Unpriceds, Writes};

/// A method's cost with all that it calls, as displayed.
#[derive(Debug, Clone, Default)]
pub struct MethodTotal {
    /// The cost, its symbols, notes, loops and worst path.
    pub cost: MethodCost,
    /// What the cost lacks.
    pub unpriced: Unpriceds,
    /// The calls, in the order of the code.
    pub calls: Vec<CallInfo>,
    /// What a call may write.
    pub writes: Writes,
    /// The methods that a call may call although subclasses of a library's users override them; unknown for a project's method.
    pub open_calls: OpenCalls,
    /// The outcome of a call, if it follows from the arguments.
    pub outcome: Option<Arc<CallOutcome>>,
}
