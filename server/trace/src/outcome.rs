//! What was executed.

use crate::program::TracedMethodName;

/// What the calls into one program executed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramTrace {
    /// The methods that were counted.
    pub methods: Vec<TracedMethodName>,
    /// Classes that could not be rewritten, each with the reason; calls into them fail.
    pub refused: Vec<String>,
    /// One for each call, in their order.
    pub calls: Vec<CallTrace>,
}

/// What one call executed.
#[derive(Clone, Debug, PartialEq)]
pub struct CallTrace {
    /// How it ended.
    pub outcome: CallCompletion,
    /// What the called method executed itself, without the methods that it called; `None` where it did not begin.
    pub own: Option<Counts>,
    /// Everything that was executed, by method, in the order of their first invocations.
    pub methods: Vec<MethodTrace>,
    /// How many objects the call began with, and elements of their arrays and collections.
    pub places: u64,
    /// The fields, elements and sizes that got other values.
    pub changes: Vec<Change>,
}

/// A field that got another value, whatever object it is of. What a constructor stores in its own object is no change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name, `[]` for an element of an array, `size()` for the size of a collection, a map, a `BitSet` or a `StringBuilder`.
    pub field: String,
    /// True where it is of a class, or of an object that the call began with.
    pub is_of_passed: bool,
    /// The methods that had called what changed it, by their places in [`ProgramTrace::methods`].
    pub during: Vec<usize>,
    /// The methods that changed it, or that called what did outside of the program.
    pub by: Vec<usize>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallCompletion {
    /// The method returned.
    Returned,
    /// It threw an exception of this class.
    Threw(String),
    /// It was ended because it executed more than [`crate::Config::most_instructions`].
    OutOfInstructions,
    /// It could not be called, the JVM ran out of stack or memory, or it took too long; the counts are not whole.
    Failed(String),
}

impl CallCompletion {
    /// True where the call ended by itself, so that the counts are those of a whole execution.
    pub const fn is_whole(&self) -> bool {
        matches!(self, Self::Returned | Self::Threw(_))
    }
}

/// What was executed of one method, over all its invocations in one call.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodTrace {
    /// Its place in [`ProgramTrace::methods`].
    pub method: usize,
    /// How often it was invoked.
    pub invocations: u64,
    /// How many of its invocations were on the stack at once.
    pub depth: u32,
    /// What was executed.
    pub counts: Counts,
    /// The largest whole number, or length of an array, that was passed for each parameter; `None` for parameters of
    /// other types.
    pub most: Vec<Option<i64>>,
    /// The instructions of whole-number arithmetic, in the order of the code, that had another result than whole numbers without
    /// limits have.
    pub wrapped: Vec<usize>,
}

/// How often things were executed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Each instruction, in the order of the code.
    pub instructions: Vec<u64>,
    /// For each loop that was requested, how often control returned to its header, at most in one execution of the loop.
    pub returns: Vec<u64>,
}
