//! Worst-case path of a method as a cost expression over symbols.
//!
//! ```text
//! analyse(&MethodInput { class, method, code, priced, means }, &mut Scratch) -> MethodCost { cost, symbols, notes, loops, worst_path }
//! line_units(&MethodInput { .. }, &mut Scratch)                             -> Vec<(line, Vec<index into priced>)>
//! ```
//!
//! [`analyse`] finds the basic blocks, takes the loops apart from the outside in, bounds each by a number, by symbols
//! such as a parameter or the length of an array, or by a symbol of its own, and adds up the most expensive path. The result
//! is a [`Cost`]: a sum of [`Term`]s, each a [`Factor`] (`1`, `n`, `n²`, `(n − 1)·n`) with what is executed that often.
//! [`Cost::evaluate`] gives the sum at given values of the symbols.
//!
//! [`line_units`] finds what stands on each line: each instruction once, on the line's costliest way through.
//!
//! [`breakdown`] takes a method's worst case apart, for those that somebody looks at: what each line has of it with its
//! loops and callees, and the decisions on the path.
//! [`best_case`] gives the least that a call costs which returns.
//!
//! Which path is the most expensive is decided by the posterior means of [`MethodInput::means`].
//!
//! Architecture Invariant: code is hostile. The work is bounded for any method, recursion has a cap, nothing panics.
//!
//! Architecture Invariant: a bound is an upper bound. At the symbols' true values no execution costs more, priced by
//! `means`, unless one of [`MethodCost::assumptions`] fails, or the machine throws an error
//! in the middle of an expression.

mod analysis;
mod assumption;
mod best_case;
mod bound;
mod breakdown;
pub mod calls;
mod decisions;
pub mod declared;
mod ends;
mod exact_trip;
mod expression;
mod lines;
mod longest;
mod loop_test;
mod method;
mod nest;
mod platform;
mod returned;
mod scratch;
mod units;
mod values;
mod writes;

pub use analysis::{Scratch, analyse};
pub use assumption::{Assumption, AssumptionKind, Assumptions, Statement, place};
pub use best_case::{BestCase, best_case};
pub use breakdown::{Breakdown, WorstPath, breakdown};
pub use decisions::{Decision, DecisionKind};
pub use ends::Ends;
pub use expression::{
    AssumedCount, Atom, Bounded, Ceiling, Cost, Extreme, Factor, Logarithm, LoopTest, Measure,
    Place, Polynomial, Power, Rational, Root, Symbol, SymbolKind, Term, superscript,
};
pub use lines::line_units;
pub use longest::PathValues;
pub use method::{LoopInfo, LoopKind, MethodCost, MethodInput, Note, NoteKind};
pub use platform::{PlatformCondition, PlatformConditions};
pub use returned::{Operation, Returned};
pub use writes::Writes;
