//! The worst-case path of a method as a cost over symbols.
//!
//! ```text
//! analyse(&MethodInput { class, method, code, priced, means }, &mut Scratch) -> MethodCost { cost, symbols, notes, loops, .. }
//! line_units(&MethodInput { .. }, &mut Scratch)                             -> Vec<(line, Vec<index into priced>)>
//! ```
//!
//! [`analyse`] finds the basic blocks, and the loops from the outside in. It bounds each loop by a number, by symbols such
//! as a parameter or the length of an array, or by a new symbol. Then it adds up the most expensive path. The result is a
//! [`Cost`](cost::Cost): a sum of terms such as `n²`, each with what is executed that often.
//!
//! [`line_units`] finds what each line executes: each instruction once, on the line's most expensive path.
//!
//! [`breakdown`] breaks a method's worst case down on demand: the part of each line with its loops and callees, and the
//! decisions on the path. [`best_case`] gives what every returning call costs at least.
//!
//! A callee is a [`Summary`], which the crate `calls` makes. [`Call`] is what the method around it sees.
//!
//! The posterior means of [`MethodInput::means`] decide which path is the most expensive.
//!
//! Architecture Invariant: code is hostile. The work is bounded for any method, recursion has a cap, nothing panics.
//!
//! Architecture Invariant: a bound is an upper bound. At the symbols' true values no execution costs more, priced by
//! `means`, unless one of [`MethodCost::assumptions`] fails, or the machine throws an error in the middle of an expression.

mod analysis;
mod best_case;
mod bound;
mod breakdown;
mod call;
mod call_end;
mod call_frame;
mod call_info;
mod decisions;
pub mod declared;
mod ending_loops;
mod ends;
mod estimate;
mod exact_trip;
mod lines;
mod longest;
mod loop_test;
mod method;
mod nest;
mod open_calls;
mod outcome;
mod passed_object;
mod passed_on;
mod passing;
mod producers;
mod returned;
mod returning;
mod scratch;
mod side_effects;
mod summary;
mod supposed;
mod symbol_table;
mod units;
mod values;
mod writes;

pub use analysis::{Scratch, analyse};
pub use best_case::{BestCase, KnownCall, best_case, best_case_of};
pub use breakdown::{Breakdown, Lines, Marks, WorstPath, breakdown};
pub use call::{Call, CallbackImplementation, Callee};
pub use call_end::{CallEffect, CallEnd, CallEnds, DoubtReason, EndDoubt, LeastEnd};
pub use call_info::CallInfo;
pub use decisions::{Decision, DecisionKind};
pub use documents::Reason;
pub use ends::{Ends, Executed};
pub use estimate::{Estimate, Estimated, with_estimates};
pub use exact_trip::ExactTrip;
pub use flow::Known;
pub use lines::line_units;
pub use longest::PathValues;
pub use method::{
    ChangingSymbol, LinkedObjects, LoopInfo, LoopKind, MethodCost, MethodInput, Note, NoteKind,
    Recursion, Supposing,
};
pub use open_calls::OpenCalls;
pub use outcome::{CallOutcome, KnownCalls, StoredField};
pub use passed_object::{ObjectMaker, PassedClass, PassedObject};
pub use passed_on::PassedOn;
pub use passing::Passing;
pub use producers::{Arguments, Values, producers_of_values, writes_to_constructed};
pub use returned::{FieldName, Operation, Returned};
pub use returning::end_of_call;
pub use side_effects::{ALL_ELEMENTS, element_mark, is_harmless};
pub use summary::{Limit, Summary, Unpriced, Unpriceds, simple_name};
pub use writes::{ChosenMethod, Writes};
