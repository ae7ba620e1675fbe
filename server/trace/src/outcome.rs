//! What was executed.

use crate::program::TracedMethodName;

/// What the calls of one program executed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramTrace {
    /// The methods that were counted.
    pub methods: Vec<TracedMethodName>,
    /// Classes that could not be rewritten, each with the reason; calls into them fail.
    pub refused: Vec<String>,
    /// One for each call, in order.
    pub calls: Vec<CallTrace>,
}

/// What one call executed.
#[derive(Clone, Debug, PartialEq)]
pub struct CallTrace {
    /// How it ended.
    pub outcome: CallCompletion,
    /// What the called method itself executed, without its callees; `None` if it did not begin.
    pub own: Option<Counts>,
    /// Everything that was executed, by method, in the order of their first invocations.
    pub methods: Vec<MethodTrace>,
    /// How many objects existed when the call began, including the elements of their arrays and collections.
    pub places: u64,
    /// The fields, elements and sizes whose values changed.
    pub changes: Vec<Change>,
    /// What costs energy besides the executed instructions.
    pub effects: TracedEffects,
}

/// What costs energy besides the executed instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TracedEffects {
    /// The bytes of the elements of all arrays that were created.
    pub array_bytes: u64,
    /// Jumps from one instruction to the next that an interpreter's processor would mispredict; 0 without
    /// [`crate::Config::predicts`].
    pub mispredicted_dispatches: u64,
}

/// A field whose value changed in some object. What a constructor stores in its own object is no change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name, `[]` for an element of an array, `size()` for the size of a collection, a map, a `BitSet` or a `StringBuilder`.
    pub field: String,
    /// True for a static field, and for a field of an object that existed when the call began.
    pub is_of_passed: bool,
    /// The methods on the call stack during the change, by index in [`ProgramTrace::methods`].
    pub during: Vec<usize>,
    /// The methods that changed it, or that called code outside the program that did.
    pub by: Vec<usize>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallCompletion {
    /// The method returned.
    Returned,
    /// It threw an exception of this class.
    Threw(String),
    /// It was stopped because it executed more than [`crate::Config::most_instructions`].
    OutOfInstructions,
    /// It could not be called, the JVM ran out of stack or memory, or it took too long; the counts are incomplete.
    Failed(String),
}

impl CallCompletion {
    /// True if the call ended by itself, so that its counts are complete.
    pub const fn is_whole(&self) -> bool {
        matches!(self, Self::Returned | Self::Threw(_))
    }
}

/// What was executed of one method, over all its invocations in one call.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodTrace {
    /// Its index in [`ProgramTrace::methods`].
    pub method: usize,
    /// How often it was invoked.
    pub invocations: u64,
    /// The most of its invocations that were on the stack at the same time.
    pub depth: u32,
    /// What was executed.
    pub counts: Counts,
    /// The largest integer or array length that was passed for each parameter; `None` for parameters of other types.
    pub most: Vec<Option<i64>>,
    /// The integer arithmetic instructions that overflowed, in code order.
    pub wrapped: Vec<usize>,
}

/// Execution counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// For each instruction, in code order.
    pub instructions: Vec<u64>,
    /// For each requested loop, the most times that control returned to its header in one execution of the loop.
    pub returns: Vec<u64>,
}
